import type { ReactNode } from "react";

interface FigureProps {
  readonly label: string;
  readonly children: ReactNode;
  readonly note?: ReactNode;
}

/** One number of the dashboard. */
export const Figure = ({ label, children, note }: FigureProps) => (
  <div className="shop-card shop-figure">
    <dt>{label}</dt>
    <dd className="value">{children}</dd>
    {note && <dd className="shop-note">{note}</dd>}
  </div>
);
