// Compiles the code on the pages, and names each error with page and line: a step of `npm run check`.
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { compiledBlocks } from "../tests/harness/docs-blocks.ts";
import { errorsIn, writeProgram } from "../tests/harness/docs-program.ts";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
// TypeScript names files without links.
const folder = realpathSync(mkdtempSync(join(tmpdir(), "keyhold-docs-")));
try {
  writeProgram(root, folder, compiledBlocks(root));
  const errors = errorsIn(root, folder);
  for (const error of errors) console.error(error);
  if (errors.length > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
