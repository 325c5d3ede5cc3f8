import type { MouseEvent, ReactElement } from "react";
import { type LinkProps, useUI } from "./context.js";

/**
 * The default link: goes to another screen as `navigate` does. The browser still opens the screen in a new tab on
 * request.
 */
export function Link({ href, children, ...rest }: LinkProps): ReactElement {
  const { navigate } = useUI();
  function follow(event: MouseEvent): void {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(href, { replace: false });
  }
  return (
    <a href={href} onClick={follow} {...rest}>
      {children}
    </a>
  );
}
