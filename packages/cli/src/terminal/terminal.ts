import type { Writable } from "node:stream";
import { styleText } from "node:util";

type Style = Parameters<typeof styleText>[0];

/** Where a command prints, and whether questions are allowed. */
export interface Terminal {
  /** Whether a person can answer: input and output are terminals, and this is no CI. */
  readonly isInteractive: boolean;
  /** A line of the result, on stdout. */
  print(line: string): void;
  /** A line about the work, on stderr: progress, warnings, errors. */
  note(line: string): void;
  /** A line on stderr that is rewritten; null if stderr is no terminal that a person sees. */
  readonly line: RewrittenLine | null;
  /** Text for `print`, in a color if stdout shows colors. */
  paint(style: Style, text: string): string;
  /** Text for `note`, in a color if stderr shows colors. */
  paintNote(style: Style, text: string): string;
}

/** The last line of a terminal, for progress. */
export interface RewrittenLine {
  /** Shows a text instead of the text before. A text that is wider than the terminal is cut. */
  rewrite(text: string): void;
  /** Removes the text. */
  clear(): void;
}

/** A stream of a process. */
type Stream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

export interface Streams {
  readonly stdin: { readonly isTTY?: boolean };
  readonly stdout: Stream;
  readonly stderr: Stream;
  readonly env: NodeJS.ProcessEnv;
}

/** The terminal of this process. */
export function terminalOf({ stdin, stdout, stderr, env }: Streams): Terminal {
  const paintFor =
    (stream: Stream) =>
    (style: Style, text: string): string =>
      hasColors(stream, env) ? styleText(style, text, { validateStream: false }) : text;
  return {
    isInteractive: stdin.isTTY === true && stdout.isTTY === true && !env.CI,
    print: (line) => void stdout.write(`${line}\n`),
    note: (line) => void stderr.write(`${line}\n`),
    line: stderr.isTTY === true && !env.CI && env.TERM !== "dumb" ? rewrittenLine(stderr) : null,
    paint: paintFor(stdout),
    paintNote: paintFor(stderr),
  };
}

const eraseLine = "\r\u001b[2K";

function rewrittenLine(stream: Stream): RewrittenLine {
  return {
    // In the last column some terminals begin a new line. A terminal without a width has 0 columns.
    rewrite: (text) => void stream.write(`${eraseLine}${text.slice(0, (stream.columns || 80) - 1)}`),
    clear: () => void stream.write(eraseLine),
  };
}

/** See no-color.org and force-color.org. */
export function hasColors(stream: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== "0";
  return stream.isTTY === true && env.TERM !== "dumb";
}
