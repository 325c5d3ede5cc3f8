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
  /** Text for `print`, in a color if stdout shows colors. */
  paint(style: Style, text: string): string;
  /** Text for `note`, in a color if stderr shows colors. */
  paintNote(style: Style, text: string): string;
}

/** A stream of a process. */
type Stream = Writable & { readonly isTTY?: boolean };

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
    paint: paintFor(stdout),
    paintNote: paintFor(stderr),
  };
}

/** See no-color.org and force-color.org. */
export function hasColors(stream: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== "0";
  return stream.isTTY === true && env.TERM !== "dumb";
}
