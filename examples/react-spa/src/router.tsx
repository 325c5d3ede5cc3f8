import { type ComponentProps, type MouseEvent, useEffect, useSyncExternalStore } from "react";

function listen(listener: () => void): () => void {
  addEventListener("popstate", listener);
  return () => removeEventListener("popstate", listener);
}

export const usePath = (): string => useSyncExternalStore(listen, () => location.pathname);

function navigate(path: string, isReplacing = false): void {
  if (isReplacing) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  dispatchEvent(new PopStateEvent("popstate"));
  scrollTo(0, 0);
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
