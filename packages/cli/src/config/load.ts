import type { Auth } from "@keyhold/core";
import { type Inspection, inspect } from "@keyhold/core/tools";
import { createJiti, type Jiti } from "jiti";
import { Failure } from "../terminal/failure.js";
import { loadEnvFiles } from "./env-files.js";
import { findConfig, rootOf, shortPath } from "./find.js";
import { loaderOptions } from "./modules.js";
import { whyNotLoaded } from "./why-not-loaded.js";

/** The options of every command that reads the config. */
export interface ConfigOptions {
  readonly config?: string;
  readonly envFile?: readonly string[];
}

/** The parts of an app's auth. */
export interface LoadedModels extends Inspection {
  /** The app's folder. */
  readonly root: string;
  /** The path of the config from the app's folder. */
  readonly path: string;
  /** The env files that were read, from the app's folder. */
  readonly envFiles: readonly string[];
  /** The exports of the app's loaded modules, by file. */
  modules(): readonly (readonly [file: string, exports: Readonly<Record<string, unknown>>])[];
}

/** An app's auth, loaded. */
export interface LoadedAuth extends LoadedModels {
  readonly auth: Auth;
}

type Place = Pick<LoadedModels, "root" | "path" | "envFiles" | "modules"> & {
  readonly file: string;
  readonly loader: Jiti;
};

/** Goes to the app's folder, and reads the env files. */
function enter({ config, envFile = [] }: ConfigOptions): Place {
  const file = findConfig(process.cwd(), config);
  const root = rootOf(file);
  const envFiles = loadEnvFiles(root, envFile, process.env).map((read) => shortPath(root, read));
  // The app starts in the app's folder, and so do paths like "app.db".
  process.chdir(root);
  const loader = createJiti(file, loaderOptions(file, root, process.env));
  return { file, root, path: shortPath(root, file), envFiles, loader, modules: () => appModules(root, loader) };
}

const appModules = (root: string, { cache }: Jiti): ReturnType<LoadedModels["modules"]> =>
  Object.entries(cache).flatMap(([file, module]) =>
    file.startsWith(root) && !file.includes("node_modules") ? [[file, { ...Object(module?.exports) }] as const] : [],
  );

const importModule = ({ file, loader }: Place): Promise<unknown> => loader.import(file);

/** Loads the module that exports `auth`, with the env files of the app, from the app's folder. */
async function loadAuth(options: ConfigOptions): Promise<LoadedAuth> {
  const place = enter(options);
  const exported = await importModule(place).catch((error: unknown) => {
    throw whyNotLoaded(error, place);
  });
  const loaded = authIn(exported, place);
  try {
    // `ready` would read the tables, which the command may make.
    void loaded.auth.schema;
  } catch (error) {
    throw whyNotLoaded(error, place);
  }
  return loaded;
}

/** Loads only the models: enough is an auth that the adapter rejects, because the app's schema lacks a table. */
export async function loadModels(options: ConfigOptions): Promise<LoadedModels> {
  const place = enter(options);
  try {
    return authIn(await importModule(place), place);
  } catch (error) {
    if (error instanceof Failure) throw error;
    const inspection = inspect(error);
    if (inspection === null) throw whyNotLoaded(error, place);
    return { ...inspection, ...place };
  }
}

/** Loads the auth, runs `work`, and then closes the connections. */
export async function withAuth<T>(options: ConfigOptions, work: (loaded: LoadedAuth) => Promise<T>): Promise<T> {
  const loaded = await loadAuth(options);
  try {
    return await work(loaded);
  } finally {
    await loaded.auth.idle();
    await close(loaded.database);
  }
}

/** Ends the connections of a database, so that the process can end. */
async function close(database: object): Promise<void> {
  if ("close" in database && typeof database.close === "function") await database.close();
}

function authIn(exported: unknown, place: Place): LoadedAuth {
  const members: Readonly<Record<string, unknown>> = { ...Object(exported) };
  const inDefault = Object.values(Object(members.default));
  for (const candidate of [members.auth, members.default, ...inDefault, ...Object.values(members)]) {
    const inspection = inspect(candidate);
    if (inspection) return { ...inspection, ...place, auth: candidate as Auth };
  }
  if (typeof members.auth === "function" || typeof members.default === "function") {
    throw new Failure(
      `${place.path} exports a function, not an auth.`,
      "Export the result of `createAuth` as `auth`, e.g. from a second file for --config.",
    );
  }
  throw noAuth(place.path);
}

const noAuth = (path: string): Failure =>
  new Failure(
    `${path} exports no auth.`,
    "Write `export const auth = createAuth({ … })`, or give another module by --config <path>.",
  );
