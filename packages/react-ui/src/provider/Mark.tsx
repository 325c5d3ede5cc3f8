import type { ReactElement } from "react";
import { marks } from "./marks.js";

/** The logo of a provider; a key for a provider without a logo. */
export const Mark = ({ id }: { readonly id: string }): ReactElement => (
  <svg className="kh-mark" viewBox="0 0 24 24" aria-hidden="true">
    <path d={marks[id] ?? marks.credential} />
  </svg>
);
