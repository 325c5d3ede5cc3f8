// Writes the pages of the site into site/.pages: those of docs/, the home page, and lists that are made of them, and
// the reference, from the packages' sources.
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readContents } from "./contents.ts";
import { homePage } from "./home.ts";
import { llmsText } from "./llms.ts";
import { readPages, root, sitePath } from "./pages.ts";
import { repository, summary } from "./project.ts";
import { readReference } from "./reference/write.ts";
import { showPage } from "./show.ts";

const target = join(root, "site/.pages");
const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(target, path)), { recursive: true });
  writeFileSync(join(target, path), text);
};

rmSync(target, { recursive: true, force: true });
const pages = readPages();
const sections = readContents(pages);
for (const page of pages) write(sitePath(page.path), showPage(page, repository));

const decisions = pages.filter(({ path }) => path.startsWith("decisions/"));
const rows = decisions.map(({ path, title }) => `- [${title}](/${path})`);
write(
  "decisions/index.md",
  ["# Decisions", "", "The reasons for the design, one page each.", "", ...rows, ""].join("\n"),
);

write("index.md", homePage());
cpSync(join(root, "docs/images"), join(target, "public/images"), { recursive: true });
cpSync(join(root, "site/public"), join(target, "public"), { recursive: true });

const reference = await readReference();
for (const { path, text } of reference.pages) write(path, text);
write("reference.json", JSON.stringify(reference.addresses));
const entries = reference.pages.map((page) => ({ ...page, below: [] }));
write("public/llms.txt", llmsText(summary, [...sections, { title: "Reference", entries }]));
