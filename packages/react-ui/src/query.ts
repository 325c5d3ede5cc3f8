import { useEffect, useState, useSyncExternalStore } from "react";
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

/** The key of the query in the state of the history. */
const stateKey = "keyholdQuery";

/**
 * The query of an email's link, with its token. It moves from the URL to the state of the history: a reload keeps it, and
 * the visible URL has no secret. Null: not known yet.
 */
export function useLinkQuery(): URLSearchParams | null {
  const query = useQuery();
  const [kept, setKept] = useState<URLSearchParams | null>(null);
  const text = query?.toString() ?? null;
  useEffect(() => {
    if (text === null) return;
    if (text === "") {
      setKept(new URLSearchParams(history.state?.[stateKey]));
      return;
    }
    setKept(new URLSearchParams(text));
    history.replaceState({ ...history.state, [stateKey]: text }, "", location.pathname);
  }, [text]);
  return kept ?? (text ? query : null);
}

/** The path of this app that a text names; else null. Other sites are null. */
export function ownPath(text: string | null): string | null {
  if (!text || !/^\/(?![/\\])/.test(text)) return null;
  const { origin, pathname, search: rest, hash } = new URL(text, "http://app.invalid");
  return origin === "http://app.invalid" ? pathname + rest + hash : null;
}
