import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../../tests/harness/free-port.ts";

const example = join(import.meta.dirname, "..");

/** The example as `pnpm start` runs it, with its own port and database. */
export interface Demo {
  readonly url: string;
  readonly port: number;
  readonly folder: string;
  /** Its whole output. */
  printed(): string;
  /** Ends the server, and keeps its data. */
  end(): Promise<void>;
  stop(): Promise<void>;
}

const newFolder = (): string => mkdtempSync(join(tmpdir(), "keyhold-example-"));

export async function startDemo(
  environment: Readonly<Record<string, string>> = {},
  folder = newFolder(),
): Promise<Demo> {
  if (!existsSync(join(example, "dist/client/index.html"))) throw new Error("Not built yet: run npm run build first.");
  const port = await freePort();
  const { server, printed, ended } = run({ PORT: String(port), DATA_FOLDER: folder, ...environment });
  const url = `http://localhost:${port}`;
  while (!printed().includes(`Keyhold example: ${url}\n`)) {
    await Promise.race([once(server.stdout, "data"), ended]);
    if (server.exitCode !== null) throw new Error(`The server ended at once:\n${printed()}`);
  }
  const end = async (): Promise<void> => {
    server.kill();
    await ended;
  };
  const stop = async (): Promise<void> => {
    await end();
    rmSync(folder, { recursive: true, force: true });
  };
  return { url, port, folder, printed, end, stop };
}

let prepared: Promise<string> | null = null;

/** The data of a first start: the tables, the administrator, and the sample data of the shop. */
async function prepareData(): Promise<string> {
  const demo = await startDemo();
  await demo.end();
  process.once("exit", () => rmSync(demo.folder, { recursive: true, force: true }));
  return demo.folder;
}

/**
 * Starts the example on a copy of the data of a first start, which a worker makes once. The tests of the server start it
 * on an empty folder.
 */
export async function startPreparedDemo(): Promise<Demo> {
  prepared ??= prepareData();
  const folder = newFolder();
  cpSync(await prepared, folder, { recursive: true });
  return startDemo({}, folder);
}

/** For a server that is expected to exit. */
export async function runToEnd(
  environment: Readonly<Record<string, string>>,
): Promise<{ code: number; printed: string }> {
  const { ended, printed } = run(environment);
  return { code: await ended, printed: printed() };
}

function run(environment: Readonly<Record<string, string>>) {
  const server = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "server/main.ts"], {
    cwd: example,
    env: { PATH: process.env.PATH, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [server.stdout, server.stderr])
    stream.setEncoding("utf8").on("data", (chunk) => (text += chunk));
  const ended = once(server, "exit").then(([code]) => Number(code));
  return { server, ended, printed: () => text };
}
