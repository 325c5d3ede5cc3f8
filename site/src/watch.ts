// Serves the site while pages of docs/ change: node src/watch.ts <port>. A changed page appears in the browser without
// a reload. The reference is the one of the last build; without a build there is none, and links to it lead nowhere. There is no
// search.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, watch } from "node:fs";
import { join } from "node:path";
import { removeGuide, target, write, writeGuides } from "./guides.ts";
import { readPages, root } from "./pages.ts";

const port = process.argv[2] ?? "4000";
const program = join(root, "site/node_modules/vitepress/bin/vitepress.js");

/** The pages and their titles: the sidebar, which VitePress reads once. */
const outline = (pages = readPages()): string =>
  JSON.stringify(pages.map(({ path, title, text }) => [path, title, path === "README.md" && text]));

let pages = readPages();
if (!existsSync(join(target, "reference.json"))) write("reference.json", "{}");
writeGuides(pages);

/** The server of VitePress; null while the program ends or the server starts again. */
let server: ChildProcess | null = serve();
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.on(signal, () => stop().once("exit", () => process.exit()));

function serve(): ChildProcess {
  const child = spawn(process.execPath, [program, "dev", join(root, "site"), "--port", port, "--strictPort"], {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, DOCS_WATCH: "1" },
  });
  child.once("exit", (code) => child === server && process.exit(code ?? 1));
  return child;
}

function stop(): ChildProcess {
  const running = server;
  if (!running) process.exit();
  server = null;
  running.kill();
  return running;
}

let timer: NodeJS.Timeout | undefined;
watch(join(root, "docs"), { recursive: true }, () => {
  // An editor writes a file in several steps.
  clearTimeout(timer);
  timer = setTimeout(update, 50);
});

function update(): void {
  const before = pages;
  pages = readPages();
  const present = new Set(pages.map(({ path }) => path));
  for (const { path } of before) if (!present.has(path)) removeGuide(path);
  writeGuides(pages);
  if (outline(before) === outline(pages)) return;
  stop().once("exit", () => {
    server = serve();
  });
}
