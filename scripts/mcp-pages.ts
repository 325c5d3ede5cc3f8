// Writes the pages of docs/ into the build of packages/mcp: the package answers from the pages of its own version.
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

/** The pages for an app. Reasons, figures and the words of a contributor are left out. */
const pages = globSync("**/*.md", { cwd: join(root, "docs"), exclude: ["decisions/**", "benchmarks.md"] })
  .map((path) => path.replaceAll("\\", "/"))
  .sort()
  .map((path) => {
    const text = readFileSync(join(root, "docs", path), "utf8").replaceAll(/<a id="[\w-]+"><\/a>/g, "");
    return { path: path.replace(/\.md$/, ""), title: /^# (.+)$/m.exec(text)?.[1] ?? path, text };
  });
writeFileSync(join(root, "packages/mcp/dist/pages.json"), JSON.stringify(pages));
