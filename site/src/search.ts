import type { MarkdownRenderer } from "vitepress";

/** The search reads the text of a block of code: coloring it takes longer than all else of the index. */
export function plainCodeForSearch(md: MarkdownRenderer): void {
  const { fence } = md.renderer.rules;
  md.renderer.rules.fence = (tokens, index, options, env, renderer) => {
    if (env.isSearch !== true) return fence?.(tokens, index, options, env, renderer) ?? "";
    return `<pre><code>${md.utils.escapeHtml(tokens[index]?.content ?? "")}</code></pre>\n`;
  };
}

/** How the search splits texts and weighs matches. VitePress runs these functions in the browser as well: they can use their arguments only. */
export const miniSearch = {
  options: {
    // Words, and paths as a whole, with a slash before them: "/sign-in/email". A word begins no path.
    tokenize: (text: string) => [
      ...text.split(/[\n\r\p{Z}\p{P}]+/u),
      ...(text.match(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*(?:\/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*)+/gu) ?? []).map(
        (path) => `/${path}`,
      ),
    ],
    // Words that every page has: as prefixes they match the most frequent words.
    processTerm: (term: string) =>
      /^(an?|the|of|for|to|and|or|with|my|how|do|is)$/i.test(term) ? null : term.toLowerCase(),
  },
  searchOptions: {
    boost: { title: 6, titles: 2, text: 1 },
    boostDocument: (id: string, term: string) => {
      if (id.startsWith("/reference/routes")) return term.startsWith("/") ? 8 : 0.3;
      if (/^\/errors\b/.test(id)) return 0.6;
      return /^\/reference\//.test(id) ? 0.2 : 1;
    },
  },
};
