import type { MarkdownRenderer } from "vitepress";

/**
 * The addresses of a sample, e.g. "/errors /databases": a build of all pages, in which these alone have colored code and
 * the list of pages beside them. Both take most of the time of a build, and a single function makes each of them on all pages.
 * Null: the whole site.
 */
export const sample: readonly string[] | null = process.env.SITE_SAMPLE?.split(" ") ?? null;

/** Colors no code outside of the sample. */
export function withoutColors(md: MarkdownRenderer): void {
  const { fence } = md.renderer.rules;
  md.renderer.rules.fence = (tokens, index, options, env, renderer) => {
    const token = tokens[index];
    const address = `/${String(env.relativePath ?? "").replace(/(index)?\.md$/, "")}`;
    if (!sample || sample.includes(address) || token?.info === "ts declaration")
      return fence?.(tokens, index, options, env, renderer) ?? "";
    return `<pre v-pre><code>${md.utils.escapeHtml(token?.content ?? "")}</code></pre>\n`;
  };
}

/** The lists of a site by the beginning of the path, those outside of the sample without entries. */
export function sampledLists<List>(whole: Readonly<Record<string, readonly List[]>>): Record<string, List[]> {
  const begins = Object.keys(whole).sort((one, other) => other.length - one.length);
  const listOf = (path: string): List[] => [...(whole[begins.find((begin) => path.startsWith(begin)) ?? ""] ?? [])];
  if (!sample) return Object.fromEntries(begins.map((begin) => [begin, listOf(begin)]));
  // A longer path is asked first.
  const ofSample = sample.map((path) => [path, listOf(path)] as const);
  const below = sample.filter((path) => path !== "/").map((path) => [`${path}/`, []] as const);
  return Object.fromEntries([...ofSample.filter(([path]) => path !== "/"), ...below, ["/", []]]);
}
