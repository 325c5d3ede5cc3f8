import type { Page } from "./pages.ts";

/** A section of the list of pages in `docs/README.md`. */
export interface Section {
  readonly title: string;
  readonly entries: readonly Entry[];
}

/** One page in that list, with the pages of its folder. */
export interface Entry {
  readonly path: string;
  readonly title: string;
  readonly summary: string;
  /** E.g. of "social.md" the pages of "social/". */
  readonly below: readonly Page[];
}

/** Reads the list of pages: the site's order is that of `docs/README.md`. */
export function readContents(pages: readonly Page[]): readonly Section[] {
  const list = pages.find(({ path }) => path === "README.md")?.text ?? "";
  const parts = list.split(/^## /m).slice(1);
  const listed = new Set([...list.matchAll(/\]\(([^)]+\.md)\)/g)].map(([, path]) => path));
  return parts.map((part) => {
    const [title = ""] = part.split("\n");
    const rows = [...part.matchAll(/^- \[([^\]]+)\]\(([^)]+)\): (.+)$/gm)];
    const entries = rows.map(([, name = "", path = "", summary = ""]): Entry => {
      const folder = path.replace(/(\.md)?$/, "/");
      const below = pages.filter((page) => page.path.startsWith(folder) && !listed.has(page.path));
      return { path: path.endsWith(".md") ? path : `${path}/index.md`, title: name, summary, below };
    });
    return { title: title.trim(), entries };
  });
}
