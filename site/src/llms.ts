import type { Section } from "./contents.ts";
import { sitePath } from "./pages.ts";

/** The file `llms.txt` (llmstxt.org): every page with its sentence, as Markdown. */
export const llmsText = (summary: string, sections: readonly Section[]): string =>
  [
    "# Keyhold",
    "",
    `> ${summary}`,
    ...sections.flatMap(({ title, entries }) => [
      "",
      `## ${title}`,
      "",
      ...entries.flatMap(({ title, path, summary, below }) => [
        `- [${title}](/${sitePath(path)}): ${summary}`,
        ...below.map((page) => `- [${title}: ${page.title}](/${page.path})`),
      ]),
    ]),
    "",
  ].join("\n");
