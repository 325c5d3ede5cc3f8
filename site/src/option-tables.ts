import type { MarkdownRenderer } from "vitepress";

/** Marks tables of options, so that a narrow screen shows each row as lines: name, default, description. */
export function optionTables(md: MarkdownRenderer): void {
  md.core.ruler.push("option-tables", ({ tokens }) => {
    for (const [index, token] of tokens.entries()) {
      if (token.type !== "table_open") continue;
      // Below a table_open: thead_open, tr_open, th_open, inline.
      const header = tokens[index + 4];
      if (header?.content === "option") token.attrJoin("class", "options");
    }
  });
}
