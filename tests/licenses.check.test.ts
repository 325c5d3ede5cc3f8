import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

interface Manifest {
  readonly license?: string;
  readonly dependencies?: object;
  readonly devDependencies?: object;
  readonly peerDependencies?: object;
  readonly peerDependenciesMeta?: object;
}

/** A repository with a published package "app", and its installed packages. */
function repositoryOf(app: Manifest, installed: Readonly<Record<string, Manifest>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "keyhold-licenses-"));
  folders.push(folder);
  const write = (path: string, name: string, manifest: Manifest): void => {
    const file = join(folder, path, "package.json");
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify({ name, version: "1.0.0", ...manifest }));
  };
  write(".", "repository", {});
  write("packages/app", "app", app);
  for (const [name, manifest] of Object.entries(installed)) write(`node_modules/${name}`, name, manifest);
  return folder;
}

function check(folder: string): Promise<{ code: unknown; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile("node", [join(root, "scripts/licenses.mjs")], { cwd: folder }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

describe("the licenses of dependencies", () => {
  test("of this repository's published packages are all permissive", async () => {
    const { code, stdout, stderr } = await check(root);
    expect(stderr).toBe("");
    expect(code).toBe(0);
    // The packages' own dependencies were found: zod, jose, kysely and others.
    expect(Number(/^published: (\d+) packages/.exec(stdout)?.[1])).toBeGreaterThan(10);
  });

  test("fail the check when a dependency of a dependency is not permissive, with the path to it", async () => {
    const { code, stderr } = await check(
      repositoryOf(
        { dependencies: { near: "1" } },
        { near: { license: "MIT", dependencies: { far: "1" } }, far: { license: "AGPL-3.0-only" } },
      ),
    );
    expect(code).toBe(1);
    expect(stderr).toBe("license not allowed: far 1.0.0: AGPL-3.0-only, needed by app > near\n");
  });

  test("fail the check when a package has no license", async () => {
    const { code, stderr } = await check(repositoryOf({ dependencies: { near: "1" } }, { near: {} }));
    expect(code).toBe(1);
    expect(stderr).toContain("near 1.0.0: no license field");
  });

  test("are checked for peers, too, unless the peer is optional", async () => {
    const installed = { peer: { license: "GPL-3.0-only" } };
    const peerDependencies = { peer: "1" };
    expect((await check(repositoryOf({ peerDependencies }, installed))).code).toBe(1);
    const peerDependenciesMeta = { peer: { optional: true } };
    expect((await check(repositoryOf({ peerDependencies, peerDependenciesMeta }, installed))).code).toBe(0);
  });

  test("pass when one of several alternatives is permissive, and not when all of them apply", async () => {
    const codeOf = async (license: string): Promise<unknown> =>
      (await check(repositoryOf({ dependencies: { near: "1" } }, { near: { license } }))).code;
    expect(await codeOf("(GPL-2.0-only OR MIT)")).toBe(0);
    expect(await codeOf("MIT AND ISC")).toBe(0);
    expect(await codeOf("MIT AND GPL-2.0-only")).toBe(1);
    expect(await codeOf("SEE LICENSE IN terms.txt")).toBe(1);
  });

  test("of development alone are listed and do not fail the check", async () => {
    const { code, stdout } = await check(
      repositoryOf({ devDependencies: { tool: "1" } }, { tool: { license: "GPL-3.0-only" } }),
    );
    expect(code).toBe(0);
    expect(stdout).toContain("tool 1.0.0: GPL-3.0-only, needed by app");
  });

  test("fail the check when a dependency is not installed", async () => {
    const { code, stderr } = await check(repositoryOf({ dependencies: { near: "1" } }));
    expect(code).toBe(1);
    expect(stderr).toContain("near is not installed, but app needs it.");
  });
});
