import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";

/** The lines and the imported names of ten tasks of an app. `npm run check` compiles their files. */

const tasks = [
  "admin",
  "email",
  "event",
  "hono",
  "mail",
  "next",
  "organization",
  "passkey",
  "social",
  "two-factor",
] as const;

const folder = import.meta.dirname;
const filesOf = (task: string): readonly string[] => globSync(join(folder, task, "**/*.{ts,tsx}"));

/** Lines with code. */
const linesIn = (text: string): number => text.split("\n").filter((line) => /^\s*(?!\/[/*])\S/.test(line)).length;

/** The names that a file imports from packages. */
const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(/^import (?:type )?\{([^}]+)\} from "[^."]/gm)].flatMap(([, names = ""]) =>
    names.split(",").flatMap((name) => name.trim() || []),
  );

const textsOf = (task: string): readonly string[] => filesOf(task).map((path) => readFileSync(path, "utf8"));

test("each task has its folder", () => {
  const folders = new Set(globSync(join(folder, "*/**/*.{ts,tsx}"), { exclude: ["**/node_modules/**"] }).map(topOf));
  expect([...folders].sort()).toEqual(tasks);
});

function topOf(path: string): string {
  const above = dirname(path);
  return above === folder || dirname(above) === folder ? basename(above) : topOf(above);
}

test.each(tasks)("the task %s imports each name by itself, and has code", (task) => {
  const [lines, names] = [textsOf(task).map(linesIn), textsOf(task).map(namesIn)];
  expect(Math.min(...lines)).toBeGreaterThan(0);
  expect(names.flat().filter((name) => !/^\w+$/.test(name))).toEqual([]);
});

test("the ten tasks have at most 165 lines and 24 imported names", () => {
  const texts = tasks.flatMap(textsOf);
  const names = new Set(texts.flatMap(namesIn));
  expect(names).toContain("createAuth");
  expect(texts.reduce((sum, text) => sum + linesIn(text), 0)).toBeLessThanOrEqual(165);
  expect([...names].length, [...names].join(", ")).toBeLessThanOrEqual(24);
});
