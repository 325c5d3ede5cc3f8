import type { ReactNode } from "react";

interface EmptyProps {
  readonly title: string;
  readonly text: string;
  /** What the user can do. */
  readonly children?: ReactNode;
  readonly role?: "alert";
}

/** In place of data that is absent, or that could not be read. */
export const Empty = ({ title, text, children, role }: EmptyProps) => (
  <div className="empty" role={role}>
    <p className="name">{title}</p>
    <p className="soft">{text}</p>
    {children}
  </div>
);
