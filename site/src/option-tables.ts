import type { MarkdownRenderer } from "vitepress";

/** Marks tables of options, so that a narrow screen shows each row as lines: name, default, description. */
export function optionTables(md: MarkdownRenderer): void {
  const { rules } = md.renderer;
  const open = rules.table_open;
  rules.table_open = (tokens, index, options, env, renderer) => {
    const html = open?.(tokens, index, options, env, renderer) ?? renderer.renderToken(tokens, index, options);
    // Behind the table: its head, the row, the cell, and the text of the cell.
    return tokens[index + 4]?.content === "option" ? html.replace("<table", '<table class="options"') : html;
  };
}
