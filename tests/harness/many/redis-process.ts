import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { freePort } from "../free-port.ts";

/** A Redis of its own, without a disk, to be killed and started again at the same port. */
export interface RedisProcess {
  readonly url: string;
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Whether this machine can start a Redis. */
export const canStartRedis = spawnSync("redis-server", ["--version"]).status === 0;

export async function startRedis(): Promise<RedisProcess> {
  const port = await freePort();
  let child: ChildProcess | null = null;
  const start = async (): Promise<void> => {
    const started = spawn("redis-server", ["--port", String(port), "--bind", "127.0.0.1", "--save", ""], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    for await (const chunk of started.stdout) if (String(chunk).includes("Ready to accept")) break;
    child = started;
  };
  const kill = async (): Promise<void> => {
    if (child === null) return;
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
    child = null;
  };
  await start();
  return { url: `redis://127.0.0.1:${port}`, kill, start, stop: kill };
}
