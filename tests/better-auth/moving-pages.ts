import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * docs/coming-from-better-auth.md with the pages of its folder, as one text. Links of the further pages are written as on
 * the first one. The page for apps of Expo is about another package.
 */
export function movingPages(): string {
  const docs = join(import.meta.dirname, "../../docs");
  const further = [
    "calls",
    "second-factors",
    "phone-numbers-and-guests",
    "plugins",
    "differences",
    "options",
    "social-options",
  ].map((name) => `coming-from-better-auth/${name}.md`);
  const present = globSync("coming-from-better-auth/*.md", { cwd: docs, exclude: ["**/expo.md"] }).map((path) =>
    path.replaceAll("\\", "/"),
  );
  if (present.length !== further.length) throw new Error(`The pages are ${present.join(", ")}.`);
  const texts = further.map((path) => readFileSync(join(docs, path), "utf8").replaceAll("](../", "]("));
  const [begin = "", gaps = ""] = readFileSync(join(docs, "coming-from-better-auth.md"), "utf8").split(
    /^(?=## Missing features$)/m,
  );
  return [begin, ...texts, gaps].join("\n");
}
