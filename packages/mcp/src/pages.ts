import { readFileSync } from "node:fs";

/** A page of the documentation. */
export interface Page {
  /** The path without the file's ending, e.g. "organizations/invitations". */
  readonly path: string;
  readonly title: string;
  /** As Markdown. */
  readonly text: string;
}

/** The pages of this version, which the build has put beside the code. */
export const readPages = (): readonly Page[] =>
  JSON.parse(readFileSync(new URL("./pages.json", import.meta.url), "utf8"));

/**
 * The page of a path as written by an agent: with the file's ending, the folder "docs" or the address of the
 * repository.
 */
export function findPage(pages: readonly Page[], written: string): Page | undefined {
  const path = written
    .replace(/^.*\/docs\//, "")
    .replace(/^\/|^docs\//, "")
    .replace(/[#?].*$/, "")
    .replace(/(\.md)?\/?$/, "");
  return pages.find((page) => page.path === path);
}

/**
 * The page of an error code: of a response or of the client in capitals, of a callback's `?error=` in lower case. A
 * code in the other case is found, too.
 */
export function findErrorPage(pages: readonly Page[], code: string): Page | undefined {
  const paths = [`errors/callbacks/${code}`, `errors/${code.toUpperCase()}`, `errors/callbacks/${code.toLowerCase()}`];
  return paths.flatMap((path) => pages.filter((page) => page.path === path))[0];
}
