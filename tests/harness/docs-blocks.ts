import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A piece of TypeScript on a page. */
export interface Block {
  readonly page: string;
  /** Of its first line of code. */
  readonly line: number;
  readonly language: "ts" | "tsx";
  /** The repository's file in the block, as in ```ts title="examples/…". */
  readonly title: string | null;
  /** True for a block marked as incomplete, as in ```ts fragment. */
  readonly isFragment: boolean;
  /** Blocks of one place with different tabs are alternatives, as in ```ts tab="PostgreSQL". */
  readonly tab: string | null;
  readonly code: string;
}

/** Every page for users. Decisions are left out: their code is not meant for copying. */
export const pagesOf = (root: string): string[] =>
  globSync(["README.md", "docs/**/*.md", "packages/*/README.md"], { cwd: root, exclude: ["docs/decisions/**"] }).sort();

const known: ReadonlySet<string> = new Set([
  "ts",
  "tsx",
  "html",
  "css",
  "svelte",
  "vue",
  "astro",
  "json",
  "sh",
  "http",
  "mermaid",
  "",
]);

/** The blocks of a page. Throws on an unknown language, because its blocks would not be checked. */
export function readBlocks(root: string, page: string): Block[] {
  const text = readFileSync(join(root, page), "utf8");
  return [...text.matchAll(/^```(\w*)(.*)\n([\s\S]*?)^```$/gm)].flatMap((match) => {
    const [, language = "", words = "", code = ""] = match;
    if (!known.has(language))
      throw new Error(
        `${page} has a block of "${language}": say ts, tsx, html, css, svelte, vue, astro, json, sh, http or mermaid.`,
      );
    if (language !== "ts" && language !== "tsx") return [];
    const line = text.slice(0, match.index).split("\n").length + 1;
    const title = /title="([^"]+)"/.exec(words)?.[1] ?? null;
    const tab = /tab="([^"]+)"/.exec(words)?.[1] ?? null;
    return [{ page, line, language, title, isFragment: words.trim() === "fragment", tab, code }];
  });
}

/** tests/harness/quickstarts types these pages into apps with the frameworks, and compiles them there. */
const isQuickstart = ({ page }: Block): boolean =>
  page.startsWith("docs/frameworks/") && page !== "docs/frameworks/lambda.md";

/** The blocks of all pages that compile on their own. */
export const compiledBlocks = (root: string): readonly Block[] =>
  pagesOf(root)
    .flatMap((page) => readBlocks(root, page))
    .filter((block) => !block.isFragment && !isQuickstart(block));
