import { execFile } from "node:child_process";
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** The packages as an app installs them: from their tarballs. */

export const root = fileURLToPath(new URL("../../..", import.meta.url));
const run = promisify(execFile);

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/** A package in a folder, as its tarball has it. */
export interface Packed {
  /** E.g. "@keyhold/core". */
  readonly name: string;
  readonly folder: string;
  /** The path of the tarball. */
  readonly tarball: string;
  /** Its folder in the repository: its imports are resolved from there. */
  readonly source: string;
  readonly manifest: Manifest;
}

/** Without type parameters a JSON file is unknown: a manifest is npm's output, or a file of this repository. */
export const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

const foldersOf = (names: readonly string[]): readonly string[] =>
  globSync(
    names.map((name) => `packages/${name}/package.json`),
    { cwd: root },
  )
    .map((path) => join(root, dirname(path)))
    .sort();

/**
 * Builds missing builds, packs every published package, or those in the named folders of `packages`, and unpacks it.
 * Remove the parent folder of the first one afterwards.
 */
export async function packAll(
  only: readonly string[] = ["*"],
): Promise<{ readonly packages: readonly Packed[]; readonly remove: () => void }> {
  const sources = foldersOf(only);
  const unbuilt = sources.filter((source) => !existsSync(join(source, "dist")));
  const filters = unbuilt.map((source) => `--filter=${readManifest(source).name}`);
  if (unbuilt.length > 0) await run(join(root, "node_modules/.bin/turbo"), ["run", "build", ...filters], { cwd: root });
  const folder = mkdtempSync(join(tmpdir(), "keyhold-packed-"));
  const packed = only.flatMap((name) => ["--filter", `./packages/${name}`]);
  await run("pnpm", ["-r", ...packed, "pack", "--pack-destination", folder], { cwd: root });
  const packages = sources.map(async (source): Promise<Packed> => {
    const { name, version } = readManifest(source);
    const unpacked = join(folder, name);
    mkdirSync(unpacked, { recursive: true });
    const tarball = join(folder, `${name.slice(1).replace("/", "-")}-${version}.tgz`);
    await run("tar", ["-xzf", tarball, "-C", unpacked, "--strip-components=1"]);
    return { name, folder: unpacked, tarball, source, manifest: readManifest(unpacked) };
  });
  return { packages: await Promise.all(packages), remove: () => rmSync(folder, { recursive: true, force: true }) };
}
