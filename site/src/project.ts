import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./pages.ts";

/** The address of the repository, as the root manifest says. */
export const repository: string = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).repository.url.replace(
  /^git\+|\.git$/g,
  "",
);

/** The version of the packages: all have the same. */
export const version: string = JSON.parse(readFileSync(join(root, "packages/core/package.json"), "utf8")).version;

/** One sentence about the library. */
export const summary = "Authentication for TypeScript apps that keep their users in their own database.";
