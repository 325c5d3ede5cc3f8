import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { homePage } from "./home.ts";
import { type Page, readPages, root, sitePath } from "./pages.ts";
import { repository } from "./project.ts";
import { showPage } from "./show.ts";

/** The folder of the pages that VitePress reads. */
export const target = join(root, "site/.pages");

/** Writes a file below `target`, unless the file has this text: a watcher sees changes only. */
export function write(path: string, text: string): void {
  const file = join(target, path);
  if (existsSync(file) && readFileSync(file, "utf8") === text) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Writes the pages of `docs/`, the home page and the list of decisions, and copies the pictures. */
export function writeGuides(pages: readonly Page[] = readPages()): void {
  for (const page of pages) write(sitePath(page.path), showPage(page, repository));
  const rows = pages
    .filter(({ path }) => path.startsWith("decisions/"))
    .map(({ path, title }) => `- [${title}](/${path})`);
  write(
    "decisions/index.md",
    ["# Decisions", "", "The reasons for the design, one page each.", "", ...rows, ""].join("\n"),
  );
  write("index.md", homePage());
  cpSync(join(root, "docs/images"), join(target, "public/images"), { recursive: true });
  cpSync(join(root, "site/public"), join(target, "public"), { recursive: true });
}

/** Removes the page of a file of `docs/` that no longer exists. */
export const removeGuide = (path: string): void => rmSync(join(target, sitePath(path)), { force: true });
