import type { MarkdownRenderer } from "vitepress";

/** The search reads the text of a block of code: coloring it takes longer than all else of the index. */
export function plainCodeForSearch(md: MarkdownRenderer): void {
  const { fence } = md.renderer.rules;
  md.renderer.rules.fence = (tokens, index, options, env, renderer) => {
    if (env.isSearch !== true) return fence?.(tokens, index, options, env, renderer) ?? "";
    return `<pre><code>${md.utils.escapeHtml(tokens[index]?.content ?? "")}</code></pre>\n`;
  };
}
