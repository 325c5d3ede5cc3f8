import { existsSync, readFileSync } from "node:fs";

/** A link of a page: `[text](target#anchor)`. */
export interface Link {
  /** Empty when the link leads to a place of its own page. */
  readonly target: string;
  /** With its "#"; empty when the link leads to the top of a page. */
  readonly anchor: string;
}

export const linksOf = (text: string): Link[] =>
  [...text.matchAll(/\]\(([^)#]*)(#[^)]+)?\)/g)].map(([, target = "", anchor = ""]) => ({ target, anchor }));

/** True if a file or folder exists, and has the anchor's heading. */
export const leadsSomewhere = (path: string, anchor: string): boolean =>
  existsSync(path) && (!anchor || anchorsOf(path).has(anchor));

/**
 * The anchors of its headings: "Who may call" is "#who-may-call". And those of sections that are pages now: the list of
 * further pages keeps them as `<a id="who-may-call"></a>`.
 */
function anchorsOf(path: string): ReadonlySet<string> {
  const text = readFileSync(path, "utf8");
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading);
  const kept = [...text.matchAll(/<a id="([\w-]+)"><\/a>/g)].map(([, id]) => `#${id}`);
  const write = (heading: string): string => heading.toLowerCase().replace(/[^\w\s-]/g, "");
  return new Set([...kept, ...headings.map((heading) => `#${write(heading).replace(/\s/g, "-")}`)]);
}
