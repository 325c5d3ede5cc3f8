import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { expect, onTestFinished, test } from "vitest";
import { sourceAliases } from "./harness/source-aliases.ts";

const program = `
  import { sqlite } from "@keyhold/adapter-kysely/sqlite";
  const { kysely, close } = sqlite(":memory:");
  const found = kysely.selectNoFrom((select) => select.val("found").as("word")).executeTakeFirst();
  found.then(async ({ word }) => { await close(); console.log(word); });
`;

/** The entry points of the packages, as files of this repository. */
const ours = {
  name: "sources",
  setup({ onResolve }: Parameters<NonNullable<Parameters<typeof build>[0]["plugins"]>[number]["setup"]>[0]): void {
    for (const { find, replacement } of sourceAliases())
      onResolve({ filter: find }, ({ path }) => ({ path: path.replace(find, replacement) }));
  },
};

test.each(["cjs", "esm"] as const)(
  "a bundle in the format %s has `database.kysely` in an empty folder",
  async (format) => {
    const folder = mkdtempSync(join(tmpdir(), "keyhold-bundle-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const resolveDir = join(import.meta.dirname, "../packages/adapter-kysely");
    const { outputFiles } = await build({
      stdin: { contents: program, resolveDir },
      bundle: true,
      platform: "node",
      format,
      write: false,
      logLevel: "silent",
      plugins: [ours],
    });
    const file = join(folder, format === "cjs" ? "server.cjs" : "server.mjs");
    writeFileSync(file, outputFiles[0]?.contents ?? "");
    const { stdout } = await promisify(execFile)(process.execPath, [file], { cwd: folder });
    expect(stdout.trim()).toBe("found");
  },
);
