import { type ComponentProps, type MouseEvent, useEffect, useState, useSyncExternalStore } from "react";
import { usePage } from "./page/page.ts";

function listen(listener: () => void): () => void {
  addEventListener("popstate", listener);
  return () => removeEventListener("popstate", listener);
}

export function usePath(): string {
  const { path } = usePage();
  return useSyncExternalStore(
    listen,
    () => location.pathname,
    () => path,
  );
}

/** A number that changes with each navigation, so that a link to the current screen restarts it. */
export const useVisit = (): number =>
  useSyncExternalStore(
    listen,
    () => visits,
    () => 0,
  );

let visits = 0;
// A server has no window.
if (typeof window !== "undefined")
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
 * The query of the URL, e.g. the token of an email's link. It moves from the URL to the history state: a reload keeps
 * it, and the visible URL has no secret.
 */
export function useLinkQuery(): URLSearchParams {
  const [query] = useState(() => new URLSearchParams(location.search || history.state?.query));
  useEffect(() => {
    if (query.size > 0) history.replaceState({ query: query.toString() }, "", location.pathname);
  }, [query]);
  return query;
}

/** A link without a page load. The browser still opens it in a new tab on request. */
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
