import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
const core = (file: string): string => here(`../../../core/src/${file}`);

/** The implementations without modules of Node, as a bundler for workers chooses them. */
const pure = {
  "#digest": core("secret/digest.pure.ts"),
  "#password": core("password/algorithms.pure.ts"),
};

/** Bundles a program of this folder with the sources of the packages, and with the suite's own runner for vitest. */
export async function bundle(program: string, outfile: string, { isWorker = false } = {}): Promise<void> {
  await build({
    entryPoints: [here(program)],
    outfile,
    bundle: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: isWorker ? ["workerd", "worker", "import"] : ["bun", "node", "import"],
    external: ["node:*", "bun:*", "cloudflare:*"],
    alias: { vitest: here("suite-runner.ts"), ...(isWorker ? pure : {}) },
    logLevel: "silent",
  });
}
