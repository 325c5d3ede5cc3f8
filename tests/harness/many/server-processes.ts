import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { RoundRobin } from "./round-robin.ts";
import type { ServerMessage, ServerSetup } from "./server.ts";

/** The server processes behind a proxy. */
export interface ServerProcesses {
  /** Kills the oldest process, and starts another one in its place. The proxy is not told before. */
  replaceKilled(): Promise<void>;
  /** Kills several at once, and starts as many. */
  replaceKilledTogether(count: number): Promise<void>;
  /** Replaces all processes, one after the other: out of the proxy, SIGTERM, and a new one. */
  restartEach(): Promise<void>;
  /** The token of the next email to this address; null if it does not arrive. */
  nextToken(email: string): Promise<string | null>;
  readonly counts: { readonly started: number; readonly killed: number; readonly restarted: number };
  stop(): Promise<void>;
}

interface Running {
  readonly child: ChildProcess;
  readonly port: number;
}

const maxMailMilliseconds = 10_000;

export async function startServers(count: number, setup: ServerSetup, proxy: RoundRobin): Promise<ServerProcesses> {
  const counts = { started: 0, killed: 0, restarted: 0 };
  const running: Running[] = [];
  const tokens = new Map<string, (token: string | null) => void>();

  async function start(): Promise<void> {
    const child = fork(join(import.meta.dirname, "server.ts"), [JSON.stringify(setup)], {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    const port = await portOfChild(child, ({ email, token }) => tokens.get(email)?.(token));
    running.push({ child, port });
    counts.started += 1;
    proxy.add(port);
  }

  /** The proxy notices by refused connections, until the exit is known. */
  async function killOldest(): Promise<void> {
    const oldest = running.shift();
    if (!oldest) return;
    const exited = once(oldest.child, "exit");
    oldest.child.kill("SIGKILL");
    counts.killed += 1;
    await exited;
    await start();
    await proxy.remove(oldest.port);
  }

  await Promise.all(Array.from({ length: count }, start));
  return {
    counts,
    replaceKilled: killOldest,
    async replaceKilledTogether(together) {
      await Promise.all(Array.from({ length: together }, killOldest));
    },
    async restartEach() {
      for (const { child, port } of running.splice(0)) {
        await start();
        await proxy.remove(port);
        const exited = once(child, "exit");
        child.kill("SIGTERM");
        const [code] = await exited;
        if (code !== 0) throw new Error(`A process ended by SIGTERM with ${code}.`);
        counts.restarted += 1;
      }
    },
    nextToken(email) {
      return new Promise((resolve) => {
        const done = (token: string | null): void => {
          clearTimeout(timer);
          tokens.delete(email);
          resolve(token);
        };
        const timer = setTimeout(done, maxMailMilliseconds, null);
        tokens.set(email, done);
      });
    },
    async stop() {
      const exits = running.map(({ child }) => once(child, "exit"));
      for (const { child } of running) child.kill("SIGKILL");
      await Promise.all(exits);
    },
  };
}

interface TokenEmail {
  readonly email: string;
  readonly token: string;
}

function portOfChild(child: ChildProcess, mail: (email: TokenEmail) => void): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once("exit", () => reject(new Error("A server process did not start.")));
    child.on("message", (message: ServerMessage) => {
      if ("port" in message) resolve(message.port);
      else mail(message);
    });
  });
}
