import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../free-port.ts";

/** Whether this machine can start its own Redis; a shared one cannot be killed. */
export const canStartRedis = ["redis-server", "redis-cli"].every((name) => spawnSync(name, ["--version"]).status === 0);

/** One process of `redis-server`: a server, a node of a cluster, or a sentinel. */
export interface RedisNode {
  readonly port: number;
  readonly folder: string;
  /** Sends a command by `redis-cli`; throws if Redis answers with an error. */
  ask(...words: readonly string[]): string;
  /** Ends it immediately, as a crashing machine would. */
  kill(): Promise<void>;
  /** Restarts it on the same port. */
  restart(): Promise<void>;
  /** Stops responding, and keeps its connections open. */
  freeze(): void;
  thaw(): void;
  remove(): Promise<void>;
}

/** Starts a process with the lines of its config file: without a file, a sentinel does not start. */
export async function startNode(
  config: readonly string[] = [],
  kind: "server" | "sentinel" = "server",
): Promise<RedisNode> {
  const folder = mkdtempSync(join(tmpdir(), "keyhold-redis-"));
  const port = await freePort();
  const common = [`port ${port}`, "bind 127.0.0.1", `dir ${folder}`];
  const lines = kind === "server" ? [...common, 'save ""', "appendonly no", ...config] : [...common, ...config];
  const path = join(folder, "redis.conf");
  writeFileSync(path, `${lines.join("\n")}\n`);
  const run = (): Promise<ChildProcess> => runServer(kind === "sentinel" ? [path, "--sentinel"] : [path]);
  let child = await run();

  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
  };
  return {
    port,
    folder,
    ask: (...words) => redisCli("-p", String(port), "-e", ...words),
    kill,
    async restart() {
      await kill();
      child = await run();
    },
    freeze: () => void child.kill("SIGSTOP"),
    thaw: () => void child.kill("SIGCONT"),
    async remove() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Runs `redis-cli`; throws if it fails. */
export function redisCli(...words: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync("redis-cli", words, { encoding: "utf8", timeout: 30_000 });
  if (status !== 0) throw new Error(`redis-cli ${words.join(" ")}: ${stderr}${stdout}`);
  return stdout.trim();
}

async function runServer(words: readonly string[]): Promise<ChildProcess> {
  const child = spawn("redis-server", words, { stdio: ["ignore", "pipe", "ignore"] });
  for await (const chunk of child.stdout) {
    if (/Ready to accept connections|Sentinel ID is/.test(String(chunk))) break;
  }
  if (child.exitCode !== null) throw new Error("Redis did not start.");
  return child;
}

/** Waits until a condition of other processes is true. */
export async function until(what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end; ) {
    if (await isTrue()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`Not within a minute: ${what}.`);
}
