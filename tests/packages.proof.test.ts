import { execFile } from "node:child_process";
import { globSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Packed, packAll, root } from "./harness/published/pack.ts";

const packages = globSync("packages/*/package.json", { cwd: root }).map(dirname).sort();

/** A compiler per package, beside all other tests. */
const timeoutMilliseconds = 180_000;

let packed: readonly Packed[] = [];
let removePacked = (): void => undefined;

beforeAll(async () => {
  ({ packages: packed, remove: removePacked } = await packAll());
}, timeoutMilliseconds);
afterAll(() => removePacked());

function packedFrom(path: string): { readonly tarball: string; readonly files: readonly string[] } {
  const one = packed.find(({ source }) => basename(source) === basename(path));
  if (!one) throw new Error(`${path} is not packed.`);
  const { folder, tarball } = one;
  const files = globSync("**/*", { cwd: folder }).filter((file) => statSync(join(folder, file)).isFile());
  return { tarball, files };
}

/** What publint calls an error, or a warning. */
async function lintErrors(tarball: string): Promise<readonly object[]> {
  const { messages } = await publint({ pack: { tarball: new Uint8Array(readFileSync(tarball)).buffer }, strict: true });
  return messages.filter(({ type }) => type === "error");
}

/** Resolutions of CommonJS, and of TypeScript before exports: the packages have neither. */
const withoutModules = ["node10", "node16-cjs"];

/** What "Are the types wrong" finds in a package of ES modules. */
async function typeProblems(tarball: string): Promise<readonly object[]> {
  const checked = await checkPackage(createPackageFromTarballData(new Uint8Array(readFileSync(tarball))));
  if (!checked.types) throw new Error(`${tarball} has no types.`);
  return checked.problems.filter(
    (found) => !("resolutionKind" in found && withoutModules.includes(found.resolutionKind)),
  );
}

describe.concurrent.for(packages)("%s, as it is published", { timeout: timeoutMilliseconds }, (path) => {
  test("has the files of its manifest, its license, and no tests", async () => {
    const { tarball, files } = packedFrom(path);
    const { exports } = JSON.parse(readFileSync(join(root, path, "package.json"), "utf8"));
    const types: string = exports["."].types.slice("./".length);
    expect(files, "run npm run build first").toContain(types.replace(/\.d\.ts$/, ".js"));
    expect(files).toEqual(expect.arrayContaining(["LICENSE", "README.md", "package.json", types]));
    expect(files.filter((file) => !/^(dist\/|LICENSE|README\.md|package\.json)/.test(file))).toEqual([]);
    expect(files.filter((file) => /\.test\b|\.test-d\b/.test(file))).toEqual([]);

    expect(await lintErrors(tarball)).toEqual([]);
    expect(await typeProblems(tarball)).toEqual([]);
  });
});

describe("the packages together", { timeout: timeoutMilliseconds }, () => {
  test("have declarations valid in TypeScript 5.9, too", async () => {
    // A process of its own: the programs of a compiler keep a gigabyte.
    const { stdout } = await promisify(execFile)("node", ["tests/harness/published/declaration-errors.ts"], {
      cwd: root,
      maxBuffer: 1024 ** 3,
    });
    const { checked, errors } = JSON.parse(stdout);
    expect(checked).toBeGreaterThan(1500);
    expect(errors).toEqual([]);
  });

  test("carry one version and one license", () => {
    const manifests = packages.map((path) => JSON.parse(readFileSync(join(root, path, "package.json"), "utf8")));
    expect(new Set(manifests.map(({ version }) => version)).size).toBe(1);
    expect(new Set(manifests.map(({ license, type }) => `${license} ${type}`))).toEqual(new Set(["MIT module"]));
  });
});
