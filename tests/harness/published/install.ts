import { cpSync, existsSync, mkdirSync, realpathSync, statSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Packed, readManifest, root } from "./pack.ts";

/**
 * Packages in a workspace as package managers lay them out. pnpm: each package has access to its own dependencies only.
 * npm: each package once at the root, and below its dependent if the root has another version.
 */
export type Layout = "pnpm" | "npm";

/** Folders of the workspace's packages, each with the dependencies of its package.json. */
export type Needs = Readonly<Record<string, readonly string[]>>;

export function install(layout: Layout, workspace: string, packages: readonly Packed[], needs: Needs): void {
  const sources = new Map(packages.map((one) => [one.name, one]));
  const site: Site = { workspace, packages: sources };
  if (layout === "pnpm") pnpmTree(site, needs);
  else npmTree(site, needs);
}

function pnpmTree(site: Site, needs: Needs): void {
  for (const one of site.packages.values()) pnpmPackage(site, one);
  for (const [folder, names] of Object.entries(needs))
    for (const name of withTypes(names))
      link(pnpmPlace(site, name), join(site.workspace, folder, "node_modules", name));
}

interface Site {
  readonly workspace: string;
  readonly packages: ReadonlyMap<string, Packed>;
}

/** A package without types of its own needs those of DefinitelyTyped where the repository has them. */
const withTypes = (names: readonly string[]): readonly string[] =>
  names.flatMap((name) => (existsSync(join(root, "node_modules/@types", name)) ? [name, `@types/${name}`] : [name]));

/** Modules of Expo are for phones: this repository installs none of them, and no test here runs them. */
const isOfPhones = (name: string): boolean => /^(expo($|-)|react-native($|-))/.test(name);

const dependenciesOf = ({ manifest }: Packed): readonly string[] =>
  withTypes(
    Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }).filter((name) => !isOfPhones(name)),
  );

/** Our package in a folder of its own, with links to its dependencies. */
function pnpmPackage(site: Site, packed: Packed): void {
  const place = pnpmPlace(site, packed.name);
  copy(packed.folder, place);
  for (const name of dependenciesOf(packed)) link(pnpmPlace(site, name, packed), join(place, "../..", name));
}

function pnpmPlace({ workspace, packages }: Site, name: string, by?: Packed): string {
  if (!packages.has(name)) return find(name, packages, by);
  return join(workspace, "node_modules/.pnpm", name.replace("/", "+"), "node_modules", name);
}

function npmTree({ workspace, packages }: Site, needs: Needs): void {
  const top = join(workspace, "node_modules");
  const placed = new Map<string, string>();
  /** A third-party package with all possible imports of its declarations. */
  function place(from: string, name: string, by: string): void {
    const target = [top, join(by, "node_modules")]
      .map((folder) => join(folder, name))
      .find((path) => (placed.get(path) ?? from) === from);
    if (target === undefined || placed.has(target)) return;
    placed.set(target, from);
    copy(from, target);
    for (const dependency of Object.keys(readManifest(from).dependencies ?? {})) {
      const beside = join(from, ...name.split("/").map(() => ".."), dependency);
      if (existsSync(beside)) place(realpathSync(beside), dependency, target);
    }
  }
  for (const packed of packages.values()) copy(packed.folder, join(top, packed.name));
  for (const name of withTypes(Object.values(needs).flat()))
    if (!packages.has(name)) place(find(name, packages), name, top);
  for (const packed of packages.values())
    for (const name of dependenciesOf(packed))
      if (!packages.has(name)) place(find(name, packages, packed), name, join(top, packed.name));
}

/**
 * The folder of a third-party package in this repository: that of the dependent package, else of the repository or any
 * other.
 */
export function find(name: string, packages: Site["packages"], by?: Packed): string {
  const sources = [...(by ? [by.source] : []), root, ...[...packages.values()].map(({ source }) => source)];
  const path = sources.map((source) => join(source, "node_modules", name)).find((one) => existsSync(one));
  if (path === undefined) throw new Error(`${name} is not installed in this repository.`);
  return realpathSync(path);
}

/** The files of a package that a compiler reads; the others are not copied. */
const isRead = /\.d\.[mc]?ts$|package\.json$/;

const copy = (from: string, to: string): void =>
  cpSync(from, to, {
    recursive: true,
    filter: (path) =>
      !path.slice(from.length).includes("/node_modules") && (statSync(path).isDirectory() || isRead.test(path)),
  });

function link(target: string, path: string): void {
  if (existsSync(path)) return;
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
}
