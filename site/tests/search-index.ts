import { globSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { miniSearch } from "../src/search.ts";
import { site, vitepress } from "./built-site.ts";

interface Index {
  search(query: string): readonly { readonly id: string }[];
}

interface MiniSearch {
  loadJSON(json: string, options: object): Index;
}

/** The indexes of the built site: of all texts, and of the headings that a browser loads first. */
const chunks = { whole: "@localSearchIndexroot", headings: "virtual_first-search-index" } as const;

export const indexFile = (which: keyof typeof chunks): string => {
  const [file = ""] = globSync(`dist/assets/chunks/${chunks[which]}.*.js`, { cwd: site });
  return join(site, file);
};

/** An index of the built site, with the options of the search's dialog. */
export async function searchIndex(which: keyof typeof chunks = "whole"): Promise<(query: string) => readonly string[]> {
  const { default: json }: { readonly default: string } = await import(pathToFileURL(indexFile(which)).href);
  const engine: MiniSearch = createRequire(realpathSync(vitepress))("minisearch");
  const index = engine.loadJSON(json, {
    fields: ["title", "titles", "text"],
    storeFields: ["title", "titles"],
    // As the dialog of VitePress has them.
    searchOptions: { fuzzy: 0.2, prefix: true, boost: { title: 4, text: 2, titles: 1 }, ...miniSearch.searchOptions },
    ...miniSearch.options,
  });
  return (query) => index.search(query).map(({ id }) => id);
}

/** The pages of the first three results, each once. */
export const firstPages = (ids: readonly string[]): readonly string[] =>
  [...new Set(ids.map((id) => id.replace(/#.*$/, "")))].slice(0, 3);
