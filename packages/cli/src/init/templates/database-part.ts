import { posix } from "node:path";
import type { Choices } from "../choices.js";
import type { DatabaseModule } from "../database-module.js";

/** How the config names the database, and what that needs. */
export interface DatabasePart {
  readonly imports: readonly string[];
  readonly value: string;
  /** Texts by their path from the app's folder. */
  readonly files: Readonly<Record<string, string>>;
  readonly dependencies: readonly string[];
  readonly devDependencies: readonly string[];
  readonly steps: readonly string[];
  /** The command after a change of plugins. */
  readonly afterChange: string;
  /** The commands that make the tables; null for `keyhold migrate`. */
  readonly migrate: readonly string[] | null;
}

/** Where the config is, and how the modules import each other. */
export interface Site {
  readonly choices: Choices;
  /** The folder of the config, from the app's folder. */
  readonly folder: string;
  /** Of the files: "ts" or "js", and "mts" or "mjs" beside CommonJS. */
  readonly extension: string;
  /** Whether a bundler resolves imports without an extension. */
  readonly isBundled: boolean;
  /** The app's own database object; null without such an object. */
  readonly module: DatabaseModule | null;
}

/** The path by which the config imports a file of the app. */
export function importPath({ folder, isBundled }: Pick<Site, "folder" | "isBundled">, path: string): string {
  const relative = posix.relative(folder || ".", path.replaceAll("\\", "/"));
  const written = relative.startsWith(".") ? relative : `./${relative}`;
  return isBundled ? written.replace(/(\/index)?\.[cm]?[jt]s$/, "") : written;
}

/** For an app with existing tables. */
export const keepTables = (page: "drizzle" | "prisma"): string =>
  `If your database has a table of users: https://github.com/keyhold/keyhold/blob/main/docs/${page}.md#from-tables-that-exist-already`;
