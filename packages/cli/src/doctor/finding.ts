import type { Terminal } from "../terminal/terminal.js";

/** The result of a check. */
export interface Finding {
  readonly level: "ok" | "warn" | "fail";
  /** What was checked, in a word or two. */
  readonly subject: string;
  readonly message: string;
  /** What to change; null for "ok". */
  readonly remedy: string | null;
}

export const ok = (subject: string, message: string): Finding => ({ level: "ok", subject, message, remedy: null });

export const warn = (subject: string, message: string, remedy: string): Finding => ({
  level: "warn",
  subject,
  message,
  remedy,
});

export const fail = (subject: string, message: string, remedy: string): Finding => ({
  level: "fail",
  subject,
  message,
  remedy,
});

const colors = { ok: "green", warn: "yellow", fail: "red" } as const;

/** Prints the result of a check. `width`: of the longest subject. */
export function printFinding(terminal: Terminal, { level, subject, message, remedy }: Finding, width = 11): void {
  terminal.print(`${terminal.paint(colors[level], level.padEnd(4))}  ${subject.padEnd(width)}  ${message}`);
  if (remedy) terminal.print(`${" ".repeat(width + 8)}${terminal.paint("cyan", "→")} ${remedy}`);
}
