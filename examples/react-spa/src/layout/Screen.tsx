import { type ReactNode, useEffect, useRef } from "react";

let isFirst = true;

interface ScreenProps {
  /** The title of the document, and of the heading by default. */
  readonly title: string;
  readonly heading?: ReactNode;
  readonly lead?: ReactNode;
  readonly children?: ReactNode;
}

/** The screen of one URL. A new screen moves the focus to its heading, as a new page would. */
export function Screen({ title, heading = title, lead, children }: ScreenProps) {
  const top = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Keyhold example`;
  }, [title]);
  useEffect(() => {
    if (!isFirst) top.current?.focus({ preventScroll: true });
    isFirst = false;
  }, []);
  return (
    <div className="screen">
      <h1 ref={top} tabIndex={-1}>
        {heading}
      </h1>
      {lead && <p className="lead">{lead}</p>}
      {children}
    </div>
  );
}
