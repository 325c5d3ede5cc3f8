import { renderLineRows, renderSection } from "./markdown.ts";
import type { Section } from "./section.ts";

/** The page with these sections measured again, or for the first time: all else stays as it was recorded. */
export function amendMarkdown(page: string, sections: readonly Section[]): string {
  const blocks = page.trimEnd().split(/\n\n(?=## )/);
  for (const section of sections) {
    const rendered = renderSection(section);
    const present = blocks.findIndex((block) => block.startsWith(`## ${section.title}\n`));
    if (present < 0) blocks.push(rendered);
    else blocks[present] = rendered;
  }
  const lines = blocks.findIndex((block) => block.startsWith("## Performance limits\n"));
  const rows = renderLineRows(sections.flatMap((section) => section.lines));
  blocks[lines] = amendRows(blocks[lines] ?? "", rows);
  return `${blocks.join("\n\n")}\n`;
}

/** A table with these rows, each in the place of the row with the same first cell, or below all others. */
function amendRows(table: string, rows: readonly string[]): string {
  const nameOf = (row: string): string => row.split(" | ", 1)[0] ?? "";
  const known = table.split("\n");
  for (const row of rows) {
    const place = known.findIndex((line) => nameOf(line) === nameOf(row));
    if (place < 0) known.push(row);
    else known[place] = row;
  }
  return known.join("\n");
}
