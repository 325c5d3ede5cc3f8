import { execFile } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { afterAll, describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "keyhold-packages-"));
const packages = globSync("packages/*/package.json", { cwd: root }).map(dirname).sort();

/** A compiler per package, beside all other tests. */
const timeoutMilliseconds = 180_000;

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Resolves with the program's output; rejects with it on failure. */
async function run(command: string, args: readonly string[], cwd: string): Promise<string> {
  try {
    return (await promisify(execFile)(command, args, { cwd })).stdout;
  } catch (error) {
    const { stdout, stderr, message } = error as { stdout?: string; stderr?: string; message: string };
    throw new Error(`${stdout ?? ""}${stderr ?? ""}` || message);
  }
}

async function pack(path: string): Promise<{ tarball: string; files: string[] }> {
  const printed = await run("pnpm", ["pack", "--json", "--pack-destination", folder], join(root, path));
  const { filename, files } = JSON.parse(printed) as { filename: string; files: { path: string }[] };
  return { tarball: filename, files: files.map((file) => file.path) };
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
    const { tarball, files } = await pack(path);
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
    const declarations = globSync("packages/*/dist/**/*.d.ts", { cwd: root });
    const options = ["--noEmit", "--strict", "--module", "nodenext", "--lib", "es2023,dom", "--jsx", "react-jsx"];
    const compiler = join(root, "node_modules/typescript59/bin/tsc");
    const report = await run("node", [compiler, ...options, ...declarations], root).catch(String);
    // Third-party declarations may have errors; ours may not.
    const ours = report.split("\n").filter((line) => /error TS/.test(line) && !/^(Error: )?node_modules/.test(line));
    expect(ours).toEqual([]);
  });

  test("carry one version and one license", () => {
    const manifests = packages.map((path) => JSON.parse(readFileSync(join(root, path, "package.json"), "utf8")));
    expect(new Set(manifests.map(({ version }) => version)).size).toBe(1);
    expect(new Set(manifests.map(({ license, type }) => `${license} ${type}`))).toEqual(new Set(["MIT module"]));
  });
});
