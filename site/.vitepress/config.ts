import { copyFileSync, globSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { defineConfig } from "vitepress";
import { anchorOf } from "../src/anchor.ts";
import { choiceScript, choiceStyles } from "../src/choices.ts";
import { type Entry, readContents } from "../src/contents.ts";
import { lastCommits } from "../src/dates.ts";
import { plainEmptyHeaders } from "../src/empty-headers.ts";
import { firstIndex } from "../src/first-index.ts";
import { optionTables } from "../src/option-tables.ts";
import { readPages, root, sitePath, titleOf } from "../src/pages.ts";
import { repository, summary, version } from "../src/project.ts";
import { declarationBlocks } from "../src/reference/code.ts";
import type { Addresses } from "../src/reference/packages.ts";
import { sampledLists, withoutColors } from "../src/sample.ts";
import { miniSearch, plainCodeForSearch } from "../src/search.ts";
import { tabs } from "../src/tabs.ts";

const pages = readPages();
const sections = readContents(pages);
const linkOf = (path: string): string => `/${sitePath(path).replace(/(index)?\.md$/, "")}`;

/** Every page has the list beside it as HTML: a longer part is only on its own pages, and takes the place of the others. */
const longPart = 100;
const isLong = ({ below }: Entry): boolean => below.length >= longPart;
const longParts = sections.flatMap(({ entries }) => entries).filter(isLong);

const asItem = (entry: Entry, isOpen: boolean) => ({
  text: entry.title,
  link: linkOf(entry.path),
  ...(isOpen &&
    entry.below.length > 0 && {
      collapsed: true,
      items: entry.below.map((page) => ({ text: page.title, link: linkOf(page.path) })),
    }),
});

/** The list of pages, with the parts of these entries. */
const listWith = (isOpen: (entry: Entry) => boolean) =>
  sections.map(({ title, entries }) => ({
    text: title,
    items: entries.map((entry) => asItem(entry, isOpen(entry))),
  }));

const referenceItem = { text: "Reference", link: "/reference/" };

const written = join(root, "site/.pages");
const addresses: Addresses = JSON.parse(readFileSync(join(written, "reference.json"), "utf8"));
const reference = globSync("reference/*.md", { cwd: written })
  .filter((path) => !path.endsWith("/index.md"))
  .map((path) => ({ text: titleOf(readFileSync(join(written, path), "utf8")), link: `/${path.replace(".md", "")}` }))
  .sort(
    (one, other) =>
      Number(one.text.startsWith("@")) - Number(other.text.startsWith("@")) || (one.text < other.text ? -1 : 1),
  );

/** The page of docs/ by its path on the site: the others are made by the build. */
const sources = new Map(pages.map(({ path }) => [sitePath(path), `docs/${path}`]));
const commits = lastCommits("docs");

/** A style sheet that the build makes. */
const virtualStyles = (name: string, write: () => string) => ({
  name,
  resolveId: (id: string) => (id === name ? `\0${name}` : null),
  load: (id: string) => (id === `\0${name}` ? write() : null),
});

/** The list beside each page, by the beginning of the page's path: the first that fits is taken. */
const wholeLists = {
  ...Object.fromEntries(
    longParts.map((long) => [
      linkOf(long.path).replace(/\/$/, ""),
      [...listWith((entry) => entry === long), referenceItem],
    ]),
  ),
  "/": [...listWith((entry) => !isLong(entry)), { ...referenceItem, collapsed: true, items: reference }],
};

/** Set by src/watch.ts. */
const isWatching = process.env.DOCS_WATCH === "1";

export default defineConfig({
  title: "Keyhold",
  description: summary,
  lang: "en",
  srcDir: ".pages",
  outDir: "dist",
  cacheDir: ".cache",
  // The index of the search is loaded by its dialog only.
  vite: {
    build: { chunkSizeWarningLimit: 4000 },
    plugins: [virtualStyles("virtual:choices.css", choiceStyles), ...(isWatching ? [] : [firstIndex()])],
  },
  // A quickstart ends at a page on the reader's machine.
  ignoreDeadLinks: "localhostLinks",
  cleanUrls: true,
  lastUpdated: false,
  head: [
    ["link", { rel: "icon", type: "image/svg+xml", href: "/keyhole.svg" }],
    ["meta", { name: "color-scheme", content: "light dark" }],
    ["script", {}, choiceScript()],
  ],
  markdown: {
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    anchor: { slugify: anchorOf },
    toc: { slugify: anchorOf },
    config(md) {
      plainEmptyHeaders(md);
      optionTables(md);
      tabs(md);
      declarationBlocks(md, () => addresses);
      plainCodeForSearch(md);
      withoutColors(md);
    },
  },
  themeConfig: {
    logo: "/keyhole.svg",
    nav: [
      { text: "Getting started", link: "/getting-started" },
      { text: "Tasks", link: "/tasks" },
      { text: "Configuration", link: "/configuration" },
      { text: "Reference", link: "/reference/", activeMatch: "^/reference/" },
      { text: "Errors", link: "/errors" },
      { text: version === "0.0.0" ? "Next" : version, link: `${repository}/releases` },
    ],
    sidebar: sampledLists(wholeLists),
    outline: { level: [2, 3] },
    // The index reads every page: the watch mode starts without it.
    search: isWatching
      ? undefined
      : {
          provider: "local",
          options: {
            // The tabs once; of a declaration its name and text. Decisions are for those who change the library; the
            // browser loads the index at its first search.
            _render(source, env, md) {
              if (/^decisions\//.test(env.relativePath)) return "";
              Object.assign(env, { isSearch: true });
              return md.render(source.replace(/^```ts declaration\n[\s\S]*?^```$/gm, ""), env);
            },
            miniSearch,
          },
        },
    // The function runs in the browser: it can use its argument only.
    editLink: { pattern: ({ frontmatter }) => frontmatter.editAddress, text: "Edit this page" },
    lastUpdated: { text: "Last updated", formatOptions: { dateStyle: "long", forceLocale: true } },
    socialLinks: [{ icon: "github", link: repository }],
  },
  transformPageData({ relativePath, frontmatter }) {
    const source = sources.get(relativePath);
    return {
      lastUpdated: source === undefined ? 0 : (commits.get(source) ?? 0),
      frontmatter: {
        ...frontmatter,
        ...(source === undefined ? { editLink: false } : { editAddress: `${repository}/edit/main/${source}` }),
      },
    };
  },
  buildEnd({ srcDir, outDir, pages: built }) {
    // Each page as Markdown beside its HTML, for readers that are programs.
    for (const page of built) {
      mkdirSync(dirname(join(outDir, page)), { recursive: true });
      copyFileSync(join(srcDir, page), join(outDir, page));
    }
  },
});
