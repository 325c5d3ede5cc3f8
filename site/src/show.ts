import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Page, resolve, root, sitePath } from "./pages.ts";
import { switchedPictures } from "./picture.ts";
import { showSequence } from "./sequence.ts";

/** The address of a file or folder at the repository's host. */
function sourceAddress(repository: string, path: string): string {
  const isFolder = existsSync(join(root, path)) && statSync(join(root, path)).isDirectory();
  return `${repository}/${isFolder ? "tree" : "blob"}/main/${path}`;
}

/** The text of a page as the site shows it. `repository`: the address of the repository. */
export function showPage({ path, text }: Page, repository: string): string {
  const parts = text.split(/^(```[\s\S]*?^```$)/m);
  return parts
    .map((part) => (part.startsWith("```") ? namedCode(part) : linked(switchedPictures(part), path, repository)))
    .join("");
}

/** Shows the name of a file above its code, and a diagram in its place. */
const namedCode = (block: string): string =>
  block.startsWith("```mermaid\n")
    ? showSequence(block.slice("```mermaid\n".length, -"```".length))
    : block.replace(/^```(\w+) title="([^"]+)"\n([\s\S]*)$/, (_, language: string, file: string, code: string) =>
        ["::: code-group", "", `\`\`\`${language} [${file}]`, `${code}`, ":::"].join("\n"),
      );

/** Links to other pages stay; links to the source lead to the repository's host. */
const linked = (text: string, page: string, repository: string): string =>
  text.replace(/\]\((?!https?:|#|mailto:)([^)#\s]+)(#[^)]*)?\)/g, (_, target: string, anchor = "") => {
    const path = resolve(page, target);
    const inside = path.startsWith("docs/") ? path.slice("docs/".length) : null;
    if (inside === "decisions") return `](/decisions/)`;
    if (inside?.endsWith(".md")) return `](/${sitePath(inside)}${anchor})`;
    if (inside && /\.(jpg|png|svg)$/.test(inside)) return `](/${inside})`;
    return `](${sourceAddress(repository, path)}${anchor})`;
  });
