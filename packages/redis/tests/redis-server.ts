import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Whether this machine can start its own Redis; a shared one cannot be killed. */
export const canStartRedis = spawnSync("redis-server", ["--version"]).status === 0;

/** A Redis for one test, to be killed, stopped and restarted on the same port. */
export interface RedisServer {
  readonly url: string;
  /** Writes its data to disk, as a server does periodically. */
  save(): Promise<void>;
  /** Ends it immediately, as a crashing machine would. */
  kill(): Promise<void>;
  /** Restarts it, with the last saved data or empty. */
  restart(data: "old data" | "no data"): Promise<void>;
  /** Stops responding, and keeps its connections open. */
  freeze(): void;
  thaw(): void;
  remove(): Promise<void>;
}

export async function startRedis(): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), "keyhold-redis-"));
  const port = await freePort();
  let child = await spawnRedis(folder, port);

  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    async save() {
      const { status } = spawnSync("redis-cli", ["-p", String(port), "save"]);
      if (status !== 0) throw new Error("Redis did not save.");
    },
    kill,
    async restart(data) {
      await kill();
      if (data === "no data") rmSync(join(folder, "dump.rdb"), { force: true });
      child = await spawnRedis(folder, port);
    },
    freeze: () => void child.kill("SIGSTOP"),
    thaw: () => void child.kill("SIGCONT"),
    async remove() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function spawnRedis(folder: string, port: number): Promise<ChildProcess> {
  const options = ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder, "--save", "", "--appendonly", "no"];
  const child = spawn("redis-server", options, { stdio: ["ignore", "pipe", "ignore"] });
  for await (const chunk of child.stdout) {
    if (String(chunk).includes("Ready to accept connections")) break;
  }
  if (child.exitCode !== null) throw new Error("Redis did not start.");
  return child;
}

/** A free port. */
async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("There is no port.");
  return address.port;
}
