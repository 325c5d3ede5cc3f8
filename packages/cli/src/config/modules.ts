import { existsSync, readFileSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import type { JitiOptions } from "jiti";

/** Modules that only a framework's bundler can resolve, as this process needs them. */
function frameworkModules(env: NodeJS.ProcessEnv): Record<string, Record<string, unknown>> {
  const svelteKit = { browser: false, building: false, dev: env.NODE_ENV !== "production", version: "" };
  return {
    // Guards of bundlers, without code.
    "server-only": {},
    "client-only": {},
    // SvelteKit 3.
    "$app/env": svelteKit,
    "$app/env/private": { ...env },
    "$app/env/public": { ...env },
    // SvelteKit 2 and 3.
    "$env/dynamic/private": { env },
    "$env/dynamic/public": { env },
    "$env/static/private": { ...env },
    "$env/static/public": { ...env },
    "$app/server": { getRequestEvent: outsideOfRequests },
    "$app/environment": svelteKit,
    // Astro.
    "astro:env/server": { ...env, getSecret: (name: string) => env[name] },
  };
}

/** What SvelteKit's own one does outside of a request. */
const outsideOfRequests = (): never => {
  throw new Error("There is no request.");
};

/** How the config's module and its imports are loaded: TypeScript, JSX, path aliases, and modules of frameworks. */
export function loaderOptions(root: string, env: NodeJS.ProcessEnv): JitiOptions {
  return {
    interopDefault: false,
    jsx: true,
    tsconfigPaths: tsconfigOf(root) ?? false,
    virtualModules: frameworkModules(env),
    // SvelteKit's own, also before it has generated its tsconfig.
    alias: existsSync(join(root, "src/lib")) ? { $lib: join(root, "src/lib") } : {},
  };
}

const tsconfigOf = (root: string): string | null =>
  ["tsconfig.json", "jsconfig.json"].map((name) => join(root, name)).find(isComplete) ?? null;

/** A framework generates the file that its tsconfig extends, and jiti needs it. */
function isComplete(path: string): boolean {
  if (!existsSync(path)) return false;
  const [bases = ""] = /"extends"\s*:\s*(?:"[^"]*"|\[[^\]]*\])/.exec(readFileSync(path, "utf8")) ?? [];
  return [...bases.matchAll(/"([^"]+)"(?!\s*:)/g)].every(([, base = ""]) => isPresent(base, dirname(path)));
}

/** A file, or one of a package: SvelteKit 3 generates the package "$app". */
function isPresent(base: string, folder: string): boolean {
  const isFile = base.startsWith(".") || isAbsolute(base);
  const file = isFile ? resolve(folder, base) : join(folder, "node_modules", base);
  if (existsSync(file) || existsSync(`${file}.json`)) return true;
  return !isFile && dirname(folder) !== folder && isPresent(base, dirname(folder));
}
