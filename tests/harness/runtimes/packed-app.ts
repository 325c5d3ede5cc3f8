import { globSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { find } from "../published/install.ts";
import { packAll, root } from "../published/pack.ts";

/** A folder with the programs of tests/fixtures/runtimes, and the packed packages in `node_modules`. */
export interface PackedApp {
  readonly folder: string;
  /** The folder of the bundle `worker.mjs`. */
  readonly worker: string;
  remove(): void;
}

/** The packages of the programs, beside ours. */
const others = ["@libsql/client"];

export async function packedApp(): Promise<PackedApp> {
  const folder = mkdtempSync(join(tmpdir(), "keyhold-runtimes-"));
  const modules = join(folder, "node_modules");
  const { packages, remove } = await packAll(["core", "adapter-sql"]);
  const known = new Map(packages.map((one) => [one.name, one]));
  const needed = packages.flatMap((one) =>
    Object.keys(one.manifest.dependencies ?? {}).map((name) => [name, find(name, known, one)] as const),
  );
  for (const [name, place] of [...needed, ...others.map((name) => [name, find(name, known)] as const)])
    put(join(modules, name), (target) => symlinkSync(place, target));
  for (const one of packages) put(join(modules, one.name), (target) => renameSync(one.folder, target));
  remove();
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  await build({
    entryPoints: globSync("tests/fixtures/runtimes/*.ts", { cwd: root, exclude: ["**/*.d.ts"] }).map((file) =>
      join(root, file),
    ),
    outdir: folder,
    format: "esm",
    target: "node20",
    logLevel: "silent",
  });
  const worker = join(folder, "worker");
  await bundleWorker(folder, worker);
  return { folder, worker, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function put(target: string, place: (target: string) => void): void {
  mkdirSync(dirname(target), { recursive: true });
  place(target);
}

/** As wrangler does it. */
const bundleWorker = (folder: string, outdir: string): Promise<unknown> =>
  build({
    entryPoints: [join(folder, "worker.js")],
    outfile: join(outdir, "worker.mjs"),
    bundle: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["workerd", "worker", "import"],
    logLevel: "silent",
  });
