import type { Database } from "./adapter/adapter.js";
import { type AuthConfig, type Settings, secondsPerDay } from "./config.js";
import { defaultRecipe } from "./secret/password.js";
import { canCompute } from "./secret/password-format.js";

export interface ReadConfig {
  readonly settings: Settings;
  readonly problems: readonly string[];
}

/** Fills in the defaults and lists what is wrong. */
export function readConfig(config: AuthConfig): ReadConfig {
  const secrets = typeof config.secret === "string" ? [config.secret] : (config.secret ?? []);
  const base = parseOrigin(config.baseURL ?? "");
  const secure = config.cookies?.secure ?? base.startsWith("https:");
  const settings: Settings = {
    secrets: [secrets[0] ?? "", ...secrets.slice(1)],
    origin: base,
    basePath: (config.basePath ?? "/api/auth").replace(/\/+$/, ""),
    trustedOrigins: new Set([base, ...(config.trustedOrigins ?? []).map(parseOrigin)].filter(Boolean)),
    emailAndPassword: {
      enabled: false,
      disableSignUp: false,
      autoSignIn: true,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      passwordRecipe: defaultRecipe,
      passwordQueueLength: 256,
      ...given(config.emailAndPassword),
    },
    session: {
      expiresInSeconds: 7 * secondsPerDay,
      updateAgeSeconds: secondsPerDay,
      freshAgeSeconds: secondsPerDay,
      ...given(config.session),
    },
    cookies: { prefix: "keyhold", ...given(config.cookies), secure },
  };
  const problems = [
    ...secretProblems(secrets),
    ...urlProblems(config, settings),
    ...lengthProblems(settings),
    ...databaseProblems(config.database),
  ];
  return { settings, problems };
}

/** An option given as `undefined` is one not given. */
const given = <T extends object>(options: T | undefined): Partial<T> =>
  Object.fromEntries(Object.entries(options ?? {}).filter(([, value]) => value !== undefined)) as Partial<T>;

function parseOrigin(url: string): string {
  if (!URL.canParse(url)) return "";
  const { origin } = new URL(url);
  return origin === "null" ? "" : origin;
}

function secretProblems(secrets: readonly string[]): string[] {
  const make = "make one with `openssl rand -base64 32` and keep it out of the code";
  if (secrets.length === 0 || secrets.every((secret) => !secret)) return [`secret: missing; ${make}`];
  return secrets.flatMap((secret) => {
    if (secret.length < 32) return [`secret: weak, ${secret.length} characters instead of at least 32; ${make}`];
    if (new Set(secret).size < 10) return [`secret: weak, it repeats the same few characters; ${make}`];
    return [];
  });
}

function urlProblems(
  { baseURL, trustedOrigins = [], basePath = "/api/auth" }: AuthConfig,
  { origin, cookies }: Settings,
): string[] {
  const problems: string[] = [];
  const isHttp = /^https?:/.test(origin);
  if (!baseURL) problems.push('baseURL: missing; give the address people use, e.g. "http://localhost:3000"');
  else if (!isHttp) problems.push(`baseURL: Invalid base URL: ${baseURL}. Please provide a valid base URL.`);
  else if (new URL(baseURL).pathname !== "/")
    problems.push("baseURL: has a path; give the path of the routes as basePath");
  if (isHttp && cookies.secure && !origin.startsWith("https:")) {
    problems.push(
      "cookies.secure: is on but baseURL is http, so browsers would drop every cookie; use https or turn it off",
    );
  }
  if (isHttp && !cookies.secure && origin.startsWith("https:")) {
    problems.push("cookies.secure: is off but baseURL is https; leave it out");
  }
  if (!/^(\/[A-Za-z0-9._~-]+)+\/*$/.test(basePath)) {
    problems.push('basePath: must begin with one slash and hold only letters, digits and ._~-, e.g. "/api/auth"');
  }
  if (!/^[A-Za-z0-9._-]{1,64}$/.test(cookies.prefix)) {
    problems.push("cookies.prefix: must be 1 to 64 letters, digits and ._-");
  }
  for (const trusted of trustedOrigins) {
    if (!parseOrigin(trusted))
      problems.push(`trustedOrigins: "${trusted}" is not an origin such as "https://app.example.com"`);
  }
  return problems;
}

function lengthProblems({ emailAndPassword, session }: Settings): string[] {
  const problems: string[] = [];
  const { minPasswordLength: min, maxPasswordLength: max, passwordQueueLength, passwordRecipe } = emailAndPassword;
  const isWhole = (value: number, least: number): boolean => Number.isSafeInteger(value) && value >= least;

  if (!isWhole(min, 8)) problems.push("emailAndPassword.minPasswordLength: must be a whole number of at least 8");
  if (!isWhole(max, 64) || max < min) {
    problems.push(
      "emailAndPassword.maxPasswordLength: must be a whole number of at least 64, and not below the minimum",
    );
  }
  if (!isWhole(passwordQueueLength, 1))
    problems.push("emailAndPassword.passwordQueueLength: must be a whole number of at least 1");
  if (!canCompute(passwordRecipe))
    problems.push("emailAndPassword.passwordRecipe: is none that the algorithm takes within a gigabyte of memory");
  // Beyond a century the end of a session would soon be no date any more.
  if (!isWhole(session.expiresInSeconds, 1) || session.expiresInSeconds > 100 * 365 * secondsPerDay)
    problems.push("session.expiresInSeconds: must be a whole number of seconds, at least 1 and at most 100 years");
  for (const name of ["updateAgeSeconds", "freshAgeSeconds"] as const) {
    if (!isWhole(session[name], 0)) problems.push(`session.${name}: must be a whole number of seconds, at least 0`);
  }
  return problems;
}

function databaseProblems(database: Database | undefined): string[] {
  if (!database || typeof database.connect !== "function") {
    return ['database: missing; give an adapter, e.g. `sqlite("app.db")` of @keyhold/adapter-kysely/sqlite'];
  }
  if (database.hasTransactions) return [];
  return [`database: ${database.name} has no transactions; a sign-up could leave half a user, so it is not supported`];
}
