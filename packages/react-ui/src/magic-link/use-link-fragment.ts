import { useEffect, useState } from "react";

/** The key of the fragment in the state of the history. */
const stateKey = "keyholdFragment";

/** The parts of the fragment to which a link leads. */
export interface LinkFragment {
  readonly token: string;
  /** The masked address. */
  readonly email: string;
  readonly callbackURL: string | null;
}

/**
 * The fragment to which a link in an email leads another browser. The fragment moves from the URL to the state of the
 * history: a reload keeps it, and the visible URL has no secret. Null: no link. Undefined: not known yet.
 */
export function useLinkFragment(): LinkFragment | null | undefined {
  const [fragment, setFragment] = useState<LinkFragment | null>();
  useEffect(() => {
    const text = location.hash.slice(1);
    const given = read(text);
    if (given) history.replaceState({ ...history.state, [stateKey]: text }, "", location.pathname + location.search);
    setFragment(given ?? read(String(history.state?.[stateKey] ?? "")));
  }, []);
  return fragment;
}

function read(text: string): LinkFragment | null {
  const query = new URLSearchParams(text);
  const [token, email] = [query.get("token"), query.get("email")];
  // Any site may link to a fragment with a text of its own: only a masked address is shown, and the server checks it.
  if (!token || !email || !/^[!-~]•••@[!-~]{1,253}$/u.test(email)) return null;
  return { token, email, callbackURL: query.get("callbackURL") };
}
