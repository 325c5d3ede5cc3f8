import type { Database } from "./adapter/adapter.js";
import type { ErrorCatalogue } from "./errors.js";
import type { EventListener } from "./events.js";
import type { AnyPlugin, Rules } from "./plugin.js";
import type { Recipe } from "./secret/password-format.js";

/** What `createAuth` takes. Everything but the first three has a default. */
export interface AuthConfig<Plugins extends readonly AnyPlugin[] = readonly AnyPlugin[]> {
  /** At least 32 characters, or a list of such, newest first: the first one signs, all of them verify. */
  readonly secret: string | readonly string[] | undefined;
  /** Where the app is reached, e.g. "https://example.com". Never taken from a request. */
  readonly baseURL: string | undefined;
  readonly database: Database;
  readonly plugins?: Plugins;
  /** Under which path the routes are. Default "/api/auth". */
  readonly basePath?: string;
  /** Further origins whose pages may call and be redirected to, e.g. "https://app.example.com". */
  readonly trustedOrigins?: readonly string[];
  readonly emailAndPassword?: EmailAndPasswordConfig;
  readonly session?: SessionConfig;
  readonly cookies?: CookieConfig;
  /** Errors of the app itself, for its rules to refuse with. */
  readonly errors?: ErrorCatalogue;
  /** Rules of the app itself, run after those of the plugins. */
  readonly rules?: Partial<Rules>;
  /** Hears every result, after commit. */
  readonly onEvent?: EventListener;
  /** Where surprises are written. Default: `console.error` and `console.warn`. Never gets a secret. */
  readonly log?: Log;
  /** The clock, for tests. */
  readonly now?: () => Date;
}

export interface EmailAndPasswordConfig {
  /** Default false. */
  readonly enabled?: boolean;
  /** Sign-up answers 400. Default false. */
  readonly disableSignUp?: boolean;
  /** Sign-up opens a session. Default true. */
  readonly autoSignIn?: boolean;
  /** Code points. Default 8 (SP 800-63B-4 asks for 15 where a password is the only factor). */
  readonly minPasswordLength?: number;
  /** Code points. Default 128; a password of more than 1,024 bytes is refused before. */
  readonly maxPasswordLength?: number;
  /** How passwords are hashed. Default: argon2id where the platform has it, else scrypt, both as OWASP asks. */
  readonly passwordRecipe?: Recipe;
  /** How many sign-ins may wait for a free core before one is answered 503. Default 256. */
  readonly passwordQueueLength?: number;
}

export interface SessionConfig {
  /** Without a visit. Default 604,800 (7 days). */
  readonly expiresInSeconds?: number;
  /** A session is prolonged when this long has passed since it last was. Default 86,400 (1 day). */
  readonly updateAgeSeconds?: number;
  /** How long after sign-in a session is fresh. 0: always. Default 86,400 (1 day). */
  readonly freshAgeSeconds?: number;
}

export interface CookieConfig {
  /** First part of every cookie's name. Default "keyhold". */
  readonly prefix?: string;
  /** `Secure` and the `__Host-` prefix. Default: whether `baseURL` is https. */
  readonly secure?: boolean;
}

export interface LogEntry {
  readonly level: "warning" | "error";
  readonly message: string;
  /** What was thrown, its text cleared of values. */
  readonly cause?: string;
}
export type Log = (entry: LogEntry) => void;

/** The config with every default filled in. */
export interface Settings {
  readonly secrets: readonly [string, ...string[]];
  /** Scheme, host and port, without a slash at the end. */
  readonly origin: string;
  readonly basePath: string;
  /** Origins that may call, the own one first. */
  readonly trustedOrigins: ReadonlySet<string>;
  readonly emailAndPassword: Required<EmailAndPasswordConfig>;
  readonly session: Required<SessionConfig>;
  readonly cookies: Required<CookieConfig>;
}

export const secondsPerDay = 86_400;

/** RFC 6265bis caps a cookie's life at 400 days. */
export const longestCookieSeconds = 400 * secondsPerDay;

/** Thrown by `createAuth`: every reason why this config cannot be run, at once. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  constructor(readonly problems: readonly string[]) {
    super(`createAuth refused its config:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`);
  }
}
