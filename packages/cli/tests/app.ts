import { type ChildProcess, spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));
export const program = join(root, "packages/cli/dist/bin.js");

export const secret = "Jx8yh3KQm1pZ0vTn5rWc7uDf2sLb9gAe4iOk6tRyXwE=";

/** The result of a command. */
export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  /** The folder of the command, below the app's. */
  readonly folder?: string;
}

/** An app in a new folder, with the packages of this repository installed. */
export interface App {
  readonly folder: string;
  read(path: string): string;
  write(files: Readonly<Record<string, string>>): void;
  /** Runs the command line as a process. */
  keyhold(words: readonly string[], options?: RunOptions): Promise<Ran>;
  /** Starts a process of the app, which ends with the test. */
  start(words: readonly string[], env?: Readonly<Record<string, string>>): ChildProcess;
}

/** The packages that an app installs, as `npm install` would place them. */
const installed = ["core", "adapter-sql", "access", "admin", "billing", "mail", "cli", "fastify", "two-factor"];

/** `files`: texts by path; null for a file that the app lacks. */
export function createApp(files: Readonly<Record<string, string | null>> = {}): App {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "keyhold-cli-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "node_modules/@keyhold"), { recursive: true });
  for (const name of installed) symlinkSync(join(root, "packages", name), join(folder, "node_modules/@keyhold", name));
  const drivers = join(root, "packages/adapter-sql/node_modules");
  for (const name of ["kysely", "mysql2", "pg"])
    symlinkSync(realpathSync(join(drivers, name)), join(folder, "node_modules", name));
  const app: App = {
    folder,
    read: (path) => readFileSync(join(folder, path), "utf8"),
    write(written) {
      for (const [path, text] of Object.entries(written)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text);
      }
    },
    keyhold: (words, options = {}) => run(app, words, options),
    start(words, env = {}) {
      const child = spawn("node", words, { cwd: folder, env: environment(env), stdio: ["ignore", "pipe", "pipe"] });
      onTestFinished(() => void child.kill("SIGKILL"));
      return child;
    },
  };
  const all = Object.entries({ "package.json": '{ "name": "app", "type": "module" }\n', ...files });
  app.write(Object.fromEntries(all.flatMap(([path, text]) => (text === null ? [] : [[path, text]]))));
  return app;
}

/** Links packages of this repository's own tests into the app, as `npm install` would place them. */
export function install({ folder }: App, names: readonly string[], as: Readonly<Record<string, string>> = {}): void {
  for (const name of names) {
    const from = [join(root, "packages/cli/node_modules", name), join(root, "node_modules", name)].find(existsSync);
    if (from === undefined) throw new Error(`${name} is not installed.`);
    const to = join(folder, "node_modules", as[name] ?? name);
    mkdirSync(dirname(to), { recursive: true });
    if (!existsSync(to)) symlinkSync(realpathSync(from), to);
  }
}

/** The environment of a command, without the variables of the test's own run. */
export function environment(env: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  return { ...(PATH && { PATH }), ...(HOME && { HOME }), ...(TMPDIR && { TMPDIR }), ...env };
}

function run(
  { folder }: App,
  words: readonly string[],
  { env = {}, input = "", folder: below = "" }: RunOptions,
): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn("node", [program, ...words], { cwd: join(folder, below), env: environment(env) });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
    // A command that fails early ends before the first read.
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
  });
}

/** The config of an app on SQLite. `options`: further options of `createAuth`. */
export const sqliteAuth = (options = "", imports = ""): string => `
import { sqlite } from "@keyhold/adapter-sql/sqlite";
import { createAuth } from "@keyhold/core";
${imports}
export const auth = createAuth({
  secret: process.env.AUTH_SECRET,
  baseURL: process.env.AUTH_URL ?? "http://localhost:3000",
  database: sqlite("app.db"),
  emailAndPassword: { enabled: true },
  ${options}
});
`;
