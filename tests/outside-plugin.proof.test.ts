import { execFile } from "node:child_process";
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { find } from "./harness/published/install.ts";
import { type Packed, packAll, root } from "./harness/published/pack.ts";

/** A plugin of another author: a second factor, written on the packed packages alone. */

const run = promisify(execFile);
const timeout = 120_000;
const fixture = join(root, "tests/fixtures/outside");
const workspace = mkdtempSync(join(tmpdir(), "keyhold-outside-"));

let packages: readonly Packed[] = [];
let removePacked = (): void => undefined;

beforeAll(async () => {
  ({ packages, remove: removePacked } = await packAll(["core", "client", "adapter-memory", "testing"]));
  cpSync(fixture, workspace, { recursive: true });
  writeFileSync(join(workspace, "package.json"), '{ "type": "module" }');
  const byName = new Map(packages.map((packed) => [packed.name, packed]));
  for (const packed of packages) {
    link(packed.folder, join(workspace, "node_modules", packed.name));
    const { dependencies, peerDependencies, peerDependenciesMeta = {} } = packed.manifest;
    for (const name of Object.keys({ ...dependencies, ...peerDependencies }))
      if (!peerDependenciesMeta[name]?.optional)
        link(byName.get(name)?.folder ?? find(name, byName, packed), join(packed.folder, "node_modules", name));
  }
}, timeout);
afterAll(() => {
  removePacked();
  rmSync(workspace, { recursive: true, force: true });
});

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
}

describe("a plugin written outside of this repository", { timeout }, () => {
  test("imports exported paths, and none that is called internal", () => {
    const texts = globSync("*.ts", { cwd: fixture }).map((file) => readFileSync(join(fixture, file), "utf8"));
    const imported = texts.flatMap((text) =>
      [...text.matchAll(/from "(@keyhold\/[^"]+)"/g)].map(([, name = ""]) => name),
    );
    const exported = packages.flatMap(({ name, manifest }) =>
      Object.keys(manifest.exports ?? {}).map((key) => name + key.slice(1)),
    );
    expect(imported).toEqual(expect.arrayContaining(["@keyhold/core/session", "@keyhold/core/limits"]));
    expect(imported.filter((name) => !exported.includes(name) || name.includes("internal"))).toEqual([]);
  });

  test("compiles against the declarations of the packages", async () => {
    const tsc = join(root, "node_modules/typescript7/bin/tsc");
    const strict = ["--strict", "--noEmit", "--allowImportingTsExtensions", "--skipLibCheck", "--module", "nodenext"];
    const types = ["--typeRoots", join(root, "node_modules/@types"), "--types", "node"];
    const compiled = run("node", [tsc, ...strict, ...types, "--target", "es2023", "program.ts"], { cwd: workspace });
    const { stdout } = await compiled.catch((failed: { stdout: string }) => failed);
    expect(stdout).toBe("");
  });

  test("asks at a sign-in, resumes it, counts guesses, sets a signed cookie and steps up", async () => {
    const { stdout } = await run("node", ["program.ts"], { cwd: workspace });
    expect(stdout).toBe("asked, resumed, counted, remembered, stepped up\n");
  });
});
