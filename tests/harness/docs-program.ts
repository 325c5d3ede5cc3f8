import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { API, type Diagnostic } from "typescript7/unstable/sync";
import type { Block } from "./docs-blocks.ts";

/**
 * Writes the blocks as modules of one program on the packages' sources, into an empty folder outside of the repository,
 * so that only the listed packages are found. A block can import the named blocks of its page, e.g. a block with
 * `// auth.ts` in its first line, and the named blocks of the guide: docs/admin.md is the guide of
 * docs/admin/list-users.md. `config` is the reader's config; a block that begins with an option is a part of it.
 * tests/fixtures/docs/prelude.ts declares all assumptions of a page.
 */
export function writeProgram(root: string, folder: string, blocks: readonly Block[]): void {
  install(root, folder);
  for (const block of blocks) write(root, folder, block);
  const pages = new Set(blocks.map(({ page }) => page));
  for (const page of pages) if (/^docs\/.+\//.test(page)) shareFilesOfGuide(join(folder, page.replace(/\.md$/, "")));
}

/** The named files of a guide, for a page in the folder of the guide that has no file of the name. */
function shareFilesOfGuide(place: string): void {
  if (!existsSync(place)) return;
  for (const entry of readdirSync(dirname(place), { withFileTypes: true })) {
    const path = join(place, entry.name);
    if (!entry.isFile() || !/^(?!line-)[\w-]+\.tsx?$/.test(entry.name) || existsSync(path)) continue;
    writeFileSync(path, `export * from "../${entry.name}";\n`);
  }
}

/** The program's configuration, and the imports of its modules. */
function install(root: string, folder: string): void {
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
  link(join(root, "packages/adapter-kysely/node_modules/kysely"), join(modules, "kysely"));
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

function write(root: string, folder: string, { page, line, language, title, tab, code }: Block): void {
  /** Of the blocks of the page. */
  const place = join(folder, page.replace(/\.md$/, ""));
  const named = title ? basename(title) : /^\/\/ ([\w-]+\.tsx?)$/m.exec(code.split("\n", 1)[0] ?? "")?.[1];
  if (named?.includes(".test.")) return;
  const own = join(place, `line-${line}.${language}`);
  const shown = named === undefined ? own : join(place, named);
  // Blocks import the file of the first tab; blocks of further tabs are alternatives with this name.
  const first = tab !== null && existsSync(shown) ? own : shown;
  // If two examples of a page name their files alike, blocks import the file of the first example.
  const path = title && existsSync(first) ? join(place, title) : first;
  mkdirSync(dirname(path), { recursive: true });
  // Empty lines before the block, so the compiler counts lines as the page does.
  const text = title ? `export * from "${join(root, title)}";` : "\n".repeat(line - 1) + complete(forNode(page, code));
  writeFileSync(path, `${text}\nexport {};\n`, { flag: "wx" });
}

/** Metro finds no TypeScript file by the extension `.js`, which Node needs. */
const forNode = (page: string, code: string): string =>
  page === "docs/native-apps/expo.md" ? code.replace(/ from "(\.\/[\w-]+)"/g, ' from "$1.js"') : code;

const complete = (code: string): string => (/^[a-z]\w+: /i.test(code) ? `createAuth({ ...config, ${code} });` : code);

/**
 * The compiler's errors, e.g. "docs/mail.md:34: …". The packages' sources are left to `npm run check`, which checks them
 * anyway: they are nine tenths of the program.
 */
export function errorsIn(root: string, folder: string): readonly string[] {
  const config = join(folder, "tsconfig.json");
  const api = new API({ cwd: folder });
  try {
    const program = api.updateSnapshot({ openProjects: [config] }).getProject(config)?.program;
    if (!program) throw new Error(`TypeScript opened no project at ${config}.`);
    const checked = program
      .getSourceFileNames()
      .filter((file) => !file.includes("/node_modules/") && !file.startsWith(join(root, "packages/")));
    const unread = filesOf(folder).filter((file) => !checked.includes(file));
    if (unread.length > 0) throw new Error(`The program has no ${unread.join(", ")}.`);
    const found = [
      ...program.getConfigFileParsingDiagnostics(),
      ...program.getProgramDiagnostics(),
      ...program.getGlobalDiagnostics(),
      ...checked.flatMap((file) => [
        ...program.getSyntacticDiagnostics(file),
        ...program.getBindDiagnostics(file),
        ...program.getSemanticDiagnostics(file),
        ...program.getDeclarationDiagnostics(file),
      ]),
    ];
    return [...new Set(found.map((diagnostic) => describe(folder, diagnostic)))].sort();
  } finally {
    api.close();
  }
}

/** The written modules, by their whole paths. */
const filesOf = (folder: string): readonly string[] =>
  globSync("**/*.{ts,tsx}", { cwd: folder, exclude: ["node_modules"] }).map((file) => join(folder, file));

/** The module "docs/mail/line-31.ts" is of the page docs/mail.md. */
function describe(folder: string, { fileName, pos, code, text, messageChain = [] }: Diagnostic): string {
  const message = `TS${code}: ${[text, ...messageChain.map((next) => next.text)].join(" ")}`;
  if (fileName === undefined) return message;
  const file = relative(folder, fileName);
  const line = readFileSync(fileName, "utf8").slice(0, pos).split("\n").length;
  return `${/^(docs|packages|README)\//.test(file) ? `${dirname(file)}.md` : fileName}:${line}: ${message}`;
}
