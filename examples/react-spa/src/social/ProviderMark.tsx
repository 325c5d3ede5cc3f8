import { marks } from "./marks.ts";

/** The logo of a provider; a key for one without a logo. */
export const ProviderMark = ({ id }: { id: string }) => (
  <svg className="mark" viewBox="0 0 24 24" aria-hidden="true">
    <path d={marks[id] ?? marks.credential} />
  </svg>
);
