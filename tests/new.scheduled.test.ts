import { afterAll, beforeAll, expect, test } from "vitest";
import { copyRepository, newParts, type RepositoryCopy } from "./harness/repository-copy.ts";

/** `npm run new …`: no other file of the repository has a list of parts that lacks the new ones. */

let copy: RepositoryCopy;
beforeAll(async () => {
  copy = await copyRepository();
}, 120_000);
afterAll(() => copy?.remove());

test("the whole repository passes lint and types with a new part of each kind", { timeout: 600_000 }, async () => {
  for (const [words] of newParts) {
    const made = await copy.make(...words);
    expect(made.code, made.text).toBe(0);
  }
  const lint = await copy.run("biome", ["check", "--error-on-warnings"]);
  expect(lint.code, lint.text).toBe(0);
  const { code, text } = await copy.run("node", ["node_modules/typescript7/bin/tsc", "--noEmit"]);
  expect(code, text).toBe(0);
});
