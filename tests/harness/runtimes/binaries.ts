import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "../published/pack.ts";

const { platform, arch } = process;
const suffix = platform === "win32" ? ".exe" : "";

/** The path of Node's binary in this version. */
export async function nodePath(version: string): Promise<string> {
  if (version === process.versions.node) return process.execPath;
  const name = `node-${platform === "win32" ? "win" : platform}-${arch}`;
  return join(await fetchPackage(name, version), "bin", `node${suffix}`);
}

/** The path of Deno's binary in this version. */
export async function denoPath(version: string): Promise<string> {
  const name = `@deno/${platform}-${arch}${platform === "linux" ? "-glibc" : ""}`;
  return join(await fetchPackage(name, version), `deno${suffix}`);
}

/** The folder of a package below .tools, fetched once. The binaries are too large for dependencies of every clone. */
async function fetchPackage(name: string, version: string): Promise<string> {
  const { stdout } = await promisify(execFile)("node", [join(root, "scripts/fetch.mjs"), `${name}@${version}`]);
  return join(stdout.trim(), "node_modules", name);
}
