import MiniSearch from "minisearch";
import type { Page } from "./pages.js";

/** A section that a search has found. */
export interface Found {
  /** The path of the page. */
  readonly path: string;
  readonly title: string;
  /** The heading of the section; the title of the page for the text before the first heading. */
  readonly heading: string;
  /** The first words of the section. */
  readonly excerpt: string;
}

interface Section extends Found {
  readonly id: number;
  readonly text: string;
}

const excerptLength = 300;

/** Returns a function that searches the sections of the pages: by title, then by heading, then by text. */
export function createSearch(pages: readonly Page[]): (query: string, max: number) => readonly Found[] {
  const sections = pages.flatMap(sectionsOf).map((section, id): Section => ({ ...section, id }));
  const index = new MiniSearch<Section>({
    fields: ["title", "heading", "text"],
    searchOptions: {
      boost: { title: 6, heading: 3 },
      prefix: true,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      boostDocument: (id) => (sections[id]?.path.startsWith("errors/") ? 0.6 : 1),
    },
  });
  index.addAll(sections);
  return (query, max) => {
    const found = index.search(query).flatMap(({ id }) => sections[id] ?? []);
    // A section of a page is enough: the agent reads the page.
    const first = found.filter(({ path }, at) => found.findIndex((other) => other.path === path) === at);
    return first.slice(0, max).map(({ path, title, heading, excerpt }) => ({ path, title, heading, excerpt }));
  };
}

/** The parts of a page below its headings. A line of code that begins with "#" is no heading. */
function sectionsOf({ path, title, text }: Page): readonly Omit<Section, "id">[] {
  const masked = text.replace(/^```[\s\S]*?^```$/gm, (block) => block.replace(/^#/gm, "\u0000"));
  return masked.split(/^(?=##+ )/m).map((part) => {
    const [first = "", ...lines] = part.replaceAll("\u0000", "#").split("\n");
    const body = lines.join("\n").trim();
    return { path, title, heading: first.replace(/^#+ /, ""), text: body, excerpt: body.slice(0, excerptLength) };
  });
}
