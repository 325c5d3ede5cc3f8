// Writes the pages of the site into site/.pages: those of docs/, the home page, and lists that are made of them, and
// the reference, from the packages' sources.
import { rmSync } from "node:fs";
import { readContents } from "./contents.ts";
import { target, write, writeGuides } from "./guides.ts";
import { llmsText } from "./llms.ts";
import { readPages } from "./pages.ts";
import { summary } from "./project.ts";
import { readReference } from "./reference/write.ts";

rmSync(target, { recursive: true, force: true });
const pages = readPages();
writeGuides(pages);
const reference = await readReference();
for (const { path, text } of reference.pages) write(path, text);
write("reference.json", JSON.stringify(reference.addresses));
const entries = reference.pages.map((page) => ({ ...page, below: [] }));
write("public/llms.txt", llmsText(summary, [...readContents(pages), { title: "Reference", entries }]));
