import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type DeclaredRoute, declaredRoutes, routeFolders, routeTexts } from "../scripts/routes.ts";

/** Each route is declared in one file below `routes`; `npm run fix` writes the other places (decision 0107). */

const root = join(import.meta.dirname, "..");
const folders = routeFolders(root);
const written = [...routeTexts(root)];

/** The URL that a file has by its place: "routes/callback/[id].ts" is "/callback/:id". */
const urlOf = ({ file }: DeclaredRoute): string =>
  file
    .replace(/^.*\/routes(?=\/)/, "")
    .replace(/\.ts$/, "")
    .replaceAll(/\[(\w+)\]/g, ":$1");

describe("routes", () => {
  test("of core and of ten plugins are found", () => {
    expect(folders.length).toBeGreaterThanOrEqual(11);
    expect(folders.flatMap((folder) => declaredRoutes(root, folder)).length).toBeGreaterThan(150);
  });

  test.each(written)("are in %s as they are declared", (path, text) => {
    // If this fails: `npm run fix`.
    expect(readFileSync(join(root, path), "utf8")).toBe(text);
  });

  test.each(folders)("of %s are in the files that their URLs name", (folder) => {
    const routes = declaredRoutes(root, folder);
    // A plugin leaves out the folder of its package's name, e.g. "/admin".
    const own = `/${folder.split("/")[1]}`;
    const misplaced = routes.filter((route) => ![urlOf(route), own + urlOf(route)].includes(route.path));
    expect(misplaced.map(({ file, path }) => `${file}: ${path}`)).toEqual([]);
  });
});
