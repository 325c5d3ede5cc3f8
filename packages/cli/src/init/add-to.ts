import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Template } from "./template.js";

/** Lines for a file that the app has. */
export interface Addition {
  /** The paths at which the file may be, e.g. with other endings. */
  readonly paths: readonly string[];
  /**
   * The text with the lines; the given text if all lines are there; null if the program does not know where they
   * belong.
   */
  readonly add: (text: string) => string | null;
  /** What the developer does instead. */
  readonly step: string;
}

export type Added = Required<Pick<Template, "files" | "added" | "steps">>;

/** Adds lines to a file of the app, or says what is to be added. */
export function addTo(folder: string, { paths, add, step }: Addition): Added {
  const path = paths.find((candidate) => existsSync(join(folder, candidate)));
  const text = path === undefined ? null : add(readFileSync(join(folder, path), "utf8"));
  if (path === undefined || text === null) return { files: {}, added: [], steps: [step] };
  return { files: { [path]: text }, added: [path], steps: [] };
}

/** Several additions combined. */
export const allAdded = (parts: readonly Added[]): Added => ({
  files: Object.assign({}, ...parts.map(({ files }) => files)),
  added: parts.flatMap(({ added }) => added),
  steps: parts.flatMap(({ steps }) => steps),
});

/** Adds members to the object that a call gets, e.g. `defineConfig({ … })`, in the quotes of the file. */
export function addMembers(text: string, call: string, members: readonly string[]): string | null {
  const empty = new RegExp(`${call}\\(\\{\\s*\\}\\)`);
  const lines = members.map((member) => `  ${inQuotesOf(text, member)},\n`).join("");
  if (empty.test(text)) return text.replace(empty, () => `${call}({\n${lines}})`);
  const start = `${call}({\n`;
  return text.includes(start) ? text.replace(start, () => start + lines) : null;
}

/** Adds imports below the first import of the file, or at the start. */
export function addImports(text: string, imports: readonly string[]): string {
  const lines = imports.map((line) => `${inQuotesOf(text, line)}\n`).join("");
  const first = /^import (?:[^;"']*? from )?["'][^"']+["'];?\n/m.exec(text)?.[0];
  return first === undefined ? `${lines}\n${text}` : text.replace(first, () => first + lines);
}

const inQuotesOf = (text: string, code: string): string =>
  text.includes("'") && !text.includes('"') ? code.replaceAll('"', "'") : code;
