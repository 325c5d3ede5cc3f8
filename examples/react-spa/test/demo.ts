import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const example = join(import.meta.dirname, "..");

/** The example as `pnpm start` runs it, with its own port and database. */
export interface Demo {
  readonly url: string;
  readonly port: number;
  readonly folder: string;
  /** Its whole output. */
  printed(): string;
  stop(): Promise<void>;
}

export async function startDemo(environment: Readonly<Record<string, string>> = {}): Promise<Demo> {
  if (!existsSync(join(example, "dist/index.html"))) throw new Error("Not built yet: run npm run build first.");
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "keyhold-example-"));
  const { server, printed, ended } = run({ PORT: String(port), DATA_FOLDER: folder, ...environment });
  const url = `http://localhost:${port}`;
  while (!printed().includes(`Keyhold example: ${url}\n`)) {
    await Promise.race([once(server.stdout, "data"), ended]);
    if (server.exitCode !== null) throw new Error(`The server ended at once:\n${printed()}`);
  }
  const stop = async (): Promise<void> => {
    server.kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  return { url, port, folder, printed, stop };
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (typeof address !== "object" || !address) throw new Error("No port is free.");
  return address.port;
}
