import { execFile } from "node:child_process";
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";

/** The package.json of each published package; tests/packages.test.ts checks the packed files. */

interface Manifest {
  readonly name: string;
  readonly description?: string;
  readonly keywords?: readonly string[];
  readonly private?: boolean;
  readonly repository: { readonly type: string; readonly url: string; readonly directory?: string };
  readonly dependencies?: Ranges;
  readonly peerDependencies?: Ranges;
  readonly devDependencies?: Ranges;
}
type Ranges = Readonly<Record<string, string>>;

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (path: string, folder = root): Manifest => JSON.parse(readFileSync(join(folder, path), "utf8"));
const packages = globSync("packages/*/package.json", { cwd: root }).map(dirname).sort();
const shared = read("package.json");
const address = shared.repository.url.replace(/^git\+|\.git$/g, "");
const isOurs = (name: string): boolean => name.startsWith("@keyhold/");

/** The values of the entries with matching names. */
const rangesOf = (ranges: Ranges = {}, isWanted: (name: string) => boolean): string[] =>
  Object.entries(ranges).flatMap(([name, range]) => (isWanted(name) ? [range] : []));

const run = (folder: string, ...args: readonly string[]) =>
  promisify(execFile)("node", [join(root, "scripts/manifests.mjs"), ...args], { cwd: folder });

describe.for(packages)("package.json of %s", (path) => {
  const manifest = read(join(path, "package.json"));

  test("has a description, the source's URL and the URL for bug reports", () => {
    expect(manifest).toMatchObject({
      license: "MIT",
      author: expect.stringMatching(/./),
      homepage: `${address}/tree/main/${path}#readme`,
      repository: { type: "git", url: shared.repository.url, directory: path },
      bugs: `${address}/issues`,
      publishConfig: { access: "public", provenance: true },
    });
    expect(manifest.private).toBe(undefined);
    expect(manifest.description?.length).toBeGreaterThan(20);
    expect(manifest.description?.length).toBeLessThan(120);
    expect(manifest.keywords?.length).toBeGreaterThanOrEqual(5);
    expect(new Set(manifest.keywords).size).toBe(manifest.keywords?.length);
  });

  test("declares published files, supported Node versions, and side effects", () => {
    expect(manifest).toMatchObject({ files: ["dist"], engines: { node: ">=20.19" }, type: "module" });
    expect(manifest).toHaveProperty("sideEffects");
  });

  test("depends on packages of this repository by a range with the next patch", () => {
    expect(rangesOf(manifest.dependencies, isOurs).filter((range) => range !== "workspace:^")).toEqual([]);
    expect(rangesOf(manifest.peerDependencies, isOurs).filter((range) => range !== "workspace:^")).toEqual([]);
    expect(rangesOf(manifest.devDependencies, isOurs).filter((range) => range !== "workspace:*")).toEqual([]);
  });

  test("takes versions of other packages from the catalog, and leaves the version of a peer to the app", () => {
    const isOther = (name: string): boolean => !isOurs(name);
    expect(rangesOf(manifest.dependencies, isOther).filter((range) => range !== "catalog:")).toEqual([]);
    expect(rangesOf(manifest.devDependencies, isOther).filter((range) => range !== "catalog:")).toEqual([]);
    expect(rangesOf(manifest.peerDependencies, isOther).filter((range) => !/^(\^|>=)\d/.test(range))).toEqual([]);
  });

  test("installs every peer for the package's own tests, except modules of phones", () => {
    // No Node loads them, and they install 500 packages. The test of examples/expo has them.
    const peers = Object.keys(manifest.peerDependencies ?? {}).filter((name) => !/^(expo-|react-native$)/.test(name));
    expect(Object.keys(manifest.devDependencies ?? {})).toEqual(expect.arrayContaining(peers));
  });
});

describe("the manifests together", () => {
  test("repeat the fields of the root package.json", async () => {
    const { stdout } = await run(root, "--check").catch((failed: { stdout: string }) => failed);
    expect(stdout, "npm run fix writes these files").toBe("");
  });

  test("have no license file: pnpm puts the root's into every tarball", () => {
    expect(globSync(["LICENSE*", "packages/*/LICENSE*"], { cwd: root })).toEqual(["LICENSE"]);
  });

  test("follow a new owner after one edit and one command", async () => {
    const folder = mkdtempSync(join(tmpdir(), "keyhold-manifests-"));
    const repeating = [
      "package.json",
      "packages/*/package.json",
      "packages/*/*.md",
      ".changeset/*.md",
      ".github/**/*.*",
    ];
    const paths = globSync(repeating, { cwd: root });
    for (const path of paths) cpSync(join(root, path), join(folder, path));
    const manifest = read("package.json", folder);
    const repository = { ...manifest.repository, url: "git+https://github.com/acme/auth.git" };
    writeFileSync(join(folder, "package.json"), JSON.stringify({ ...manifest, repository }));

    await expect(run(folder, "--check")).rejects.toThrow("npm run fix");
    await run(folder);
    await run(folder, "--check");

    const name = address.replace("https://", "");
    const stillNames = (path: string): boolean => readFileSync(join(folder, path), "utf8").includes(name);
    expect(paths).toContain(join(".github", "ISSUE_TEMPLATE", "config.yml"));
    expect(paths.filter(stillNames)).toEqual([]);
    rmSync(folder, { recursive: true });
  });
});
