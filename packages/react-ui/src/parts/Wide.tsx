import type { ReactElement, ReactNode } from "react";

/** A screen as wide as the sections of settings, without their navigation. */
export const Wide = ({ children }: { readonly children: ReactNode }): ReactElement => (
  <div className="kh-sections">
    <div className="kh-section">{children}</div>
  </div>
);
