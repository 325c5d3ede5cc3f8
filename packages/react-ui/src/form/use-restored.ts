import { useEffect, useRef } from "react";

/** Calls `reset` when the browser restores the left page, after "back": a form would stay busy for ever. */
export function useRestored(reset: () => void): void {
  const latest = useRef(reset);
  useEffect(() => {
    latest.current = reset;
  });
  useEffect(() => {
    const restore = (event: PageTransitionEvent): void => {
      if (event.persisted) latest.current();
    };
    addEventListener("pageshow", restore);
    return () => removeEventListener("pageshow", restore);
  }, []);
}
