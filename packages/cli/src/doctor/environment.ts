import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { LoadedAuth } from "../config/load.js";
import { type Finding, fail, ok, warn } from "./finding.js";
import { isPublic } from "./url.js";

/** Secrets, email, proxies and rate limits: what the app says about its environment. */
export const checkEnvironment = (loaded: LoadedAuth): readonly Finding[] => [
  checkSecret(loaded),
  ...checkVersions(loaded.root),
  checkMail(loaded),
  checkProxies(loaded),
  checkLimits(loaded),
];

/** `createAuth` has checked the strength of the secret; here is whether others can read the secret. */
function checkSecret({ root, envFiles }: LoadedAuth): Finding {
  const tracked = envFiles.filter((path) => isTracked(root, path));
  if (tracked.length === 0) return ok("secret", "strong, and in no env file of version control");
  return warn(
    "secret",
    `${tracked.join(", ")} is under version control`,
    "Remove it (git rm --cached), ignore it, and replace the secrets in it: npx keyhold secret",
  );
}

function isTracked(root: string, path: string): boolean {
  try {
    execFileSync("git", ["ls-files", "--error-unmatch", path], { cwd: root, stdio: "ignore" });
    return true;
  } catch {
    // Not tracked, no repository, or no git.
    return false;
  }
}

/** Two versions of our packages in an app do not know each other's rows and types. */
function checkVersions(root: string): readonly Finding[] {
  const folder = join(root, "node_modules/@keyhold");
  const require = createRequire(join(root, "package.json"));
  const versions = new Map<string, string>();
  for (const name of namesIn(folder)) {
    const manifest: unknown = readJson(require, `@keyhold/${name}/package.json`);
    if (name !== "cli" && manifest !== null) versions.set(name, String(Reflect.get(Object(manifest), "version")));
  }
  const different = new Set(versions.values());
  if (different.size === 0) return [];
  if (different.size === 1) return [ok("packages", `@keyhold ${[...different].join()}, Node ${process.versions.node}`)];
  const listed = [...versions].map(([name, version]) => `${name} ${version}`).join(", ");
  return [fail("packages", `different versions: ${listed}`, "Install one version of all packages of @keyhold.")];
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    // Not installed here, e.g. in a monorepo's root.
    return [];
  }
}

function readJson(require: NodeJS.Require, name: string): unknown {
  try {
    return JSON.parse(readFileSync(require.resolve(name), "utf8"));
  } catch {
    return null;
  }
}

function checkMail({ settings }: LoadedAuth): Finding {
  if (settings.hasMail) return ok("email", "configured; this check sends none");
  if (!settings.emailAndPassword.enabled) return ok("email", "not configured, and no password needs it");
  return warn(
    "email",
    "not configured: no address is verified, and no forgotten password can be reset",
    "Give `mail`, e.g. nodemailer(transport, { from }) of @keyhold/mail, or consoleMail() in development.",
  );
}

function checkProxies(loaded: LoadedAuth): Finding {
  const { trustedProxies = 0 } = loaded.clientAddress ?? {};
  if (trustedProxies !== 0) {
    const told =
      typeof trustedProxies === "number" ? `${trustedProxies} before this server` : trustedProxies.join(", ");
    return ok("proxies", `${told}`);
  }
  if (!isPublic(loaded)) return ok("proxies", "no proxy is trusted; right without one");
  return warn(
    "proxies",
    "no proxy is trusted: behind one, all users would share one client address and its rate limits",
    "If a proxy, load balancer or platform stands before this server, set clientAddress.trustedProxies.",
  );
}

function checkLimits(loaded: LoadedAuth): Finding {
  const { enabled, storage } = loaded.settings.rateLimit;
  if (!enabled) {
    return isPublic(loaded)
      ? fail("rate limits", "off: passwords can be guessed without end", "Remove rateLimit.enabled: false.")
      : warn("rate limits", "off", "Turn them on in production: remove rateLimit.enabled: false.");
  }
  const where = storage === "memory" ? "in memory, per process" : `in the ${storage}`;
  return ok("rate limits", `on, counted ${where}`);
}
