import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const page = readFileSync(join(import.meta.dirname, "../../../docs/billing/sell.md"), "utf8");
const maxLines = 40;

/** The lines of the files of the page that an app's developer writes: without blank lines and comments. */
function codeOf(text: string): readonly string[] {
  const blocks = [...text.matchAll(/^```ts\n(\/\/ [\w.]+\n[\s\S]*?)^```$/gm)].map(([, code = ""]) => code);
  return blocks.flatMap((code) => code.split("\n")).filter((line) => line.trim() !== "" && !/^\s*\/\//.test(line));
}

test(`an app sells a subscription and unlocks a feature with at most ${maxLines} lines of its own`, () => {
  const lines = codeOf(page);
  expect(lines.join("\n")).toContain("entitlements: defineEntitlements(");
  expect(lines.join("\n")).toContain("auth.api.billing.has(");
  expect(lines.length).toBeLessThanOrEqual(maxLines);
});
