import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { type Manifest, type Packed, readManifest, root } from "./pack.ts";

/**
 * A registry of npm on this machine: the packed packages, and the packages that this repository has installed. An app
 * installs from it with npm itself, and without a network.
 */
export interface Registry {
  readonly url: string;
  close(): void;
}

/** How this machine's npm gets packages. */
export interface NpmAccess {
  readonly registry: string;
  /** Variables that let npm in another home folder connect to it: certificates and proxies. */
  readonly env: Readonly<Record<string, string>>;
}

export async function npmAccess(): Promise<NpmAccess> {
  const read = async (key: string): Promise<string> =>
    (await promisify(execFile)("npm", ["config", "get", key])).stdout.trim();
  const cafile = await read("cafile");
  const passed = ["NODE_EXTRA_CA_CERTS", "HTTPS_PROXY", "https_proxy", "NO_PROXY", "no_proxy"].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    registry: (await read("registry")).replace(/\/$/, ""),
    env: { ...Object.fromEntries(passed), ...(cafile === "null" ? {} : { npm_config_cafile: cafile }) },
  };
}

/** One version of a package, in a folder. */
interface Stored {
  readonly folder: string;
  readonly manifest: Manifest;
}

type Versions = ReadonlyMap<string, Stored>;

export async function startRegistry(
  packages: readonly Packed[],
  /** The URL of the registry of all other packages, in place of those that this repository has. */
  upstream: string | null = null,
): Promise<Registry> {
  const own = new Map(
    packages.map(({ name, folder, manifest }) => [name, new Map([[manifest.version, { folder, manifest }]])]),
  );
  const stored: ReadonlyMap<string, Versions> = new Map([...(upstream ? [] : installed()), ...own]);
  const server = createServer((request, response) => {
    const [name = "", version] = decodeURIComponent(request.url ?? "")
      .slice(1)
      .split("/-/");
    const versions = stored.get(name);
    const one = version === undefined ? undefined : versions?.get(version);
    if (one) return sendTarball(response, one.folder);
    if (!versions && upstream) return void response.writeHead(307, { location: upstream + request.url }).end();
    if (!versions || version !== undefined) return void response.writeHead(404).end("{}");
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(document(name, versions, { stored, url })));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The registry has no port.");
  const url = `http://127.0.0.1:${address.port}`;
  return { url, close: () => void server.close().closeAllConnections() };
}

/** All versions of all packages in pnpm's folder of this repository. */
function installed(): Map<string, Map<string, Stored>> {
  const store = join(root, "node_modules/.pnpm");
  const found = new Map<string, Map<string, Stored>>();
  for (const entry of readdirSync(store)) {
    const [, name] = /^((?:@[^@+]+\+)?[^@]+)@\d/.exec(entry) ?? [];
    if (name === undefined) continue;
    const folder = join(store, entry, "node_modules", name.replace("+", "/"));
    if (!existsSync(folder)) continue;
    const manifest = readManifest(folder);
    const versions = found.get(manifest.name) ?? new Map<string, Stored>();
    found.set(manifest.name, versions.set(manifest.version, { folder, manifest }));
  }
  return found;
}

/** What npm reads about a package. */
function document(
  name: string,
  versions: Versions,
  { stored, url }: { readonly stored: ReadonlyMap<string, Versions>; readonly url: string },
): object {
  const described = [...versions].map(([version, { manifest }]) => {
    // Those of other platforms are not installed here.
    const optional = Object.entries(manifest.optionalDependencies ?? {}).filter(([one]) => stored.has(one));
    const dist = { tarball: `${url}/${name}/-/${version}` };
    return [version, { ...manifest, optionalDependencies: Object.fromEntries(optional), dist }];
  });
  const sorted = [...versions.keys()].sort((one, other) => one.localeCompare(other, "en", { numeric: true }));
  // As npm does: a pre-release is not the latest version.
  const latest = sorted.findLast((version) => !version.includes("-")) ?? sorted.at(-1);
  return { name, "dist-tags": { latest }, versions: Object.fromEntries(described) };
}

/**
 * npm takes a package in a folder of any name, but no hard links: pnpm has two equal files of a package as one. So these
 * files are copied first.
 */
function sendTarball(response: ServerResponse, folder: string): void {
  const copied = mkdtempSync(join(tmpdir(), "keyhold-tarball-"));
  cpSync(folder, join(copied, "package"), { recursive: true, filter: (path) => basename(path) !== "node_modules" });
  response.writeHead(200, { "content-type": "application/octet-stream" });
  const tar = spawn("tar", ["-cf", "-", "-C", copied, "package"]);
  tar.stdout.pipe(response);
  tar.on("close", () => rmSync(copied, { recursive: true, force: true }));
}
