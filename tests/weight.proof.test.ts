import { execFile } from "node:child_process";
import { globSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { type BuildOptions, build } from "esbuild";
import { describe, expect, test } from "vitest";

/** The cost of a server before its first request: opened files, bundled bytes, installed packages. */

const root = fileURLToPath(new URL("..", import.meta.url));
const packages = globSync("packages/*/package.json", { cwd: root }).map(dirname).sort();

/** Each needs the packages as they are built, and walks through all of their files. */
const timeout = 120_000;

const readJson = (path: string) => JSON.parse(readFileSync(path, "utf8"));

describe("a server with SQLite, usernames and organizations", { timeout }, () => {
  const imports = `
    import { createAuth } from "@keyhold/core";
    import { nodeHandler } from "@keyhold/core/node";
    import { sqlite } from "@keyhold/adapter-sql/sqlite";
    import { organization } from "@keyhold/organization";
    import { username } from "@keyhold/username";
  `;
  const firstAnswer = `
    import { planMigration } from "@keyhold/adapter-sql";
    const database = sqlite(":memory:");
    const plugins = [username(), organization()];
    const auth = createAuth({ secret: "only for this test: 4f9b7c21d8e3a650", baseURL: "http://localhost:3000", database, plugins });
    await (await planMigration(database, auth.schema)).apply();
    const answer = await auth.handler(new Request("http://localhost:3000/api/auth/get-session"));
    if (answer.status !== 200) throw new Error("get-session answered " + answer.status);
  `;

  test("opens at most 44 files, and no dependency", async () => {
    const files = await filesOf(imports);
    expect(files.length, files.join("\n")).toBeLessThanOrEqual(44);
    expect(dependenciesOf(files)).toEqual([]);
  });

  test("makes its tables and answers a first request without opening a dependency", async () => {
    const files = await filesOf(imports + firstAnswer);
    expect(files.length, files.join("\n")).toBeLessThanOrEqual(48);
    expect(dependenciesOf(files)).toEqual([]);
  });
});

/** The files that Node opens for a program. */
async function filesOf(program: string): Promise<readonly string[]> {
  const hooks = `
    import { registerHooks } from "node:module";
    const urls = new Set();
    registerHooks({ load(url, context, next) { urls.add(url); return next(url, context); } });
    process.on("exit", () => console.log(JSON.stringify([...urls])));
  `;
  const preload = `data:text/javascript,${encodeURIComponent(hooks)}`;
  const options = ["--import", preload, "--input-type=module", "--eval", program];
  const { stdout } = await promisify(execFile)(process.execPath, options, { cwd: root });
  const urls: readonly string[] = JSON.parse(stdout);
  return urls.filter((url) => url.startsWith("file:"));
}

const dependenciesOf = (files: readonly string[]): readonly string[] =>
  [...new Set(files.flatMap((file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []))].sort();

describe("the core in one minified file", { timeout }, () => {
  /** With all late imports, because a bundler without chunks keeps them in the same file. */
  async function bundledBytes(options: BuildOptions, more = ""): Promise<number> {
    const { outputFiles } = await build({
      ...options,
      stdin: { contents: `export { createAuth } from "@keyhold/core"; ${more}`, resolveDir: root },
      bundle: true,
      minify: true,
      write: false,
      format: "esm",
      tsconfigRaw: {},
      logLevel: "silent",
    });
    return gzipSync(outputFiles?.[0]?.contents ?? new Uint8Array()).length;
  }

  const conditions = ["workerd", "worker", "import"];
  const worker: BuildOptions = { platform: "neutral", mainFields: ["module", "main"], conditions };

  test("has at most 91 KiB gzip on Node", async () => {
    expect(await bundledBytes({ platform: "node" })).toBeLessThanOrEqual(91 * 1024);
  });

  test("has at most 95 KiB gzip on a worker, because it has no native hash", async () => {
    expect(await bundledBytes(worker)).toBeLessThanOrEqual(95 * 1024);
  });

  test("has at most 16.5 KiB more with passkeys on a worker, and the code of certificates only where it is imported", async () => {
    const without = await bundledBytes(worker);
    const passkeys = 'export { passkey } from "@keyhold/passkey";';
    expect((await bundledBytes(worker, passkeys)) - without).toBeLessThanOrEqual(16.5 * 1024);
    const attested = `${passkeys} export { direct } from "@keyhold/passkey/attestation";`;
    expect((await bundledBytes(worker, attested)) - without).toBeGreaterThan(64 * 1024);
  });
});

describe("getting started", { timeout }, () => {
  test("installs at most 12 packages and 6 MB", async () => {
    const page = readFileSync(join(root, "docs/getting-started.md"), "utf8");
    const named = /^npm install (@keyhold.+)$/m.exec(page)?.[1]?.split(" ") ?? [];
    expect(named).toContain("@keyhold/core");

    const installed = await installedWith(named);
    expect([...installed.keys()].length, [...installed.keys()].join(" ")).toBeLessThanOrEqual(12);
    const bytes = [...installed.values()].reduce((sum, one) => sum + one, 0);
    expect(bytes).toBeLessThanOrEqual(6_000_000);
  });
});

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/** The packages that npm installs with these, and the bytes of each. */
async function installedWith(names: readonly string[]): Promise<Map<string, number>> {
  const bytes = new Map<string, number>();
  const visit = async (name: string, from: string): Promise<void> => {
    if (bytes.has(name)) return;
    const place = placeOf(name, from);
    bytes.set(
      name,
      name.startsWith("@keyhold/") ? await packedBytes(place) : bytesIn(place, globSync("**", { cwd: place })),
    );
    for (const needed of needsOf(readJson(join(place, "package.json")))) await visit(needed, place);
  };
  for (const name of names) await visit(name, root);
  return bytes;
}

const needsOf = ({ dependencies, peerDependencies = {}, peerDependenciesMeta = {} }: Manifest): string[] => [
  ...Object.keys(dependencies ?? {}),
  ...Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional),
];

/** The folder of a package, looked for as Node does it; ours are those of this repository. */
function placeOf(name: string, from: string): string {
  if (name.startsWith("@keyhold/")) return join(root, "packages", name.slice("@keyhold/".length));
  for (const folder of [
    from,
    dirname(from),
    dirname(dirname(from)),
    root,
    ...packages.map((path) => join(root, path)),
  ]) {
    const place = join(folder, "node_modules", name);
    if (statSync(place, { throwIfNoEntry: false })) return realpathSync(place);
    const sibling = join(folder, name);
    if (folder.endsWith("node_modules") && statSync(sibling, { throwIfNoEntry: false })) return realpathSync(sibling);
  }
  throw new Error(`${name} is not installed.`);
}

/** The size of the tarball. */
async function packedBytes(place: string): Promise<number> {
  const { stdout } = await promisify(execFile)("pnpm", ["pack", "--dry-run", "--json"], { cwd: place });
  const { files }: { readonly files: readonly { readonly path: string }[] } = JSON.parse(stdout);
  return bytesIn(
    place,
    files.map(({ path }) => path),
  );
}

/** A license of the repository's root is packed, too. */
const bytesIn = (place: string, files: readonly string[]): number =>
  files.reduce((sum, path) => {
    const stats = statSync(join(place, path), { throwIfNoEntry: false });
    return sum + (stats?.isFile() ? stats.size : 0);
  }, 0);

describe.each(packages)("the files that %s publishes", (path) => {
  const maps = globSync(`${path}/dist/**/*.js.map`, { cwd: root }).map((file) => readJson(join(root, file)));

  test("have maps with sources and lines, without the sources' text", () => {
    expect(maps.length, "run npm run build first").toBeGreaterThan(0);
    expect(maps.filter(({ sourcesContent }) => sourcesContent)).toEqual([]);
  });

  test("have no code of another package", () => {
    const sources: readonly string[] = maps.flatMap((map) => map.sources);
    expect(sources.filter((source) => !/^(\.\.\/)+src\//.test(source))).toEqual([]);
  });
});
