import { existsSync } from "node:fs";
import { join } from "node:path";
import type { JitiOptions } from "jiti";
import { tsconfigForJiti } from "./tsconfig.js";

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
    "cloudflare:workers": cloudflareWorkers(env),
  };
}

/** Variables of the worker are in the env files, or in `.dev.vars` by --env-file; bindings are absent. */
const cloudflareWorkers = (env: NodeJS.ProcessEnv): Record<string, unknown> => ({
  env,
  exports: {},
  waitUntil: () => undefined,
  DurableObject: class {},
  RpcTarget: class {},
  WorkerEntrypoint: class {},
  WorkflowEntrypoint: class {},
});

/** What SvelteKit's function does outside of a request. */
const outsideOfRequests = (): never => {
  throw new Error("There is no request.");
};

/** How the config's module and imports are loaded: TypeScript, JSX, path aliases, and modules of frameworks. */
export function loaderOptions(file: string, root: string, env: NodeJS.ProcessEnv): JitiOptions {
  return {
    interopDefault: false,
    jsx: true,
    tsconfigPaths: tsconfigForJiti(file),
    virtualModules: frameworkModules(env),
    // SvelteKit's own alias, also before SvelteKit has generated the tsconfig.
    alias: existsSync(join(root, "src/lib")) ? { $lib: join(root, "src/lib") } : {},
  };
}
