import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, inject, test } from "vitest";
import { freePort } from "../../tests/harness/free-port.ts";

const { chromium } = inject("services");
const example = join(import.meta.dirname, "playwright");

test.skipIf(chromium === null)(
  "Playwright opens the pages of each role, and signs in a new user",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "keyhold-"));
    const env = {
      ...process.env,
      AUTH_URL: `http://localhost:${await freePort()}`,
      DATABASE_FILE: join(folder, "test.sqlite"),
      CHROMIUM_PATH: chromium ?? "",
    };
    const options = ["--timeout=120000", `--output=${join(folder, "results")}`];
    const program = join(example, "node_modules/@playwright/test/cli.js");
    const { stdout } = await promisify(execFile)(process.execPath, [program, "test", ...options], {
      cwd: example,
      env,
    });
    expect(stdout).toMatch(/^ +7 passed/m);
    rmSync(folder, { recursive: true });
  },
  240_000,
);
