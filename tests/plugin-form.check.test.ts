import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { declaredRoutes, routeFolders } from "../scripts/routes.ts";

/** Every plugin has one form: the same files with the same names (decision 0107). */

const root = join(import.meta.dirname, "..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");
const folders = routeFolders(root).filter((folder) => folder !== "packages/core/src");

/** The sources below a folder without tests, e.g. "routes/status.ts". */
const sourcesOf = (folder: string): readonly string[] =>
  globSync("**/*.ts", { cwd: join(root, folder), exclude: ["**/*.test.ts", "**/*.test-d.ts"] })
    .map((path) => path.replaceAll("\\", "/"))
    .filter(
      (path) => !folders.some((other) => other.startsWith(`${folder}/`) && `${folder}/${path}`.startsWith(other)),
    );

/** Entry points beside `index` and `client`, e.g. the second plugin of a package. */
function otherEntryPoints(folder: string): readonly string[] {
  const { exports } = JSON.parse(read(join(dirname(folder), "package.json"))) as { readonly exports?: object };
  const files = Object.values(exports ?? {}).map((target: { readonly types?: string }) => target.types ?? "");
  return files
    .map((file) => file.replace(/^\.\/dist\/(.+)\.d\.ts$/, "$1.ts"))
    .filter((file) => !/^(index|client)\./.test(file));
}

/** The one file for each kind of declaration. */
const homes: readonly (readonly [call: RegExp, file: string])[] = [
  [/\bdefinePlugin[<(]/, "plugin.ts"],
  [/\bdefineErrors\(/, "errors.ts"],
  [/\beventsFor</, "events.ts"],
  [/\bendpointsFor</, "endpoint.ts"],
  [/\bclientPlugin[<(]/, "client.ts"],
];

describe.each(folders)("the plugin in %s", (folder) => {
  const sources = sourcesOf(folder);
  const ofRoot = sources.filter((path) => !path.includes("/"));

  test("has at most twelve files beside its folders", () => {
    const entries = folder.endsWith("/src") ? otherEntryPoints(folder) : [];
    const files = ofRoot.filter((path) => !entries.includes(path));
    expect(files.length, files.join(" ")).toBeLessThanOrEqual(12);
  });

  test("has a plugin.ts of at most 60 lines", () => {
    expect(read(`${folder}/plugin.ts`).trimEnd().split("\n").length).toBeLessThanOrEqual(60);
  });

  test.each(homes)("has %s in one file: %s", (call, file) => {
    // Comments have examples.
    const found = sources.filter((path) =>
      call.test(read(`${folder}/${path}`).replaceAll(/^\s*(\*|\/\/|\/\*).*$/gm, "")),
    );
    expect(found.filter((path) => path !== file)).toEqual([]);
  });

  test("has its hooks in hooks/uses.ts and those that it opens in hooks/offers.ts", () => {
    const hooks = sources.filter((path) => /(^|\/)hooks(\.ts$|\/)/.test(path));
    expect(hooks.filter((path) => !["hooks/uses.ts", "hooks/offers.ts"].includes(path))).toEqual([]);
  });

  test("has a route in each file of routes, beside the schemas", () => {
    const declaring = declaredRoutes(root, folder).map(({ file }) => file.slice(folder.length + 1));
    const files = sources.filter((path) => path.startsWith("routes/") && path !== "routes/schemas.ts");
    // Its path is an option of the app.
    const computed = folder === "packages/openapi/src" ? ["routes/reference.ts"] : [];
    expect(files.filter((path) => !declaring.includes(path))).toEqual(computed);
  });
});

test("ten plugins are found", () => {
  expect(folders.length).toBeGreaterThanOrEqual(10);
});
