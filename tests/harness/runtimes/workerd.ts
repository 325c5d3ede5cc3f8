import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import type { RuntimeServer } from "./app-tests.ts";

/** The classes of Durable Objects that a worker exports, each with a binding of its name in capitals. */
export interface WorkerdOptions {
  readonly withSql: readonly string[];
  readonly withoutSql?: readonly string[];
  readonly compatibilityDate?: string;
  /** The name of the export that answers requests. Default: `router`; null: the default export. */
  readonly entrypoint?: string | null;
  /** The second argument of `fetch`. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Whether `fetch` of the worker reaches servers of this machine. Default false: public addresses only. */
  readonly reachesThisMachine?: boolean;
  /** The folder for the files of the objects. Default: `objects` beside the worker. */
  readonly database?: string;
}

const config = (
  database: string,
  {
    withSql,
    withoutSql = [],
    compatibilityDate = "2026-11-01",
    entrypoint = "router",
    variables = {},
    reachesThisMachine = false,
  }: WorkerdOptions,
): string => `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    (name = "objects", disk = (path = "${database}", writable = true)),${
      reachesThisMachine ? '\n    (name = "internet", network = (allow = ["public", "private"])),' : ""
    }
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = (name = "main"${
    entrypoint === null ? "" : `, entrypoint = "${entrypoint}"`
  }))],
);
const worker :Workerd.Worker = (
  modules = [(name = "worker.mjs", esModule = embed "worker.mjs")],
  compatibilityDate = "${compatibilityDate}",
  durableObjectNamespaces = [${[
    ...withSql.map((name) => `(className = "${name}", uniqueKey = "${name}", enableSql = true)`),
    ...withoutSql.map((name) => `(className = "${name}", uniqueKey = "${name}")`),
  ]}],
  durableObjectStorage = (localDisk = "objects"),
  bindings = [${[
    ...[...withSql, ...withoutSql].map(
      (name) => `(name = "${name.toUpperCase()}", durableObjectNamespace = "${name}")`,
    ),
    ...Object.entries(variables).map(([name, value]) => `(name = "${name}", text = "${value}")`),
  ]}],
);`;

/** Starts workerd with `worker.mjs` of the folder. */
export async function startWorkerd(
  folder: string,
  options: WorkerdOptions,
): Promise<RuntimeServer & { readonly pid: number }> {
  const database = options.database ?? join(folder, "objects");
  mkdirSync(database, { recursive: true });
  const file = join(folder, "config.capnp");
  writeFileSync(file, config(database, options));
  const { default: binary } = createRequire(new URL("../../../packages/adapter-sql/package.json", import.meta.url))(
    "workerd",
  );
  const child = spawn(binary, ["serve", "--control-fd=3", file], { stdio: ["ignore", "inherit", "inherit", "pipe"] });
  const events = child.stdio[3] as Readable;
  for await (const line of createInterface({ input: events })) {
    const { event, port } = JSON.parse(line);
    if (event !== "listen") continue;
    return {
      url: `http://127.0.0.1:${port}`,
      pid: child.pid ?? 0,
      async stop() {
        child.kill();
        await once(child, "exit");
      },
    };
  }
  throw new Error("workerd did not start.");
}
