import { type ChildProcess, execFile, spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { promisify } from "node:util";

/** What a build and a start get from the environment, before the variables of the app. */
const bare: NodeJS.ProcessEnv = {
  NODE_ENV: "production",
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  NEXT_TELEMETRY_DISABLED: "1",
};

const next = "node_modules/next/dist/bin/next";
const run = promisify(execFile);

/** Builds without an environment. Answers the output. */
export async function build(folder: string): Promise<string> {
  const { stdout, stderr } = await run(process.execPath, [next, "build"], { cwd: folder, env: bare, timeout: 240_000 });
  return stdout + stderr;
}

/** Runs a script of the app. */
export async function runScript(
  folder: string,
  [script, ...args]: readonly [string, ...string[]],
  env: NodeJS.ProcessEnv,
): Promise<void> {
  await run(process.execPath, ["--disable-warning=ExperimentalWarning", script, ...args], {
    cwd: folder,
    env: { ...bare, ...env },
  });
}

/** Creates the tables by the app's own script. */
export const migrate = (folder: string, env: NodeJS.ProcessEnv): Promise<void> =>
  runScript(folder, ["migrate.ts"], env);

export interface RunningApp {
  /** Resolves when the output has a text, or rejects when the app has ended. */
  readonly printed: (text: string) => Promise<void>;
  /** The output so far. */
  readonly output: () => string;
  readonly stop: () => Promise<void>;
}

/** Starts the built app. */
export function start(folder: string, port: number, env: NodeJS.ProcessEnv = {}): RunningApp {
  const args = [next, "start", "--port", String(port), "--hostname", "127.0.0.1"];
  const child: ChildProcess = spawn(process.execPath, args, { cwd: folder, env: { ...bare, ...env } });
  const ended = once(child, "exit").then(() => undefined);
  const printing = new EventEmitter();
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      printing.emit("more");
    });
  return {
    output: () => output,
    async printed(text) {
      while (!output.includes(text)) {
        if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The app has ended:\n${output}`);
        await Promise.race([once(printing, "more"), ended]);
      }
    },
    async stop() {
      child.kill("SIGKILL"); // without its wait for open connections
      await ended;
    },
  };
}
