import { globSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";

/** The root of the repository. */
export const root = join(import.meta.dirname, "../..");

/** A page of `docs/`. */
export interface Page {
  /** Below `docs/`, e.g. "social/google.md". */
  readonly path: string;
  readonly title: string;
  readonly text: string;
}

/** Every page of `docs/`, in the order of the paths. */
export function readPages(): readonly Page[] {
  const paths = globSync("**/*.md", { cwd: join(root, "docs") }).map((path) => path.replaceAll("\\", "/"));
  return paths.sort().map((path) => {
    const text = readFileSync(join(root, "docs", path), "utf8");
    return { path, text, title: titleOf(text) };
  });
}

export const titleOf = (text: string): string => /^# (.+)$/m.exec(text)?.[1]?.replaceAll("`", "") ?? "";

/** The path of a page on the site: the README is the list of all pages. */
export const sitePath = (path: string): string => (path === "README.md" ? "pages.md" : path);

/** The folder and the target of a relative link as one path below the root of the repository. */
export const resolve = (page: string, target: string): string =>
  posix.normalize(posix.join("docs", posix.dirname(page), target));
