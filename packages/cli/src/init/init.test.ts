import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { changesFor, write } from "./changes.js";
import type { Choices } from "./choices.js";
import { findDatabaseModule } from "./database-module.js";
import { diff } from "./diff.js";
import { readProject } from "./project.js";
import type { Template } from "./template.js";
import { authModule } from "./templates/auth.js";

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "keyhold-init-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const manifest = (dependencies: Readonly<Record<string, string>>): Record<string, string> => ({
  "package.json": JSON.stringify({ dependencies }),
});

describe("a project", () => {
  test.each([
    ["next", { next: "16", react: "19" }, "next"],
    ["express", { express: "5" }, "express"],
    ["hono", { hono: "4" }, "hono"],
    ["fastify", { fastify: "5" }, "fastify"],
    ["node", { pg: "8" }, "node"],
  ])("of %s is recognized by its dependencies", (_, dependencies, framework) => {
    expect(readProject(folderWith(manifest({ ...dependencies })), {})).toMatchObject({
      framework,
      otherFramework: null,
    });
  });

  test.each([
    [{ nuxt: "4", vite: "8" }, "nuxt"],
    [{ astro: "7" }, "astro"],
    [{ "@react-router/dev": "8", vite: "8" }, "react-router"],
    [{ "@tanstack/react-start": "1", vite: "8" }, "tanstack-start"],
  ])("of a framework on top of another is recognized by its own package: %j", (dependencies, framework) => {
    expect(readProject(folderWith(manifest(dependencies)), {})).toMatchObject({ framework, otherFramework: null });
  });

  test("of a framework without templates is recognized, too", () => {
    const project = readProject(folderWith(manifest({ "@nestjs/core": "12", vite: "8" })), {});
    expect(project).toMatchObject({ framework: "other", otherFramework: "Nest" });
  });

  test.each([
    [{ "drizzle-orm": "0.45", pg: "8" }, "drizzle", "postgres"],
    [{ "@prisma/client": "7", "@prisma/adapter-mariadb": "7" }, "prisma", "mysql"],
    [{ kysely: "0.29", mysql2: "3" }, "kysely", "mysql"],
    [{}, "none", "sqlite"],
  ])("has the ORM and database of its dependencies: %j", (dependencies, orm, database) => {
    expect(readProject(folderWith(manifest(dependencies)), {})).toMatchObject({ orm, database });
  });

  test.each([
    [{ "pnpm-lock.yaml": "" }, {}, "pnpm"],
    [{ "yarn.lock": "" }, { npm_config_user_agent: "npm/11" }, "yarn"],
    [{ "bun.lock": "" }, {}, "bun"],
    [{}, { npm_config_user_agent: "pnpm/12.1.0 npm/? node/v24" }, "pnpm"],
    [{ "package.json": '{ "packageManager": "yarn@4.1.0" }' }, { npm_config_user_agent: "npm/11" }, "yarn"],
    [{}, {}, "npm"],
  ])("has the package manager of its lockfile, else of this run: %j %j", (files, env, packageManager) => {
    expect(readProject(folderWith({ ...files }), env)).toMatchObject({ packageManager });
  });

  test.each([
    [{ "pnpm-workspace.yaml": "packages: [apps/*]", "pnpm-lock.yaml": "" }, "pnpm"],
    [{ "package.json": '{ "workspaces": ["apps/*"] }', "bun.lock": "" }, "bun"],
    [{ "package.json": '{ "workspaces": ["apps/*"], "packageManager": "yarn@4.1.0" }' }, "yarn"],
    [{ "package.json": "{}", "bun.lock": "" }, "npm"],
  ])("in a workspace has the package manager of its root: %j %s", (files, packageManager) => {
    const root = folderWith({ ...files, "apps/web/package.json": "{}" });
    const env = { npm_config_user_agent: "npm/11" };
    expect(readProject(join(root, "apps/web"), env)).toMatchObject({ packageManager });
  });

  test.each([
    ["new", { "package.json": '{ "type": "commonjs" }', "node_modules/a/index.js": "" }],
    ["commonjs", { "package.json": '{ "type": "commonjs" }', "index.js": "" }],
    ["commonjs", { "package.json": '{ "type": "commonjs" }', "src/index.ts": "" }],
    ["esm", { "package.json": "{}", "index.js": "" }],
    ["esm", {}],
  ])("has modules that are %s: %j", (modules, files) => {
    expect(readProject(folderWith({ ...files }), {})).toMatchObject({ modules });
  });

  test("stays without TypeScript if it has none", () => {
    expect(readProject(folderWith(manifest({ express: "5" })), {}).isTypeScript).toBe(false);
    expect(readProject(folderWith(manifest({ express: "5", typescript: "6" })), {}).isTypeScript).toBe(true);
    expect(readProject(folderWith({ ...manifest({ next: "16" }), "tsconfig.json": "{}" }), {}).isTypeScript).toBe(true);
  });
});

describe("the database object of an app", () => {
  test.each([
    ["drizzle", "src/db/index.ts", "const client = 1;\nexport const db = drizzle(client, { schema });", "db"],
    [
      "prisma",
      "lib/prisma.ts",
      "export const prisma =\n  globalThis.prisma ?? new PrismaClient({ adapter });",
      "prisma",
    ],
    ["kysely", "database.js", "export const pool = 1;\nexport const kysely = new Kysely({});", "kysely"],
  ] as const)("of %s is found in its usual places", (orm, path, text, name) => {
    expect(findDatabaseModule(folderWith({ [path]: text }), orm)).toEqual({ path, name });
  });

  test("of another tool is not taken", () => {
    expect(findDatabaseModule(folderWith({ "db.ts": "export const db = new Pool();" }), "drizzle")).toBe(null);
  });
});

test("the config of a new app reads no variable that Vite or Vitest set", () => {
  const project = readProject(folderWith({}), {});
  const choices: Choices = {
    ...project,
    framework: "node",
    orm: "none",
    database: "postgres",
    screens: "account",
    isTypeScript: true,
  };
  const { files, path } = authModule(project, choices, { folder: "", isBundled: false });
  const read = [...(files[path] ?? "").matchAll(/process\.env\.(\w+)/g)].map(([, name]) => name);
  expect(read).toEqual(["DATABASE_URL", "NODE_ENV"]);
});

describe("a diff", () => {
  const shown = (before: string | null, after: string): readonly string[] =>
    diff(before, after).map(({ mark, text }) => mark + text);

  test("of a new file has all its lines", () => {
    expect(shown(null, "a\nb\n")).toEqual(["+a", "+b"]);
  });

  test("of a changed file has what differs, between two equal lines at each side", () => {
    expect(shown("1\n2\n3\n4\n5\n6\n7\n", "1\n2\n3\nx\n5\n6\n7\n")).toEqual([" 2", " 3", "-4", "+x", " 5", " 6"]);
    expect(shown("a\n", "a\nb\n")).toEqual([" a", "+b"]);
    expect(shown("a\na\n", "a\na\na\n")).toEqual([" a", " a", "+a"]);
  });
});

describe.skipIf(process.platform === "win32")("the secret of a new app", () => {
  const template: Template = {
    files: { "auth.ts": "" },
    scripts: {},
    dependencies: [],
    devDependencies: [],
    afterChange: "",
    migrate: null,
    page: null,
    start: "",
    steps: [],
  };
  const modeOf = (folder: string, file: string): string => (statSync(join(folder, file)).mode & 0o777).toString(8);

  test.each<[string, Readonly<Record<string, string>>]>([
    ["a new .env", {}],
    ["a .env that all users of the machine could read", { ".env": "OTHER=1\n" }],
  ])("is readable by its owner only: %s", (_, files) => {
    const folder = folderWith(files);
    if (files[".env"]) chmodSync(join(folder, ".env"), 0o644);
    const project = readProject(folder, {});
    const { packageManager, database } = project;
    const choices: Choices = {
      framework: "node",
      orm: "none",
      database,
      packageManager,
      screens: "account",
      isTypeScript: true,
    };
    for (const change of changesFor(project, choices, template)) write(project, change);
    expect(modeOf(folder, ".env")).toBe("600");
    expect(modeOf(folder, "auth.ts")).not.toBe("600");
  });
});
