import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, extname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Entry, entriesOf } from "./entries.ts";
import { exportValues, typesOnly } from "./entry-values.ts";
import { install, type Layout } from "./install.ts";
import { type Packed, packAll, root } from "./pack.ts";
import { type App, buildReferences, type Compiler, needsOf, type Resolution, writeApps } from "./references.ts";

/** A layout of packages, and how and by which compiler they are read. */
export type Combination = readonly [layout: Layout, resolution: Resolution, compiler: Compiler];

const layouts: readonly Layout[] = ["pnpm", "npm"];

/** Some sixty programs per build, beside other tests. */
const timeout = 300_000;

/** An app's exports of every entry point can be declared, if other projects reference the app. */
export function describeReferences(combinations: readonly Combination[]): void {
  const folder = mkdtempSync(join(tmpdir(), "keyhold-references-"));
  const workspaceOf = (layout: Layout): string => join(folder, layout);
  let entries: readonly Entry[] = [];
  /** The text of each entry point's module. */
  let texts: ReadonlyMap<string, string> = new Map();
  let generated: readonly App[] = [];
  let written: readonly App[] = [];
  let removePacked = (): void => undefined;

  beforeAll(async () => {
    const { packages, remove } = await packAll();
    removePacked = remove;
    entries = entriesOf(packages);
    written = globSync("tests/fixtures/references/*.{ts,tsx}", { cwd: root }).map((path) => writtenApp(path, packages));
    const groups = groupsOf(entries);
    const needs = needsOf([...groups.map((group) => generatedApp(group, texts)), ...written]);
    for (const layout of layouts) install(layout, workspaceOf(layout), packages, needs);
    const probes = groups.flatMap(({ folder, specifiers }) => specifiers.map((specifier) => ({ folder, specifier })));
    texts = exportValues(workspaceOf("pnpm"), probes);
    generated = groups.map((group) => generatedApp(group, texts));
    for (const layout of layouts) writeApps(workspaceOf(layout), [...generated, ...written]);
  }, timeout);
  afterAll(() => {
    removePacked();
    rmSync(folder, { recursive: true, force: true });
  });

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
      return [...texts].some(([entry, text]) => {
        const isNamed = after === undefined ? entry === specifier : entry.startsWith(before);
        return isNamed && /^export const /m.test(text);
      });
    };
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((specifier) => !isCovered(specifier))).toEqual([]);
    const built = generated.flatMap(({ modules }) => [...modules.values()]);
    expect(built.toSorted()).toEqual([...texts.values()].toSorted());
  });

  test("every package has a handwritten app", () => {
    const imported = new Set(written.flatMap(({ dependencies }) => dependencies));
    expect([...new Set(entries.map((entry) => entry.package.name))].filter((name) => !imported.has(name))).toEqual([]);
  });

  test.for(combinations)(
    "an app's exports have names usable in other projects, installed by %s, with module resolution %s, under TypeScript %s",
    { timeout },
    async ([layout, resolution, compiler]) => {
      expect(await buildReferences(workspaceOf(layout), resolution, compiler)).toEqual([]);
      const declared = globSync(`*/declared.${resolution}.${compiler}/*.d.ts`, { cwd: workspaceOf(layout) });
      // The declarations of the app, and of the use of the app.
      expect(declared).toHaveLength((texts.size + written.length) * 2);
    },
  );
}

/** The entry points of one package whose apps install the same packages: a compiler reads them in one program. */
interface Group {
  readonly folder: string;
  readonly specifiers: readonly string[];
  readonly dependencies: readonly string[];
}

function groupsOf(all: readonly Entry[]): readonly Group[] {
  const byInstalled = Map.groupBy(all, (entry) => [entry.package.name, ...installedFor(entry)].join(" "));
  return [...byInstalled.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const specifiers = group.map(({ specifier }) => specifier);
    return [{ folder: nameOf(first.specifier), specifiers, dependencies: installedFor(first) }];
  });
}

/** An app installs one package and its required peers, and what it passes to the entry point, e.g. a pool. */
function installedFor({ package: of, types }: Entry): readonly string[] {
  const isOfApp = (name: string): boolean =>
    !name.startsWith("@keyhold/") || name in (of.manifest.peerDependencies ?? {});
  const imported = importsOf(readFileSync(join(of.folder, types), "utf8")).filter(isOfApp);
  return [...new Set(requiredBy([of.name, ...imported], [of]))].sort();
}

/** An app with a module for each entry point of a group. */
const generatedApp = ({ folder, specifiers, dependencies }: Group, of: ReadonlyMap<string, string>): App => ({
  folder,
  modules: new Map(specifiers.map((specifier) => [`${nameOf(specifier)}.ts`, of.get(specifier) ?? ""])),
  dependencies,
});

/** A handwritten app: it installs its imports, with their required peers. */
function writtenApp(path: string, packages: readonly Packed[]): App {
  const text = readFileSync(join(root, path), "utf8");
  const file = basename(path);
  return {
    folder: `app-${basename(file, extname(file))}`,
    modules: new Map([[file, text]]),
    dependencies: requiredBy(importsOf(text), packages),
  };
}

const nameOf = (specifier: string): string => specifier.replace("@keyhold/", "").replaceAll("/", "_");

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
