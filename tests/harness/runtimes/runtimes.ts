import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { RuntimeServer } from "./app-tests.ts";
import { denoPath, nodePath } from "./binaries.ts";
import { bunPath } from "./bun-path.ts";
import type { PackedApp } from "./packed-app.ts";
import { startWorkerd } from "./workerd.ts";

/** The program of tests/fixtures/runtimes that serves the app there. */
export interface Runtime {
  readonly name: string;
  readonly program: string;
  /** The algorithm of new password hashes. */
  readonly hash: "argon2id" | "scrypt";
  /** Rejects if the binary cannot be fetched. */
  find(): Promise<Start>;
}

/** Starts the app's program with a new database in the folder `database`. */
export type Start = (app: PackedApp, database: string) => Promise<RuntimeServer>;

const node = (name: string, version: string, program: string, hash: Runtime["hash"]): Runtime => ({
  name,
  program,
  hash,
  find: async () => byCommand([await nodePath(version)], program),
});

const bun = (name: string, program: string): Runtime => ({
  name,
  program,
  hash: "argon2id",
  find: async () => byCommand([bunPath()], program),
});

const denoFlags = [
  "--no-remote",
  "--node-modules-dir=manual",
  ...["net", "env", "sys", "read", "write"].map((permission) => `--allow-${permission}`),
];

/** The modules of Node are there since the compatibility date of 2026-08-04, or by the flag `nodejs_compat`. */
const workerd = (name: string, compatibilityDate: string): Runtime => ({
  name,
  program: "worker",
  hash: "scrypt",
  find: async () => (app, database) => startWorkerd(app.worker, { withSql: ["App"], database, compatibilityDate }),
});

/** The oldest supported version of Node 20 and 22, and the newest of the others. */
export const versions = { node20: "20.19.0", node22: "22.13.0", node24: "24.21.0", node26: "26.10.0", deno: "2.9.6" };

export const runtimes: readonly Runtime[] = [
  node("Node 20.19", versions.node20, "node-libsql", "scrypt"),
  node("Node 22.13", versions.node22, "node", "scrypt"),
  node("Node 24", versions.node24, "node", "argon2id"),
  node("Node 26", versions.node26, "node", "argon2id"),
  bun("Bun 1.4", "bun"),
  {
    name: "Deno 2.9",
    program: "deno",
    hash: "scrypt",
    find: async () => byCommand([await denoPath(versions.deno), "run", ...denoFlags], "deno"),
  },
  workerd("workerd", "2026-11-01"),
  workerd("workerd without modules of Node", "2026-07-01"),
];

/** The first line of the program is its URL. */
function byCommand([binary = "", ...flags]: readonly string[], program: string): Start {
  return async ({ folder }, database) => {
    const args = [...flags, join(folder, `${program}.js`), join(database, "app.sqlite")];
    const child = spawn(binary, args, { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
    for await (const url of createInterface({ input: child.stdout })) {
      return {
        url,
        async stop() {
          child.kill();
          await once(child, "exit");
        },
      };
    }
    throw new Error(`${binary} ended without an answer.`);
  };
}
