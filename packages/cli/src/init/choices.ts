import { choose } from "../terminal/ask.js";
import { Failure } from "../terminal/failure.js";
import type { Terminal } from "../terminal/terminal.js";
import {
  type DatabaseKind,
  databases,
  type Framework,
  frameworks,
  type Orm,
  orms,
  type PackageManager,
  type Project,
  packageManagers,
} from "./project.js";

export interface InitOptions {
  readonly framework?: string;
  readonly orm?: string;
  readonly database?: string;
  readonly packageManager?: string;
  readonly screens?: string;
  readonly install?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

/** The pages of @keyhold/react-ui: for every auth with passwords, or for all plugins with screens. */
export const screenSets = ["account", "all"] as const;
export type Screens = (typeof screenSets)[number];

/** What the app gets. */
export interface Choices {
  readonly framework: Framework;
  readonly orm: Orm;
  readonly database: DatabaseKind;
  readonly packageManager: PackageManager;
  readonly screens: Screens;
  readonly isTypeScript: boolean;
}

/** The options, else what was found in the project; asks only for what neither says. */
export async function makeChoices(terminal: Terminal, project: Project, options: InitOptions): Promise<Choices> {
  const orm = oneOf("orm", orms, options.orm) ?? project.orm;
  const framework = await frameworkFor(terminal, project, options);
  return {
    framework,
    orm,
    database: await databaseFor(terminal, project, options, orm),
    packageManager: oneOf("package-manager", packageManagers, options.packageManager) ?? project.packageManager,
    screens: screensFor(framework, options),
    isTypeScript: project.isTypeScript,
  };
}

const withReact: readonly Framework[] = ["next", "react-router", "tanstack-start"];

function screensFor(framework: Framework, options: InitOptions): Screens {
  const screens = oneOf("screens", screenSets, options.screens) ?? "account";
  if (screens === "account" || withReact.includes(framework)) return screens;
  throw new Failure(
    `--screens ${screens} is for frameworks with React: ${withReact.join(", ")}.`,
    "Leave the option out: the app gets a page for sign-in.",
  );
}

function oneOf<T extends string>(option: string, known: readonly T[], given: string | undefined): T | undefined {
  const found = known.find((one) => one === given);
  if (given === undefined || found !== undefined) return found;
  throw new Failure(`--${option} ${given} is unknown.`, `Give one of: ${known.join(", ")}`);
}

const frameworkLabels: Readonly<Record<Framework, string>> = {
  next: "Next.js (App Router)",
  nuxt: "Nuxt",
  sveltekit: "SvelteKit",
  astro: "Astro",
  "react-router": "React Router (framework mode)",
  "tanstack-start": "TanStack Start",
  express: "Express",
  hono: "Hono",
  fastify: "Fastify",
  node: "Node without a framework",
  other: "Another framework",
};

async function frameworkFor(terminal: Terminal, project: Project, options: InitOptions): Promise<Framework> {
  const given = oneOf("framework", frameworks, options.framework);
  if (given !== undefined) return needInstalled(project, given);
  if (project.framework !== "node" || project.manifest !== null || options.yes || !terminal.isInteractive)
    return project.framework;
  const choices = frameworks
    .filter((name) => creators[name] === undefined)
    .map((value) => ({ value, label: frameworkLabels[value] }));
  const message = "This folder is empty. What shall the server be?";
  const chosen = await choose(terminal, { message, choices, initial: "node", instead: "Give it: --framework node" });
  return oneOf("framework", frameworks, chosen) ?? "node";
}

/** Frameworks whose apps have more files than this program writes. */
const creators: Partial<Readonly<Record<Framework, { readonly dependency: string; readonly command: string }>>> = {
  next: { dependency: "next", command: "npx create-next-app@latest" },
  nuxt: { dependency: "nuxt", command: "npm create nuxt@latest" },
  sveltekit: { dependency: "@sveltejs/kit", command: "npx sv create" },
  astro: { dependency: "astro", command: "npm create astro@latest" },
  "react-router": { dependency: "@react-router/dev", command: "npx create-react-router@latest" },
  "tanstack-start": { dependency: "@tanstack/react-start", command: "npx @tanstack/cli@latest create" },
};

function needInstalled(project: Project, framework: Framework): Framework {
  const creator = creators[framework];
  if (creator === undefined || Object.hasOwn(project.dependencies, creator.dependency)) return framework;
  throw new Failure(`There is no app of ${frameworkLabels[framework]} here.`, `Make one first: ${creator.command}`);
}

const databaseLabels: Readonly<Record<DatabaseKind, string>> = {
  sqlite: "SQLite, a file",
  postgres: "PostgreSQL",
  mysql: "MySQL or MariaDB",
};

async function databaseFor(
  terminal: Terminal,
  project: Project,
  options: InitOptions,
  orm: Orm,
): Promise<DatabaseKind> {
  const given = oneOf("database", databases, options.database);
  if (given !== undefined) return given;
  if (options.yes || !terminal.isInteractive || orm !== "none" || project.database !== "sqlite")
    return project.database;
  const choices = databases.map((value) => ({ value, label: databaseLabels[value] }));
  const message = "Which database?";
  const chosen = await choose(terminal, { message, choices, initial: "sqlite", instead: "Give it: --database sqlite" });
  return oneOf("database", databases, chosen) ?? "sqlite";
}
