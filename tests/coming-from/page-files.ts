import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { readBlocks } from "../harness/docs-blocks.ts";

const root = join(import.meta.dirname, "../..");

/** The files of a guide, which may have several pages, in a folder of their own, as a reader saves them. */
export function saveGuide(...pages: readonly string[]): { readonly folder: string; remove(): void } {
  // Inside this package, so that imports find its dependencies.
  const parent = join(import.meta.dirname, "node_modules/.pages");
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, "page-"));
  for (const { title, code } of pages.flatMap((page) => readBlocks(root, page))) {
    const name = /^\/\/ ([\w-]+\.ts)$/m.exec(code.split("\n", 1)[0] ?? "")?.[1];
    if (title) copyFileSync(join(root, title), join(folder, basename(title)));
    else if (name) writeFileSync(join(folder, name), code);
  }
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
}
