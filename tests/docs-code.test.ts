import { execFile } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Block, pagesOf, readBlocks } from "./harness/docs-blocks.js";

/**
 * The code on the pages compiles. Each block is a module of one program on the packages' sources. It can import the
 * named blocks of its page, e.g. a block with `// auth.ts` in its first line. `config` is the reader's
 * config; a block that begins with an option is a part of it. tests/fixtures/docs/prelude.ts declares all assumptions of
 * a page.
 */
const root = join(import.meta.dirname, "..");
const folder = realpathSync(mkdtempSync(join(tmpdir(), "keyhold-docs-")));
const pages = pagesOf(root);
/** tests/harness/quickstarts types these pages into apps with the frameworks, and compiles them there. */
const isQuickstart = ({ page }: Block): boolean =>
  page.startsWith("docs/frameworks/") && page !== "docs/frameworks/lambda.md";
const blocks = pages.flatMap((page) => readBlocks(root, page));
const compiled = blocks.filter((block) => !block.isFragment && !isQuickstart(block));

/** The compiler's errors, by `page:line`. */
let errors: readonly string[] = [];

beforeAll(async () => {
  install();
  for (const block of compiled) write(block);
  errors = await compile();
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The program's configuration, and the imports of its modules. */
function install(): void {
  const modules = join(folder, "node_modules");
  for (const name of [
    "@hono",
    "@types",
    "bcryptjs",
    "drizzle-orm",
    "fastify",
    "hono",
    "pg",
    "react",
    "redis",
    "vitest",
  ])
    link(join(root, "node_modules", name), join(modules, name));
  link(join(root, "tests/better-auth/node_modules/better-auth-newest"), join(modules, "better-auth"));
  link(join(root, "packages/core/node_modules/zod"), join(modules, "zod"));
  link(join(root, "packages/mail/node_modules/nodemailer"), join(modules, "nodemailer"));
  link(join(root, "packages/nest/node_modules/@nestjs"), join(modules, "@nestjs"));
  // Nest has decorators of parameters.
  const compilerOptions = { declaration: true, experimentalDecorators: true, typeRoots: [join(modules, "@types")] };
  const config = { extends: join(root, "tsconfig.json"), compilerOptions, include: [folder], exclude: [modules] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  cpSync(join(root, "tests/fixtures/docs"), folder, { recursive: true });
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
}

/** The folder of a page's blocks. */
const folderOf = (page: string): string => join(folder, page.replace(/\.md$/, ""));

function write({ page, line, language, title, tab, code }: Block): void {
  const named = title ? basename(title) : /^\/\/ ([\w-]+\.tsx?)$/m.exec(code.split("\n", 1)[0] ?? "")?.[1];
  if (named?.includes(".test.")) return;
  const own = join(folderOf(page), `line-${line}.${language}`);
  const shown = named === undefined ? own : join(folderOf(page), named);
  // Blocks import the file of the first tab; those of the other tabs are alternatives of the same name.
  const first = tab !== null && existsSync(shown) ? own : shown;
  // A page may show two examples with files of the same name: blocks import those of the first one.
  const path = title && existsSync(first) ? join(folderOf(page), title) : first;
  mkdirSync(dirname(path), { recursive: true });
  // Empty lines before it, so the compiler's line numbers are those of the page.
  const text = title ? `export * from "${join(root, title)}";` : "\n".repeat(line - 1) + complete(code);
  writeFileSync(path, `${text}\nexport {};\n`, { flag: "wx" });
}

const complete = (code: string): string => (/^[a-z]\w+: /i.test(code) ? `createAuth({ ...config, ${code} });` : code);

async function compile(): Promise<string[]> {
  const compiler = join(root, "node_modules/typescript7/bin/tsc");
  const work = promisify(execFile)("node", [compiler, "--noEmit", "--pretty", "false"], { cwd: folder });
  const { stdout } = await work.catch((failed: { stdout: string }) => failed);
  return stdout
    .split("\n")
    .filter((row) => row.includes("error TS"))
    .map(locate);
}

/** "docs/mail/line-31.ts(34,5): error …" as "docs/mail.md:34: …". */
const locate = (row: string): string =>
  row.replace(/^(.*)\/[^/]*\((\d+),\d+\): error /, (_, page, line) => `${page}.md:${line}: `);

describe("the code on the pages", () => {
  test("is checked, nearly all of it", () => {
    expect(blocks.filter(({ isFragment }) => isFragment).map(({ page, line }) => `${page}:${line}`)).toEqual([]);
    expect(compiled.length).toBeGreaterThan(60);
  });

  test("has no ellipsis: a reader copies it", () => {
    const found = blocks.filter(({ title, code }) => title === null && code.includes("…"));
    expect(found.map(({ page, line }) => `${page}:${line}`)).toEqual([]);
  });

  test("is on the npm page of every package", () => {
    const packages = readdirSync(join(root, "packages"));
    const shown = new Set(compiled.map(({ page }) => page));
    expect(packages.filter((name) => !shown.has(`packages/${name}/README.md`))).toEqual([]);
  });

  test("is of existing pages", () => {
    const withCode = pages.filter((page) => compiled.some((block) => block.page === page));
    const written = withCode.filter((page) => readdirSync(folderOf(page)).length > 0);
    expect(written).toEqual(withCode);
    expect(withCode).toContain("docs/getting-started.md");
  });

  test.each(pages)("compiles on %s", (page) => {
    expect(errors.filter((error) => error.startsWith(`${page}:`))).toEqual([]);
  });

  test("compiles, with the declarations of its assumptions", () => {
    expect(errors).toEqual([]);
  });
});
