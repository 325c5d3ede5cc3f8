import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { drizzleMajor, drizzleVersion } from "./drizzle-version.js";

function appWith(version: string | null): string {
  const root = mkdtempSync(join(tmpdir(), "keyhold-drizzle-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const folder = join(root, "node_modules/drizzle-orm");
  if (version === null) return root;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "drizzle-orm", version, main: "index.cjs" }));
  writeFileSync(join(folder, "index.cjs"), "");
  return root;
}

test.each([
  ["0.45.4", 0],
  ["1.0.0-rc.5", 1],
  ["1.2.0", 1],
  [null, 0],
] as const)("an app with drizzle-orm %s gets relations for the major %i", (version, major) => {
  const root = appWith(version);
  expect(drizzleVersion(root)).toBe(version);
  expect(drizzleMajor(root)).toBe(major);
});
