import type { Terminal } from "./terminal.js";

/** How far a work is. */
export interface Progress {
  /** What is counted, e.g. "orders". */
  readonly entity: string;
  readonly done: number;
  /** Null if the number is unknown. */
  readonly total: number | null;
}

/** The notes of a work: a line that is rewritten, or without a terminal a line for each entity. */
export interface ProgressNotes {
  show(progress: Progress): void;
  /** Removes the rewritten line, or writes the line of the last entity. */
  end(): void;
}

export function progressNotes(terminal: Terminal): ProgressNotes {
  const { line } = terminal;
  let last: Progress | null = null;
  return {
    show: (progress) => {
      if (line) line.rewrite(textOf(progress));
      else if (last && last.entity !== progress.entity) terminal.note(textOf(last));
      last = progress;
    },
    end: () => {
      if (line) line.clear();
      else if (last) terminal.note(textOf(last));
      last = null;
    },
  };
}

/** A count that outgrows the total is shown without the total. */
const textOf = ({ entity, done, total }: Progress): string =>
  total === null || done > total ? `${entity}: ${done}` : `${entity}: ${done} of ${total}`;
