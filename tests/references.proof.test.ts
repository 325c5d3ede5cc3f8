import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, extname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Entry, entriesOf } from "./harness/published/entries.ts";
import { exportValues, typesOnly } from "./harness/published/entry-values.ts";
import { install, type Layout } from "./harness/published/install.ts";
import { type Packed, packAll, root } from "./harness/published/pack.ts";
import {
  type App,
  buildReferences,
  type Compiler,
  needsOf,
  type Resolution,
  resolutions,
  writeApps,
} from "./harness/published/references.ts";

/** An app's exports of every entry point can be declared, if other projects reference the app. */

const layouts: readonly Layout[] = ["pnpm", "npm"];
const folder = mkdtempSync(join(tmpdir(), "keyhold-references-"));
const workspaceOf = (layout: Layout): string => join(folder, layout);
/** Version 7 is fast, and in each combination; each of the others in one. */
const compilersOf = (layout: Layout, resolution: Resolution): readonly Compiler[] => {
  if (layout === "pnpm" && resolution === "nodenext") return ["7", "5.9"];
  return layout === "npm" && resolution === "bundler" ? ["7", "6"] : ["7"];
};

/** Some hundred programs per build, beside other tests. */
const timeout = 180_000;

let entries: readonly Entry[] = [];
let generated: readonly App[] = [];
let written: readonly App[] = [];
let removePacked = (): void => undefined;

beforeAll(async () => {
  const { packages, remove } = await packAll();
  removePacked = remove;
  entries = entriesOf(packages);
  written = globSync("tests/fixtures/references/*.{ts,tsx}", { cwd: root }).map((path) => writtenApp(path, packages));
  const empty = entries.map((entry) => generatedApp(entry, ""));
  install("pnpm", workspaceOf("pnpm"), packages, needsOf(empty));
  const texts = exportValues(
    workspaceOf("pnpm"),
    entries.map(({ specifier }) => ({ folder: folderOf(specifier), specifier })),
  );
  generated = entries.map((entry) => generatedApp(entry, texts.get(folderOf(entry.specifier)) ?? ""));
  const apps = [...generated, ...written];
  for (const layout of layouts) {
    install(layout, workspaceOf(layout), packages, needsOf(apps));
    writeApps(workspaceOf(layout), apps);
  }
}, timeout);
afterAll(() => {
  removePacked();
  rmSync(folder, { recursive: true, force: true });
});

/** An app with one installed package and its required peers, and an import of one entry point. */
const generatedApp = ({ specifier, package: of, types }: Entry, text: string): App => {
  // The app installs packages whose values it passes to an entry point, such as a pool or a schema.
  const isOfApp = (name: string): boolean =>
    !name.startsWith("@keyhold/") || name in (of.manifest.peerDependencies ?? {});
  const imported = importsOf(readFileSync(join(of.folder, types), "utf8")).filter(isOfApp);
  return {
    folder: folderOf(specifier),
    file: "values.ts",
    text,
    dependencies: requiredBy([of.name, ...imported], [of]),
  };
};

/** A handwritten app: it installs its imports, with their required peers. */
function writtenApp(path: string, packages: readonly Packed[]): App {
  const text = readFileSync(join(root, path), "utf8");
  const file = basename(path);
  return {
    folder: `app-${basename(file, extname(file))}`,
    file,
    text,
    dependencies: requiredBy(importsOf(text), packages),
  };
}

const folderOf = (specifier: string): string => specifier.replace("@keyhold/", "").replaceAll("/", "_");

/** The packages of the imports in a text. */
const importsOf = (text: string): readonly string[] =>
  [...text.matchAll(/(?:from |import\()"((?:@[^/"]+\/)?[^@./#"][^/":]*)(?:\/[^"]*)?"/g)].map(([, name = ""]) => name);

function requiredBy(names: readonly string[], packages: readonly Packed[]): readonly string[] {
  const peers = packages
    .filter(({ name }) => names.includes(name))
    .flatMap(({ manifest: { peerDependencies = {}, peerDependenciesMeta = {} } }) =>
      Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional),
    );
  // As an app in TypeScript has them.
  const types = [...names, ...peers].includes("react") ? ["@types/node", "@types/react"] : ["@types/node"];
  return [...new Set([...names, ...peers, ...types])];
}

test("every entry point of a manifest has its app", () => {
  const named = globSync("packages/*/package.json", { cwd: root }).flatMap((path) => {
    const { name, exports } = JSON.parse(readFileSync(join(root, path), "utf8"));
    return Object.keys(exports)
      .filter((key) => key !== "./package.json" && !key.endsWith(".css"))
      .map((key) => name + key.slice(1))
      .filter((entry) => !typesOnly.has(entry));
  });
  const isCovered = (specifier: string): boolean => {
    const [before = "", after] = specifier.split("*");
    return generated.some(({ folder: of, text }) => {
      const isNamed = after === undefined ? of === folderOf(specifier) : of.startsWith(folderOf(before));
      return isNamed && /^export const /m.test(text);
    });
  };
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((specifier) => !isCovered(specifier))).toEqual([]);
});

test("every package has a handwritten app", () => {
  const imported = new Set(written.flatMap(({ dependencies }) => dependencies));
  expect([...new Set(entries.map((entry) => entry.package.name))].filter((name) => !imported.has(name))).toEqual([]);
});

describe.for(layouts)("installed by %s", (layout) => {
  describe.for(resolutions)("with module resolution %s", (resolution) => {
    test.for(compilersOf(layout, resolution))(
      "an app's exports have names usable in other projects, under TypeScript %s",
      { timeout },
      async (compiler) => {
        expect(await buildReferences(workspaceOf(layout), resolution, compiler)).toEqual([]);
        const declared = globSync(`*/declared.${resolution}.${compiler}/*.d.ts`, { cwd: workspaceOf(layout) });
        expect(declared).toHaveLength((generated.length + written.length) * 2);
      },
    );
  });
});
