import { type ComponentProps, type MouseEvent, useEffect, useState, useSyncExternalStore } from "react";

function listen(listener: () => void): () => void {
  addEventListener("popstate", listener);
  return () => removeEventListener("popstate", listener);
}

export const usePath = (): string => useSyncExternalStore(listen, () => location.pathname);

/** Another number after each step, so that a link to the screen that is shown begins it anew. */
export const useVisit = (): number => useSyncExternalStore(listen, () => visits);

let visits = 0;
addEventListener("popstate", () => {
  visits += 1;
});

export function navigate(path: string, isReplacing = false): void {
  if (isReplacing) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  dispatchEvent(new PopStateEvent("popstate"));
  scrollTo(0, 0);
}

/**
 * What the address says behind its question mark, e.g. the token of a letter's link. It goes from the address to the
 * page's place in the history: a reload knows it still, and whoever looks at the screen or copies the address does not.
 */
export function useLinkQuery(): URLSearchParams {
  const [query] = useState(() => new URLSearchParams(location.search || history.state?.query));
  useEffect(() => {
    if (query.size > 0) history.replaceState({ query: query.toString() }, "", location.pathname);
  }, [query]);
  return query;
}

/** A link of its own kind to the browser: opens elsewhere when asked to. */
export function Link({ href, ...rest }: ComponentProps<"a"> & { href: string }) {
  function follow(event: MouseEvent): void {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(href);
  }
  return <a href={href} onClick={follow} {...rest} />;
}

export function Redirect({ to }: { to: string }) {
  useEffect(() => navigate(to, true), [to]);
  return null;
}
