import type { Database } from "../adapter/adapter.js";
import { type AuthConfig, type Settings, secondsPerDay } from "../contract/config.js";
import { areLimits, isLimit } from "../contract/limit.js";
import { isWhole } from "../contract/options.js";
import { type ClientAddressSettings, clientAddressErrors } from "../http/client-address.js";
import { safeRedirect } from "../http/redirect.js";
import { trustedOriginError } from "../http/trusted-origins.js";
import { canCompute } from "../password/format.js";
import { pluginsOf } from "./config-shape-errors.js";
import { bearerErrors, previousLibraryErrors, sessionConfigErrors } from "./session-config-errors.js";

/** A config with its defaults filled in. */
export interface Filled {
  readonly config: AuthConfig;
  readonly settings: Settings;
  readonly clientAddress: ClientAddressSettings;
}

/** All config errors, each a sentence that begins with the name of the option. */
export const findConfigErrors = ({ config, settings, clientAddress }: Filled): readonly string[] => [
  ...secretErrors(settings.secrets),
  ...idErrors(settings),
  ...urlErrors(config, settings),
  ...errorUrlErrors(config, settings),
  ...lengthErrors(settings),
  ...sessionConfigErrors(settings),
  ...bearerErrors(config),
  ...previousLibraryErrors(config),
  ...clientAddressErrors(clientAddress),
  ...rateLimitErrors(settings),
  ...emailChangeErrors(settings),
  ...deletionErrors(settings),
  ...mailErrors(settings),
  ...databaseErrors(config.database),
  ...storageErrors(config, settings),
];

const make = "make one with `openssl rand -base64 32` and keep it out of the code";

/** What the environment did not give, each a sentence: a build has no environment. */
export const findMissing = ({ baseURL, database, plugins }: AuthConfig, { secrets }: Settings): readonly string[] => [
  ...(secrets.some(Boolean) ? [] : [`secret: missing; set the variable AUTH_SECRET or the option; ${make}`]),
  ...(baseURL
    ? []
    : [
        'baseURL: missing; set the variable AUTH_URL or the option to the URL of the app, e.g. "http://localhost:3000"',
      ]),
  ...(database?.missing ?? []).map((problem) => `database: ${problem}`),
  ...pluginsOf({ plugins }).flatMap(({ id, missing }) => missing.map((problem) => `plugins: "${id}": ${problem}`)),
];

function secretErrors(secrets: readonly string[]): string[] {
  // Without types a secret may be any value.
  if (secrets.some((secret) => secret && typeof secret !== "string"))
    return ["secret: must be a text, or a list of texts"];
  if (secrets.every((secret) => !secret)) return [];
  // A list may have a variable that is not set.
  return secrets.flatMap((given) => {
    const secret = given ?? "";
    if (secret.length < 32) return [`secret: weak, ${secret.length} characters instead of at least 32; ${make}`];
    if (new Set(secret).size < 10) return [`secret: weak, it repeats the same few characters; ${make}`];
    const bits = Math.floor(bitsOf(secret));
    return bits < 128 ? [`secret: weak, ${bits} bits at most instead of at least 128; ${make}`] : [];
  });
}

const idErrors = ({ id }: Settings): readonly string[] =>
  id === null || (typeof id === "string" && /^\S{1,100}$/.test(id))
    ? []
    : ["id: must be a text of 1 to 100 characters without blanks, e.g. the name of a tenant"];

/** Classes of characters, each with its size. The letters of hexadecimal digits are a class of their own. */
const kinds: readonly (readonly [RegExp, number])[] = [
  [/[0-9]/, 10],
  [/[a-f]/, 6],
  [/[g-z]/, 20],
  [/[A-F]/, 6],
  [/[G-Z]/, 20],
];

/** The maximum entropy of a text of this length, in bits, if each character is from one of the classes in use. */
function bitsOf(secret: string): number {
  const others = new Set(secret.replace(/[0-9A-Za-z]/g, "")).size;
  const used = kinds.filter(([kind]) => kind.test(secret)).reduce((sum, [, size]) => sum + size, others);
  return secret.length * Math.log2(used);
}

const isPath = /^(\/[A-Za-z0-9._~-]+)+\/*$/;
const pathRule = "must begin with one slash and hold only letters, digits and ._~-, e.g.";

function urlErrors(
  { baseURL, trustedOrigins: listed = [], basePath = "/api/auth" }: AuthConfig,
  { origin, appUrl, cookies, ...settings }: Settings,
): string[] {
  const configErrors: string[] = [];
  const isHttp = /^https?:/.test(origin);
  const path = appUrl.slice(origin.length);
  if (baseURL && !isHttp) configErrors.push(`baseURL: ${baseUrlError(baseURL)}`);
  else if (path && !isPath.test(path)) configErrors.push(`baseURL: its path ${pathRule} "https://example.com/app"`);
  else if (settings.basePath && path.endsWith(settings.basePath))
    configErrors.push("baseURL: ends with basePath; leave that path out of the option or the variable AUTH_URL");
  if (isHttp && cookies.secure && !origin.startsWith("https:")) {
    configErrors.push(
      "cookies.secure: is on but baseURL is http, so browsers would drop every cookie; use https or turn it off",
    );
  }
  if (isHttp && !cookies.secure && origin.startsWith("https:")) {
    configErrors.push("cookies.secure: is off but baseURL is https; leave it out");
  }
  if (!isPath.test(basePath)) configErrors.push(`basePath: ${pathRule} "/api/auth"`);
  if (!/^[A-Za-z0-9._-]{1,64}$/.test(cookies.prefix)) {
    configErrors.push("cookies.prefix: must be 1 to 64 letters, digits and ._-");
  }
  const isList = Array.isArray(listed);
  if (!isList && typeof listed !== "function") configErrors.push("trustedOrigins: must be a list or a function");
  for (const entry of isList ? listed : []) {
    const problem = trustedOriginError(entry);
    if (problem) configErrors.push(`trustedOrigins: ${problem}`);
  }
  return configErrors;
}

function baseUrlError(given: unknown): string {
  if (typeof given !== "string") return "must be a text; for several hosts make an auth per host, each with an `id`";
  const cure =
    given === "/"
      ? "Vite and Vitest set the variable BASE_URL to it: read another variable, e.g. AUTH_URL."
      : "Give the URL of the app, as the option or the variable AUTH_URL.";
  return `Invalid base URL: ${given}. ${cure}`;
}

/** Browsers are redirected to it without a further check, so it must satisfy the rules of every redirect URL. */
function errorUrlErrors({ errorURL }: AuthConfig, settings: Settings): string[] {
  if (errorURL === undefined || !URL.canParse(settings.origin)) return [];
  const isSafe = safeRedirect(errorURL, settings, settings.trustedOrigins) !== null;
  return isSafe ? [] : ['errorURL: must be a path, e.g. "/sign-in", or an address at one of trustedOrigins'];
}

function lengthErrors({ emailAndPassword }: Settings): string[] {
  const configErrors: string[] = [];
  const { minPasswordLength: min, maxPasswordLength: max, passwordQueueSeconds, passwordHashing } = emailAndPassword;

  if (!isWhole(min, 8)) configErrors.push("emailAndPassword.minPasswordLength: must be a whole number of at least 8");
  if (!isWhole(max, 64) || max < min) {
    configErrors.push(
      "emailAndPassword.maxPasswordLength: must be a whole number of at least 64, and not below the minimum",
    );
  }
  if (!(passwordQueueSeconds > 0 && passwordQueueSeconds <= 60))
    configErrors.push("emailAndPassword.passwordQueueSeconds: must be a number of seconds above 0, at most 60");
  if (!canCompute(passwordHashing))
    configErrors.push(
      "emailAndPassword.passwordHashing: cannot be computed within a gigabyte of memory; leave it out, or give `scryptHashing`",
    );
  return configErrors;
}

const lifetimeErrors = (lifetimes: Readonly<Record<string, number>>): string[] =>
  Object.entries(lifetimes)
    .filter(([, seconds]) => !isWhole(seconds, 1, 365 * secondsPerDay))
    .map(([name]) => `${name}: must be a whole number of seconds, at least 1 and at most a year`);

function deletionErrors({ hasMail, user }: Settings): string[] {
  const { enabled, confirmByMail, tokenExpiresInSeconds } = user.deleteUser;
  if (!enabled) return [];
  return [
    ...(confirmByMail && !hasMail
      ? ["user.deleteUser.confirmByMail: needs `mail`, which sends the confirmation; give `mail` or turn it off"]
      : []),
    ...lifetimeErrors({ "user.deleteUser.tokenExpiresInSeconds": tokenExpiresInSeconds }),
  ];
}

function emailChangeErrors({ hasMail, user, cookies }: Settings): string[] {
  const { switchAt } = user.changeEmail;
  if (!["confirmation", "verification"].includes(switchAt))
    return ['user.changeEmail.switchAt: must be "confirmation" or "verification"'];
  if (switchAt === "confirmation") return [];
  return [
    ...(hasMail ? [] : ['user.changeEmail.switchAt: "verification" needs `mail`, which sends the links']),
    ...(cookies.continueFrom?.isStillRunning
      ? ['user.changeEmail.switchAt: "verification" waits until the other library no longer runs (`isStillRunning`)']
      : []),
  ];
}

/** Config errors of features that need email, and of lifetimes of links. */
function mailErrors({ hasMail, emailAndPassword, emailVerification }: Settings): string[] {
  const { requireEmailVerification, resetTokenExpiresInSeconds } = emailAndPassword;
  const { sendOnSignUp, sendOnSignIn, autoSignIn, expiresInSeconds } = emailVerification;
  const sending = {
    "emailAndPassword.requireEmailVerification": requireEmailVerification,
    "emailVerification.sendOnSignUp": sendOnSignUp,
    "emailVerification.sendOnSignIn": sendOnSignIn,
    "emailVerification.autoSignIn": autoSignIn,
  };
  return [
    ...Object.entries(sending)
      .filter(([, isOn]) => isOn && !hasMail)
      .map(([name]) => `${name}: needs \`mail\`, which sends the verification; give \`mail\` or turn it off`),
    ...lifetimeErrors({
      "emailAndPassword.resetTokenExpiresInSeconds": resetTokenExpiresInSeconds,
      "emailVerification.expiresInSeconds": expiresInSeconds,
    }),
  ];
}

function storageErrors({ secondaryStorage }: AuthConfig, { rateLimit }: Settings): string[] {
  if (secondaryStorage && typeof secondaryStorage.increment !== "function")
    return ["secondaryStorage: is no secondary storage; give one, e.g. `redis(command)` of @keyhold/redis"];
  if (secondaryStorage && !(secondaryStorage.timeoutMilliseconds > 0))
    return ["secondaryStorage.timeoutMilliseconds: must be above 0, e.g. 250"];
  if (rateLimit.storage !== "secondary" || secondaryStorage) return [];
  return [
    'rateLimit.storage: is "secondary" but there is no secondaryStorage; give one, e.g. `redis(command)` of @keyhold/redis',
  ];
}

const always = ["wrongPasswordsPerAddress", "emails", "emailsPerSender"] as const;
const optional = ["wrongPasswords", "emailsPerApp"] as const;

function rateLimitErrors({ rateLimit }: Settings): string[] {
  const { limits, networkFactor, storage } = rateLimit;
  const isNoLimit = (name: (typeof always | typeof optional)[number]): boolean => !isLimit(rateLimit[name]);
  const wrong = [
    ...always.filter(isNoLimit),
    ...optional.filter((name) => rateLimit[name] !== false && isNoLimit(name)),
    ...Object.keys(limits).flatMap((path) =>
      limits[path] === false || areLimits(limits[path]) ? [] : `limits["${path}"]`,
    ),
  ];
  return [
    ...wrong.map((name) => `rateLimit.${name}: must be { windowSeconds, max }, whole numbers of at least 1`),
    ...(isWhole(networkFactor, 1) ? [] : ["rateLimit.networkFactor: must be a whole number of at least 1"]),
    ...(["memory", "database", "secondary"].includes(storage)
      ? []
      : ['rateLimit.storage: must be "memory", "database" or "secondary"']),
  ];
}

function databaseErrors(database: Database | undefined): string[] {
  if (typeof database?.connect !== "function" || !database.name) {
    const state = database ? "is no adapter of Keyhold" : "missing";
    return [`database: ${state}; give an adapter, e.g. \`sqlite("app.db")\` of @keyhold/adapter-sql/sqlite`];
  }
  if (database.hasTransactions) return [];
  return [
    `database: ${database.name} has no transactions, without which a failed sign-up leaves an incomplete user; use another adapter`,
  ];
}
