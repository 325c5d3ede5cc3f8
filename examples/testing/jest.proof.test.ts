import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const example = join(import.meta.dirname, "jest");

/** What Jest prints at the end. */
async function summaryOf(file: string): Promise<string | undefined> {
  const args = ["--experimental-vm-modules", "node_modules/jest/bin/jest.js", "--ci", file];
  const { stderr } = await promisify(execFile)(process.execPath, args, { cwd: example });
  return /^Tests: +(.+)$/m.exec(stderr)?.[1];
}

test("Jest runs tests that are ES modules", async () => {
  expect(await summaryOf("app.spec.ts")).toBe("3 passed, 3 total");
});

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

test.skipIf(major < 24 || (major === 24 && minor < 9))("Jest runs tests in CommonJS", async () => {
  expect(await summaryOf("commonjs.spec.cjs")).toBe("1 passed, 1 total");
});
