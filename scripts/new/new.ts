// npm run new provider|plugin|route|error …: writes the files that a contributor has to touch, and prints what is left.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { countedTexts } from "../counts.ts";
import { writeRoutes } from "../routes.ts";
import { newError } from "./error.ts";
import { newPlugin } from "./plugin.ts";
import { type Left, newProvider } from "./provider.ts";
import { newRoute } from "./route.ts";
import { Tree, WrongUse } from "./tree.ts";

const kinds: Readonly<Record<string, (tree: Tree, words: readonly string[]) => Left>> = {
  provider: newProvider,
  plugin: newPlugin,
  route: newRoute,
  error: newError,
};

const root = join(import.meta.dirname, "../..");
const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};

try {
  const [kind = "", ...words] = process.argv.slice(2);
  const make = kinds[kind];
  if (!make) throw new WrongUse(`usage: npm run new ${Object.keys(kinds).join("|")} …`);
  const tree = new Tree(root);
  const left = make(tree, words);
  for (const [path, text] of tree.texts) write(path, text);
  const counted = countedTexts(root);
  for (const [path, text] of counted) write(path, text);
  const paths = [...new Set([...tree.texts.keys(), ...counted.keys(), ...writeRoutes(root)])];
  const formatted = paths.filter((path) => /\.(ts|json)$/.test(path));
  execFileSync("biome", ["check", "--write", "--log-level=error", ...formatted], { cwd: root, stdio: "inherit" });
  console.log(`${paths.length} files:\n${paths.map((path) => `  ${path}\n`).join("")}\nLeft to do:`);
  for (const [index, line] of left.entries()) console.log(`  ${index + 1}. ${line}`);
} catch (error) {
  if (!(error instanceof WrongUse)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
