import { marks } from "./marks.ts";

/** What people know a way to sign in by; a key where nobody has drawn it. */
export const ProviderMark = ({ id }: { id: string }) => (
  <svg className="mark" viewBox="0 0 24 24" aria-hidden="true">
    <path d={marks[id] ?? marks.credential} />
  </svg>
);
