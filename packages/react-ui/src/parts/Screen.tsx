import { type ReactElement, type ReactNode, useEffect, useId, useRef } from "react";
import { useUI } from "../context.js";

/** The properties of `Screen`. */
export interface ScreenProps {
  readonly title: string;
  readonly lead?: string | undefined;
  /** Before the heading, e.g. the picture of a user. */
  readonly icon?: ReactNode;
  readonly children?: ReactNode;
}

/**
 * A screen: a heading, a sentence, the content. A screen that replaces another screen moves the focus to the new
 * heading, as a new page would.
 */
export function Screen({ title, lead, icon, children }: ScreenProps): ReactElement {
  const { onScreen, firstPath } = useUI();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => onScreen(title), [onScreen, title]);
  const isShown = useRef(false);
  useEffect(() => {
    // React runs effects twice in development.
    if (isShown.current) return;
    isShown.current = true;
    // A problem in the screen may have the focus already.
    const hasFocus = heading.current?.parentElement?.contains(document.activeElement);
    const isPageLoad = firstPath.current === location.pathname;
    firstPath.current = null;
    if (!isPageLoad && !hasFocus) heading.current?.focus({ preventScroll: true });
  }, [firstPath]);
  return (
    <section className="kh-screen" aria-labelledby={id}>
      {icon}
      <h1 className="kh-title" id={id} ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {lead && <p className="kh-lead">{lead}</p>}
      {children}
    </section>
  );
}
