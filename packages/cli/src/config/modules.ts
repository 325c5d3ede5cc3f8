import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { JitiOptions } from "jiti";

/** Modules that only a framework's bundler can resolve, as this process needs them. */
function frameworkModules(env: NodeJS.ProcessEnv): Record<string, Record<string, unknown>> {
  const isProduction = env.NODE_ENV === "production";
  return {
    // Guards of bundlers, without code.
    "server-only": {},
    "client-only": {},
    // SvelteKit.
    "$env/dynamic/private": { env },
    "$env/dynamic/public": { env },
    "$env/static/private": { ...env },
    "$env/static/public": { ...env },
    "$app/server": { getRequestEvent: outsideOfRequests },
    "$app/environment": { browser: false, building: false, dev: !isProduction, version: "" },
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
  const base = /"extends"\s*:\s*"(\.[^"]+\.json)"/.exec(readFileSync(path, "utf8"))?.[1];
  return base === undefined || existsSync(join(dirname(path), base));
}
