import { type ChildProcess, execFile, spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { cpSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const example = fileURLToPath(new URL("..", import.meta.url));
const packages = fileURLToPath(new URL("../../../packages", import.meta.url));

/** What a build and a start get from the environment, before the variables of the app. */
const bare: NodeJS.ProcessEnv = {
  NODE_ENV: "production",
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  NEXT_TELEMETRY_DISABLED: "1",
};

export interface NextVersion {
  /** The dependency of the example that is this version. */
  readonly dependency: "next" | "next15";
  /** `basePath` of Next.js. */
  readonly basePath: string;
}

/** A copy of the example on one version of Next.js. It stays inside of the repository, the root of its bundler. */
export function copyExample({ dependency, basePath }: NextVersion): string {
  const folder = join(example, ".generated", dependency);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "node_modules/@keyhold"), { recursive: true });
  for (const name of [
    "app",
    "auth.ts",
    "auth-client.ts",
    "instrumentation.ts",
    "migrate.ts",
    "proxy.ts",
    "tsconfig.json",
  ])
    cpSync(join(example, name), join(folder, name), { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  writeFileSync(join(folder, "next.config.ts"), `export default ${JSON.stringify(basePath ? { basePath } : {})};\n`);
  replaceIn(
    join(folder, "auth-client.ts"),
    "createAuthClient()",
    `createAuthClient({ basePath: "${basePath}/api/auth" })`,
  );
  if (dependency === "next15") {
    renameSync(join(folder, "proxy.ts"), join(folder, "middleware.ts"));
    replaceIn(join(folder, "middleware.ts"), "function proxy", "function middleware");
  }
  const link = (name: string, from = name): void =>
    symlinkSync(realpathSync(join(example, "node_modules", from)), join(folder, "node_modules", name), "junction");
  link("next", dependency);
  for (const name of [
    "react",
    "react-dom",
    "typescript",
    "@types",
    "@keyhold/core",
    "@keyhold/react",
    "@keyhold/adapter-sql",
  ])
    link(name);
  // A copy, so that it finds this version of Next.js.
  for (const part of ["package.json", "dist"])
    cpSync(join(packages, "next", part), join(folder, "node_modules/@keyhold/next", part), { recursive: true });
  return folder;
}

function replaceIn(file: string, text: string, by: string): void {
  const before = readFileSync(file, "utf8");
  if (!before.includes(text)) throw new Error(`${file} has no ${text}.`);
  writeFileSync(file, before.replace(text, by));
}

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

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (address === null || typeof address === "string") throw new Error("There is no port.");
  return address.port;
}
