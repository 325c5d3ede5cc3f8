import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../published/pack.ts";

/** What a page of docs/frameworks tells a reader to type. */
export interface Quickstart {
  /** The commands before the server of development is started. */
  readonly commands: readonly string[];
  /** The command that starts it. */
  readonly dev: string;
  /** The commands before the app is started in production, e.g. its build. */
  readonly build: readonly string[];
  /** The command that starts it there. */
  readonly start: string;
  /** The files, by their path in the app. */
  readonly files: ReadonlyMap<string, string>;
  /** Files that a later part of the page shows again, with its changes. */
  readonly changed: ReadonlyMap<string, string>;
}

/** The path in the first line of a block: `// server.ts`, `<!-- src/app.html -->`, or in the frontmatter of Astro. */
const named = /^(?:---\n)?(?:\/\/|<!--|#) ([\w./[\]()+$-]+\.\w+)(?:,.*)?(?: -->)?\n/;

export function readQuickstart(page: string): Quickstart {
  const text = readFileSync(join(root, page), "utf8");
  const files = new Map<string, string>();
  const changed = new Map<string, string>();
  const lines: string[] = [];
  for (const [, language, code = ""] of text.matchAll(/^```(\w*).*\n([\s\S]*?)^```$/gm)) {
    const path = named.exec(code)?.[1];
    if (language === "sh") lines.push(...code.split("\n").map(withoutComment).filter(Boolean));
    else if (path === undefined)
      throw new Error(`${page} has a block without a path: it would not be compiled.\n${code}`);
    else (files.has(path) ? changed : files).set(path, code);
  }
  const dev = lines.findIndex((line) => /^npm run (start:)?dev\b/.test(line));
  const start = lines.findIndex((line, at) => at > dev && /^(node|npm start)\b/.test(line));
  if (dev < 0 || start < 0)
    throw new Error(`${page} does not say how to start the app, by "npm run dev", and "node" or "npm start".`);
  // Later parts of a page have packages of their own.
  const isInstallation = (line: string): boolean => line.startsWith("npm install ");
  return {
    commands: [...lines.slice(dev).filter(isInstallation), ...lines.slice(0, dev).map(withoutQuestions)],
    dev: lines[dev] ?? "",
    build: lines.slice(dev + 1, start).filter((line) => !isInstallation(line)),
    start: lines[start] ?? "",
    files,
    changed,
  };
}

const withoutComment = (line: string): string => line.replace(/(^| +)# .*$/, "").trim();

/** A test cannot answer a question. */
const withoutQuestions = (command: string): string =>
  /^npx (@keyhold\/cli init|keyhold migrate)/.test(command) ? `${command.replace("npx", "npx --yes")} --yes` : command;
