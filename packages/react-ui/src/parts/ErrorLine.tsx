import { type ReactElement, useEffect, useRef } from "react";

/** The problem of a button, which gets the focus. The element exists before the text, so that the text is announced. */
export function ErrorLine({ text }: { readonly text: string | null }): ReactElement {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (text) line.current?.focus();
  }, [text]);
  return (
    <div role="alert">
      {text && (
        <p className="kh-summary" tabIndex={-1} ref={line}>
          {text}
        </p>
      )}
    </div>
  );
}
