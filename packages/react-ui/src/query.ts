import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useUI } from "./context.js";

function listen(listener: () => void): () => void {
  addEventListener("popstate", listener);
  return () => removeEventListener("popstate", listener);
}

const search = (): string => location.search;
const unknown = (): null => null;

/** The query of the present URL. Null: not known yet, in HTML that a server renders without `search`. */
export function useQuery(): URLSearchParams | null {
  const { search: given } = useUI();
  const text = useSyncExternalStore(listen, search, unknown);
  const present = given ?? text;
  return present === null ? null : new URLSearchParams(present);
}

/** The key of the parameters in the state of the history. */
const stateKey = "keyholdQuery";

/** The parameters of a link that lead here once: tokens, and results. */
const linkNames = ["token", "verified", "error", "error_description", "provider", "linked", "again", "from", "joined"];

/**
 * The query of a link, with the token or result. These parameters move from the URL to the state of the history: a
 * reload keeps them, and the visible URL has no secret. Null: not known yet.
 */
export function useLinkQuery(): URLSearchParams | null {
  const query = useQuery();
  const [kept, setKept] = useState<string | null>(null);
  const path = useRef<string | null>(null);
  const text = query && only(query);
  useEffect(() => {
    if (text === null) return;
    const link: string = text || (kept ?? history.state?.[stateKey] ?? "");
    if (link !== kept) {
      setKept(link);
      path.current = location.pathname;
    }
    if (link !== "" && path.current === location.pathname) moveToState(link);
  });
  const known = text || kept;
  return known === null ? null : new URLSearchParams(known);
}

/** Also moves the query again: a router that reads the page anew may write the URL and the router's own state. */
function moveToState(link: string): void {
  const { __NA: _, ...state } = history.state ?? {};
  const rest = new URLSearchParams(location.search);
  if (state[stateKey] === link && only(rest) === "") return;
  for (const name of linkNames) rest.delete(name);
  const search = rest.size > 0 ? `?${rest}` : "";
  // Next.js adds its own part again. With that part Next.js would not take the URL over.
  history.replaceState({ ...state, [stateKey]: link }, "", `${location.pathname}${search}${location.hash}`);
}

/** The parameters of a link. */
const only = (query: URLSearchParams): string =>
  new URLSearchParams([...query].filter(([name]) => linkNames.includes(name))).toString();

/** The path of this app that a text names; else null. Other sites are null. */
export function ownPath(text: string | null): string | null {
  if (!text || !/^\/(?![/\\])/.test(text) || !URL.canParse(text, "http://app.invalid")) return null;
  const { origin, pathname, search: rest, hash } = new URL(text, "http://app.invalid");
  // Dot segments go when the URL is read: "/.//evil.example" is "//evil.example", another site.
  return origin === "http://app.invalid" && !pathname.startsWith("//") ? pathname + rest + hash : null;
}
