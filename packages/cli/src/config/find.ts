import { existsSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { Failure } from "../terminal/failure.js";

const folders = [
  "",
  "src",
  "lib",
  "src/lib",
  "server",
  "src/server",
  "app",
  "src/app",
  "app/lib",
  "utils",
  "src/utils",
  "lib/server",
  "src/lib/server",
  "server/utils",
  "server/lib",
];
const names = ["auth", "auth/index"];
const endings = ["ts", "mts", "tsx", "js", "mjs"];

/** The usual places of the module that exports `auth`, in the order of the search. */
const usualPlaces = folders.flatMap((folder) =>
  names.flatMap((name) => endings.map((ending) => join(folder, `${name}.${ending}`))),
);

/** The file with the config: the file of `--config`, else the first usual place. */
export function findConfig(folder: string, given: string | undefined): string {
  if (given !== undefined) {
    const path = resolve(folder, given);
    if (existsSync(path)) return path;
    throw new Failure(`There is no file ${given}.`, "Give the path of the module that exports `auth`: --config <path>");
  }
  const found = usualPlaces.find((place) => existsSync(join(folder, place)));
  if (found !== undefined) return join(folder, found);
  const searched = folders
    .slice(0, 8)
    .map((place) => join(place, "auth.ts"))
    .join(", ");
  throw new Failure(
    `There is no config in ${folder}: searched ${searched} and similar places.`,
    "Give the module that exports `auth` by --config <path>, or make one: npx keyhold init",
  );
}

/**
 * The folder of the app: the nearest folder with a package.json. Env files and relative paths belong to this folder.
 */
export function rootOf(configPath: string): string {
  const start = dirname(configPath);
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, "package.json"))) return folder;
    if (folder === dirname(folder)) return start;
  }
}

/** A path as users write paths in this folder. */
export const shortPath = (root: string, path: string): string => relative(root, path) || ".";
