/** A line of a diff. */
export interface DiffLine {
  readonly mark: "+" | "-" | " ";
  readonly text: string;
}

const contextLines = 2;

/** The change from a text to another: equal lines at both ends, and between them the lines that differ. */
export function diff(before: string | null, after: string): readonly DiffLine[] {
  const old = before === null ? [] : linesOf(before);
  const now = linesOf(after);
  const limit = Math.min(old.length, now.length);
  let start = 0;
  while (start < limit && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < limit - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  return [
    ...now.slice(Math.max(0, start - contextLines), start).map((text) => ({ mark: " ", text }) as const),
    ...old.slice(start, old.length - end).map((text) => ({ mark: "-", text }) as const),
    ...now.slice(start, now.length - end).map((text) => ({ mark: "+", text }) as const),
    ...now.slice(now.length - end, now.length - end + contextLines).map((text) => ({ mark: " ", text }) as const),
  ];
}

const linesOf = (text: string): string[] => text.replace(/\n$/, "").split("\n");
