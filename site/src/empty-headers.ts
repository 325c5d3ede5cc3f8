import type { MarkdownRenderer } from "vitepress";

/** A header cell without text heads no column: it becomes a plain cell, so that no screen reader announces it. */
export function plainEmptyHeaders(md: MarkdownRenderer): void {
  const { rules } = md.renderer;
  rules.th_open = (tokens, index, options, _, renderer) =>
    tokens[index + 1]?.content === "" ? "<td>" : renderer.renderToken(tokens, index, options);
  rules.th_close = (tokens, index, options, _, renderer) =>
    tokens[index - 1]?.content === "" ? "</td>" : renderer.renderToken(tokens, index, options);
}
