import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Failure, messageOf } from "../terminal/failure.js";

export const frameworks = [
  "next",
  "nuxt",
  "sveltekit",
  "astro",
  "react-router",
  "tanstack-start",
  "express",
  "hono",
  "fastify",
  "node",
] as const;
/** "other": a framework without a template for routes and page. */
export type Framework = (typeof frameworks)[number] | "other";

export const orms = ["none", "drizzle", "prisma", "kysely"] as const;
export type Orm = (typeof orms)[number];

export const databases = ["sqlite", "postgres", "mysql"] as const;
export type DatabaseKind = (typeof databases)[number];

export const packageManagers = ["npm", "pnpm", "yarn", "bun"] as const;
export type PackageManager = (typeof packageManagers)[number];

/** What a folder says about the app. */
export interface Project {
  readonly folder: string;
  readonly name: string;
  /** The text of package.json; null without this file. */
  readonly manifest: string | null;
  /** The ranges of all dependencies by name. */
  readonly dependencies: Readonly<Record<string, string>>;
  readonly framework: Framework;
  /** The name of a framework without templates here. */
  readonly otherFramework: OtherFramework | null;
  readonly orm: Orm;
  readonly database: DatabaseKind;
  readonly packageManager: PackageManager;
  readonly isTypeScript: boolean;
  /**
   * How Node reads the app's modules. "new": package.json says CommonJS, as after `npm init -y`, and there is no code.
   */
  readonly modules: "esm" | "commonjs" | "new";
}

/** Frameworks on top of others come first: an app of Nuxt has h3, too. */
const frameworkPackages: readonly (readonly [dependency: string, framework: Framework])[] = [
  ["next", "next"],
  ["nuxt", "nuxt"],
  ["@sveltejs/kit", "sveltekit"],
  ["astro", "astro"],
  ["@react-router/dev", "react-router"],
  ["@tanstack/react-start", "tanstack-start"],
  ["fastify", "fastify"],
  ["hono", "hono"],
  ["express", "express"],
];

const otherFrameworks = [
  ["@nestjs/core", "Nest"],
  ["vite", "Vite"],
] as const;
export type OtherFramework = (typeof otherFrameworks)[number][1];

const ormPackages: Readonly<Record<string, Orm>> = {
  "drizzle-orm": "drizzle",
  "@prisma/client": "prisma",
  prisma: "prisma",
  kysely: "kysely",
};

const databasePackages: Readonly<Record<string, DatabaseKind>> = {
  pg: "postgres",
  postgres: "postgres",
  "@neondatabase/serverless": "postgres",
  "@electric-sql/pglite": "postgres",
  "@prisma/adapter-pg": "postgres",
  mysql2: "mysql",
  mariadb: "mysql",
  "@prisma/adapter-mariadb": "mysql",
};

/** Reads the folder: package.json, lockfile and configs. */
export function readProject(folder: string, env: NodeJS.ProcessEnv): Project {
  const path = join(folder, "package.json");
  const manifest = existsSync(path) ? readFileSync(path, "utf8") : null;
  const fields = manifest === null ? {} : parse(manifest);
  const dependencies = { ...fields.devDependencies, ...fields.dependencies };
  const has = (name: string): boolean => Object.hasOwn(dependencies, name);
  const known = frameworkPackages.find(([name]) => has(name))?.[1];
  const other = known === undefined ? (otherFrameworks.find(([name]) => has(name))?.[1] ?? null) : null;
  const framework = known ?? (other === null ? "node" : "other");
  return {
    folder,
    name:
      fields.name ??
      (basename(folder)
        .toLowerCase()
        .replace(/^[^a-z0-9]+|[^a-z0-9-]/g, "") ||
        "app"),
    manifest,
    dependencies,
    framework,
    otherFramework: other,
    orm: Object.entries(ormPackages).find(([name]) => has(name))?.[1] ?? "none",
    database: Object.entries(databasePackages).find(([name]) => has(name))?.[1] ?? "sqlite",
    packageManager: packageManagerOf(folder, env),
    isTypeScript: writesTypeScript(folder, { has, framework, isNew: manifest === null }),
    modules: modulesOf(folder, fields.type),
  };
}

/** Without the field, Node reads a module's kind from the code. */
function modulesOf(folder: string, type: string | undefined): Project["modules"] {
  if (type !== "commonjs") return "esm";
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !/^(\.|node_modules$)/.test(name));
  return entries.some((entry) => entry.isDirectory() || /\.[cm]?[jt]sx?$/.test(entry.name)) ? "commonjs" : "new";
}

interface Manifest {
  readonly name?: string;
  readonly type?: string;
  readonly packageManager?: string;
  readonly workspaces?: unknown;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

function parse(text: string): Manifest {
  try {
    const parsed: Manifest = JSON.parse(text);
    return parsed;
  } catch (error) {
    throw new Failure(`package.json is no JSON: ${messageOf(error)}`, "Correct it, then run this again.", {
      cause: error,
    });
  }
}

const lockfiles: readonly (readonly [file: string, manager: PackageManager])[] = [
  ["pnpm-lock.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
  ["package-lock.json", "npm"],
];

/**
 * What the app's folder says, else what the root of the workspace says: there the lockfile decides, then the field of
 * package.json. Without both, the package manager that runs this program.
 */
function packageManagerOf(folder: string, env: NodeJS.ProcessEnv): PackageManager {
  const ran = managerNamed(env.npm_config_user_agent);
  return managerIn(folder) ?? managerIn(workspaceRoot(folder)) ?? ran ?? "npm";
}

function managerIn(folder: string | null): PackageManager | undefined {
  if (folder === null) return undefined;
  const manifest = join(folder, "package.json");
  const field = existsSync(manifest) ? parse(readFileSync(manifest, "utf8")).packageManager : undefined;
  return lockfiles.find(([file]) => existsSync(join(folder, file)))?.[1] ?? managerNamed(field);
}

const managerNamed = (text: string | undefined): PackageManager | undefined =>
  packageManagers.find((known) => known === text?.match(/^[a-z]+/)?.[0]);

/** The nearest folder above the app that has workspaces; null if no folder has. */
function workspaceRoot(folder: string): string | null {
  const parent = dirname(folder);
  if (parent === folder) return null;
  const manifest = join(parent, "package.json");
  const isRoot =
    existsSync(join(parent, "pnpm-workspace.yaml")) ||
    (existsSync(manifest) && parse(readFileSync(manifest, "utf8")).workspaces !== undefined);
  return isRoot ? parent : workspaceRoot(parent);
}

interface Facts {
  readonly has: (name: string) => boolean;
  readonly framework: Framework;
  readonly isNew: boolean;
}

/** An app without TypeScript stays without TypeScript. A new app has TypeScript if this Node runs it. */
function writesTypeScript(folder: string, { has, framework, isNew }: Facts): boolean {
  const isUsed = has("typescript") || has("tsx") || existsSync(join(folder, "tsconfig.json"));
  if (framework === "next") return isUsed;
  return isUsed || (isNew && Boolean(process.features.typescript));
}
