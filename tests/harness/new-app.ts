import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { freePort } from "./free-port.ts";
import { root } from "./published/pack.ts";

/** An app that a developer makes in a folder, with npm and nothing of this repository but its packed packages. */
export interface NewApp {
  readonly folder: string;
  read(path: string): string;
  /** Changes a file as the developer does in an editor. */
  edit(path: string, from: string, to: string): void;
  /** Runs a command line in the folder; resolves with all that it prints. */
  run(command: string): Promise<string>;
  /** Starts the app on a free port, by default its `server.ts`. */
  start(serving?: Partial<Serving>): Promise<RunningApp>;
  /** Leaves the installed packages to another app, which then takes them: one installation is enough to measure. */
  keepInstalled(name: string): void;
  takeInstalled(name: string): void;
  /** The seconds of each step so far. */
  times(): string;
}

/** How an app is started. */
export interface Serving {
  /** A command line without a shell. The text PORT is replaced by the port, which is in the environment, too. */
  readonly command: string;
  /** The URL where its users see it. Default: its own. */
  readonly seenAt: string;
  readonly env: (url: string) => Readonly<Record<string, string>>;
}

export interface RunningApp {
  readonly url: string;
  /** What the server has printed. */
  printed(): string;
  stop(): Promise<void>;
}

/** The cache of npm, and the home folder without settings of this machine. */
const home = mkdtempSync(join(tmpdir(), "keyhold-home-"));
process.on("exit", () => rmSync(home, { recursive: true, force: true }));

/** `fixture`: the app that the developer has already; null for an empty folder. `registry`: its URL. */
export function newApp(registry: string, fixture: string | null = null, env: Record<string, string> = {}): NewApp {
  const parent = realpathSync(mkdtempSync(join(tmpdir(), "keyhold-new-app-")));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  // The commands that create an app name it after its folder.
  const folder = join(parent, "my-app");
  mkdirSync(folder);
  if (fixture !== null) cpSync(join(root, "tests/fixtures/new-app", fixture), folder, { recursive: true });
  const times: [step: string, seconds: number][] = [];
  const all = { ...environment(registry), ...env };
  const timed = async <T>(step: string, work: () => Promise<T>): Promise<T> => {
    const start = performance.now();
    try {
      return await work();
    } finally {
      times.push([step, (performance.now() - start) / 1000]);
    }
  };
  const app: NewApp = {
    folder,
    read: (path) => readFileSync(join(folder, path), "utf8"),
    edit(path, from, to) {
      const text = app.read(path);
      if (!text.includes(from)) throw new Error(`${path} does not have: ${from}\n${text}`);
      writeFileSync(join(folder, path), text.replace(from, to));
    },
    run: (command) => timed(command, () => finished(spawn("sh", ["-c", command], { cwd: folder, env: all }), command)),
    start: ({ command = "node --env-file=.env server.ts", seenAt, env = () => ({}) } = {}) =>
      timed("start", async () => {
        const port = String(await freePort());
        const url = `http://localhost:${port}`;
        app.edit(".env", /^AUTH_URL=.*$/m.exec(app.read(".env"))?.[0] ?? "", `AUTH_URL=${seenAt ?? url}`);
        const [program = "", ...args] = command.replaceAll("PORT", port).split(" ");
        const child = spawn(program, args, {
          cwd: folder,
          env: { ...all, PORT: port, ...env(seenAt ?? url) },
          // With the processes that it starts itself: npm passes no signal on.
          detached: true,
        });
        return listening(child, url);
      }),
    keepInstalled: (name) => renameSync(join(folder, "node_modules"), join(home, name)),
    takeInstalled(name) {
      if (existsSync(join(home, name))) renameSync(join(home, name), join(folder, "node_modules"));
    },
    times() {
      const total = times.reduce((sum, [, seconds]) => sum + seconds, 0);
      const lines = times.map(([step, seconds]) => `  ${seconds.toFixed(1).padStart(6)} s  ${step}`);
      return [...lines, `  ${total.toFixed(1).padStart(6)} s  of machine time`].join("\n");
    },
  };
  return app;
}

function environment(registry: string): NodeJS.ProcessEnv {
  const { PATH = "" } = process.env;
  return {
    PATH,
    HOME: home,
    CI: "1",
    npm_config_registry: registry,
    npm_config_cache: join(home, "npm"),
    // The cache is as old as this process: npm need not ask for each package again.
    npm_config_prefer_offline: "true",
    npm_config_audit: "false",
    npm_config_fund: "false",
    npm_config_update_notifier: "false",
    // Those of packages here would download programs, e.g. the engine of Prisma's migrations.
    npm_config_ignore_scripts: "true",
    CHECKPOINT_DISABLE: "1",
    ASTRO_TELEMETRY_DISABLED: "1",
    NUXT_TELEMETRY_DISABLED: "1",
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
  };
}

/** Resolves with what the program prints; rejects with it on failure. */
async function finished(child: ChildProcess, command: string): Promise<string> {
  const printed = collect(child);
  child.stdin?.end();
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${command}: exit code ${code}\n${printed()}`);
  return printed();
}

function collect({ stdout, stderr }: ChildProcess): () => string {
  let printed = "";
  for (const stream of [stdout, stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
  return () => printed;
}

async function listening(child: ChildProcess, url: string): Promise<RunningApp> {
  const printed = collect(child);
  const ended = once(child, "close");
  const kill = (signal: NodeJS.Signals): void => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, signal);
  };
  onTestFinished(() => kill("SIGKILL"));
  while (!(await answers(url))) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The server ended: ${printed()}`);
    await Promise.race([setTimeout(100), ended]);
  }
  return {
    url,
    printed,
    async stop() {
      kill("SIGTERM");
      await ended;
    },
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    await (await fetch(url)).text();
    return true;
  } catch {
    return false;
  }
}

/** A browser at the app: it keeps its cookies. */
export function browserAt(url: string): {
  post(path: string, body: object): Promise<Response>;
  session(): Promise<unknown>;
} {
  const cookies = new Map<string, string>();
  const send = async (path: string, init: RequestInit): Promise<Response> => {
    const cookie = [...cookies.values()].join("; ");
    const headers = { "content-type": "application/json", origin: url, cookie };
    const response = await fetch(`${url}/api/auth${path}`, { ...init, headers });
    for (const [pair = ""] of response.headers.getSetCookie().map((line) => line.split(";")))
      cookies.set(pair.split("=")[0] ?? "", pair);
    return response;
  };
  return {
    post: (path, body) => send(path, { method: "POST", body: JSON.stringify(body) }),
    session: async () => (await send("/get-session", {})).json(),
  };
}
