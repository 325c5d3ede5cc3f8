import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readBlocks } from "./harness/docs-blocks.ts";
import { errorsIn, writeProgram } from "./harness/docs-program.ts";

/** The check of the code on the pages finds the mistakes of a page. */

const root = join(import.meta.dirname, "..");
const temporary = realpathSync(mkdtempSync(join(tmpdir(), "keyhold-docs-")));

const page = `# Wrong code

Ünïcode before the code – and more of it.

\`\`\`ts
// auth.ts
import { memory } from "@keyhold/adapter-memory";

export const auth = createAuth({ secret: "ä – ö", baseURL: "https://app.example.com", database: memory() });
export const port: number = "3000";
\`\`\`

\`\`\`ts
import { auth } from "./auth.js";

await auth.api.signIn.mail({ email, password });
\`\`\`

\`\`\`tsx
import { nothing } from "@keyhold/react";

export const Page = () => <p>{nothing}</p>;
\`\`\`

\`\`\`ts
session: { expiresInDays: 7 }
\`\`\`

\`\`\`ts
import { chromium } from "playwright-core";
\`\`\`

\`\`\`ts
const right = email.length;
const broken = (;
\`\`\`

\`\`\`ts
class Hidden {
  private readonly secret = 1;
}
export const opened = class extends Hidden {
  private readonly other = 2;
};
\`\`\`
`;

const part = `# A page of the guide

\`\`\`ts
import { auth } from "./auth.js";

await auth.api.signIn.mail({ email, password });
\`\`\`
`;

let errors: readonly string[] = [];

beforeAll(() => {
  const [source, program] = [join(temporary, "pages"), join(temporary, "program")];
  mkdirSync(join(source, "docs/wrong"), { recursive: true });
  mkdirSync(program);
  writeFileSync(join(source, "docs/wrong.md"), page);
  writeFileSync(join(source, "docs/wrong/part.md"), part);
  const blocks = ["docs/wrong.md", "docs/wrong/part.md"].flatMap((path) => readBlocks(source, path));
  writeProgram(root, program, blocks);
  errors = errorsIn(root, program);
}, 120_000);
afterAll(() => rmSync(temporary, { recursive: true }));

/** The lines of the page with errors of these codes, e.g. "10 TS2322". */
const found = (): readonly string[] =>
  errors
    .filter((error) => !error.startsWith("docs/wrong/part.md:"))
    .map((error) => error.replace(/^docs\/wrong\.md:(\d+): (TS\d+): .*$/s, "$1 $2"));

describe("the check of the code on the pages", () => {
  test.each([
    ["a value of the wrong type", "10 TS2322"],
    ["a method that does not exist, of the file of another block", "16 TS2551"],
    ["an export that does not exist", "20 TS2305"],
    ["an option that does not exist", "26 TS2353"],
    ["a package that the pages do not name", "30 TS2307"],
    ["code that does not parse", "35 TS1109"],
    ["an export whose declaration has no name for its type", "42 TS4094"],
  ])("names the page and the line of %s", (_, line) => {
    expect(found()).toContain(line);
  });

  test("knows the files of the guide on a page in the folder of the guide", () => {
    const ofPart = errors.filter((error) => error.startsWith("docs/wrong/part.md:"));
    expect(ofPart).toEqual([expect.stringMatching(/^docs\/wrong\/part\.md:6: TS2551: /)]);
  });

  test("names no other line", () => {
    expect([...new Set(found().map((line) => line.split(" ")[0]))]).toEqual(["10", "16", "20", "26", "30", "35", "42"]);
  });
});
