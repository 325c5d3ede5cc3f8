import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createJiti } from "jiti";
import { describe, expect, onTestFinished, test } from "vitest";
import { loaderOptions } from "./modules.js";

/** Loads `packages/web/src/auth.ts`, which imports the database by a path alias. */
async function load(files: Readonly<Record<string, unknown>>): Promise<unknown> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "keyhold-alias-")));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const texts = {
    "packages/web/src/auth.ts": 'export { database as auth } from "@/lib/database";',
    "packages/web/src/lib/database.ts": 'export const database = "found";',
    ...files,
  };
  for (const [path, content] of Object.entries(texts)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), typeof content === "string" ? content : JSON.stringify(content));
  }
  const file = join(folder, "packages/web/src/auth.ts");
  const loader = createJiti(file, loaderOptions(file, join(folder, "packages/web"), {}));
  return Reflect.get(Object(await loader.import(file)), "auth");
}

const paths = { "@/*": ["./src/*"] };
const web = "packages/web";

describe("a path alias of the config is found", () => {
  test.each<[string, Readonly<Record<string, unknown>>]>([
    ["in tsconfig.json", { [`${web}/tsconfig.json`]: { compilerOptions: { paths } } }],
    [
      "beside `extends` of a file, as in a monorepo",
      {
        "tsconfig.base.json": { compilerOptions: { strict: true } },
        [`${web}/tsconfig.json`]: { extends: "../../tsconfig.base.json", compilerOptions: { paths } },
      },
    ],
    [
      "in the file that tsconfig.json extends",
      {
        "tsconfig.base.json": { compilerOptions: { paths: { "@/*": ["./packages/web/src/*"] } } },
        [`${web}/tsconfig.json`]: { extends: "../../tsconfig.base.json" },
      },
    ],
    [
      "beside `extends` of a package, as in Astro",
      {
        [`${web}/node_modules/astro/tsconfigs/strict.json`]: { compilerOptions: { strict: true } },
        [`${web}/tsconfig.json`]: { extends: "astro/tsconfigs/strict", compilerOptions: { paths } },
      },
    ],
    [
      "with comments, commas at the end and a list of `extends`",
      {
        [`${web}/one.json`]: { compilerOptions: { paths: {} } },
        [`${web}/tsconfig.json`]:
          '{ // comment\n "extends": ["./one.json",], "compilerOptions": { "paths": { "@/*": ["./src/*"], }, }, }',
      },
    ],
    [
      "in the referenced tsconfig that covers the file, as in Vite",
      {
        [`${web}/tsconfig.json`]: {
          files: [],
          references: [{ path: "./tsconfig.node.json" }, { path: "./tsconfig.app.json" }],
        },
        [`${web}/tsconfig.node.json`]: {
          compilerOptions: { paths: { "@/*": ["./other/*"] } },
          include: ["vite.config.ts"],
        },
        [`${web}/tsconfig.app.json`]: { compilerOptions: { paths }, include: ["src"] },
      },
    ],
    [
      "in a referenced folder, and references of a reference",
      {
        [`${web}/tsconfig.json`]: { files: [], references: [{ path: "./config" }, { path: "./missing.json" }] },
        [`${web}/config/tsconfig.json`]: { files: [], references: [{ path: ".." }, { path: "./app.json" }] },
        [`${web}/config/app.json`]: { compilerOptions: { paths: { "@/*": ["../src/*"] } }, include: ["../src"] },
      },
    ],
    ["in jsconfig.json", { [`${web}/jsconfig.json`]: { compilerOptions: { paths } } }],
    [
      "in the tsconfig of the monorepo",
      { "tsconfig.json": { compilerOptions: { paths: { "@/*": ["./packages/web/src/*"] } } } },
    ],
  ])("%s", async (_, files) => {
    expect(await load(files)).toBe("found");
  });
});

test("a tsconfig whose base is not generated yet prevents no import", async () => {
  const files = {
    [`${web}/tsconfig.json`]: { extends: "./.svelte-kit/tsconfig.json" },
    [`${web}/src/auth.ts`]: 'export { database as auth } from "$lib/database";',
  };
  expect(await load(files)).toBe("found");
});
