import type { RefObject } from "react";

/**
 * Moves the focus to an element after a successful action whose button is removed. A focus that the user has moved
 * since stays, e.g. when the user types in the next field while the list is read again.
 */
export async function focusAfter(action: Promise<boolean>, target: RefObject<HTMLElement | null>): Promise<void> {
  const before = document.activeElement;
  if (!(await action)) return;
  const now = document.activeElement;
  // The browser gives the focus of a removed element to the body.
  if (now === before || now === document.body) target.current?.focus();
}
