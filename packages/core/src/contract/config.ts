import type { Database } from "../adapter/adapter.js";
import type { ClientAddresses } from "../http/client-address.js";
import type { TrustedOrigins } from "../http/trusted-origins.js";
import type { ColumnMap } from "../model/column.js";
import type { User } from "../model/models.js";
import type { SecondaryStorage } from "../storage/secondary-storage.js";
import type { AddedBy } from "./calls.js";
import type { Challenge } from "./challenge.js";
import type {
  AccountConfig,
  ClientAddressConfig,
  ClientLifetime,
  CookieConfig,
  EmailAndPasswordConfig,
  EmailVerificationConfig,
  PasswordCheck,
  RateLimitConfig,
  SessionConfig,
  UserConfig,
} from "./config-sections.js";
import type { ErrorCatalogue } from "./errors.js";
import type { CoreEvent, EventListener, PluginEvent } from "./events.js";
import type { Hooks } from "./hooks.js";
import type { Mail, PluginEmail } from "./mail.js";
import type { AnyPlugin } from "./plugin.js";
import type { NoColumns, Together, WithUserColumns } from "./plugin-types.js";

/** The options of `createAuth`. Every option except `database` has a default. */
export interface AuthConfig<
  Plugins extends readonly AnyPlugin[] = readonly AnyPlugin[],
  AppTransaction = unknown,
  Columns extends ColumnMap = NoColumns,
> {
  /**
   * At least 32 characters and 128 bits; or a list of secrets, newest first: the first secret signs, all secrets verify.
   * Default: the variable AUTH_SECRET of the environment.
   */
  readonly secret?: string | readonly string[] | undefined;
  /**
   * The public URL of the app, e.g. "https://example.com". Never taken from a request. A framework or a proxy must
   * remove a path, e.g. of "https://example.com/app", before the request arrives. Default: the variable AUTH_URL of the
   * environment.
   */
  readonly baseURL?: string | undefined;
  /**
   * Tells this auth from others with an equal `secret` and `baseURL`, e.g. the name of a tenant or of an environment:
   * what is trusted without the database, e.g. the copy of a session in a cookie, is valid only with an equal `id`.
   * Default: no `id`. Give each database a separate secret where you can.
   */
  readonly id?: string;
  /** The database, e.g. `sqlite("app.db")` of @keyhold/adapter-sql/sqlite. */
  readonly database: Database<AppTransaction>;
  /** Default: no plugin. */
  readonly plugins?: Plugins;
  /** The path prefix of all routes. Default "/api/auth". */
  readonly basePath?: string | undefined;
  /**
   * The page for a browser that gave no redirect URL, with the error code as `?error=`: a path, or a URL at a trusted
   * origin. Default: a plain page, "/api/auth/error".
   */
  readonly errorURL?: string | undefined;
  /** The name of the app in emails. Default: the host of `baseURL`. */
  readonly appName?: string | undefined;
  /**
   * Further origins with pages that may call this server and be redirected to: "https://app.example.com", every host of
   * a single label by "https://*.example.com", redirects to an app's own scheme by "myapp://", a shell around the app's
   * pages by the exact origin: "capacitor://localhost". A function is called at each request that needs the list (with
   * null at a server-side call), and the list is used for that request only.
   */
  readonly trustedOrigins?: readonly string[] | TrustedOriginsOf | undefined;
  /**
   * Delivers emails, e.g. `nodemailer(transport, { from })` of @keyhold/mail. Without `mail`, every route that sends an
   * email fails with a message about `mail`.
   */
  readonly mail?: Mail<EmailsOf<Plugins>> | undefined;
  /** Sign-up and sign-in with an email address and a password. Off by default. */
  readonly emailAndPassword?: EmailAndPasswordConfig;
  /** The verification of email addresses. */
  readonly emailVerification?: EmailVerificationConfig;
  /** Columns of the app, and what users may change and delete themselves. */
  readonly user?: UserConfig<Columns>;
  /** The accounts of a user: the ways to sign in. */
  readonly account?: AccountConfig;
  /** Lifetimes, number and caching of sessions. */
  readonly session?: SessionConfig;
  /** Names and attributes of cookies, and the cookies of a previous library. */
  readonly cookies?: CookieConfig;
  /** Limits of calls, of wrong passwords and of emails. On by default. */
  readonly rateLimit?: RateLimitConfig;
  /**
   * Called before a sign-up, a sign-in with a password and a password reset over HTTP, e.g. to check a CAPTCHA. If the
   * answer is false, the call fails with 403 `CHALLENGE_FAILED`. Default: no challenge.
   */
  readonly challenge?: Challenge;
  /** How the client IP address is found behind proxies. Default: the address of the connection. */
  readonly clientAddress?: ClientAddressConfig;
  /**
   * A fast store beside the database, e.g. `redis(command)` of @keyhold/redis: cached sessions and counters of rate
   * limits.
   */
  readonly secondaryStorage?: SecondaryStorage;
  /** Error codes of the app, for its hooks to fail with. */
  readonly errors?: ErrorCatalogue;
  /** Hooks of the app. They run after the hooks of the plugins. */
  readonly hooks?: Partial<Hooks<AddedBy<WithUserColumns<Plugins, Columns>>> & Together<Plugins>["hooks"]>;
  /** Hears every result, after commit. */
  readonly onEvent?: EventListener<
    CoreEvent<User & AddedBy<WithUserColumns<Plugins, Columns>>["user"]> | EventsOf<Plugins>
  >;
  /** Keeps the process alive for work after the response (emails, listeners), e.g. `ctx.waitUntil` of a worker. */
  readonly waitUntil?: ((work: Promise<unknown>) => void) | undefined;
  /** Receives warnings and unexpected errors. Default: `console.error` and `console.warn`. Never gets a secret. */
  readonly log?: Log;
  /** The clock, for tests. */
  readonly now?: () => Date;
}

/**
 * The emails that plugins send: any, if the plugins are not known. `Plugins` that are `any`, as inside `createAuth`, ask
 * nothing of a `mail`.
 */
export type EmailsOf<Plugins extends readonly AnyPlugin[]> = 0 extends 1 & Plugins
  ? Plugins[number]["$"]["email"]
  : 0 extends 1 & Plugins[number]["$"]["email"]
    ? PluginEmail
    : Named<Plugins[number]["$"]["email"], PluginEmail>;

/** The events of all plugins. If the plugins are not known, a listener knows the events of core. */
export type EventsOf<Plugins extends readonly AnyPlugin[]> = 0 extends 1 & Plugins
  ? Plugins[number]["$"]["event"]
  : 0 extends 1 & Plugins[number]["$"]["event"]
    ? never
    : Named<Plugins[number]["$"]["event"], PluginEvent>;

/** The members of a union that plugins declare, without the default of `PluginTypes`. */
type Named<Union, Default> = Union extends unknown ? (Default extends Union ? never : Union) : never;

/** The trusted origins of a request: see `trustedOrigins`. Null at a server-side call. */
export type TrustedOriginsOf = (request: Request | null) => readonly string[] | Promise<readonly string[]>;

/** An entry of the log. */
export interface LogEntry {
  readonly level: "warning" | "error";
  readonly message: string;
  /** The error that was thrown, without values in the text. */
  readonly cause?: string;
}
/** Receives warnings and errors, e.g. `(entry) => logger[entry.level](entry.message, entry.cause)`. */
export type Log = (entry: LogEntry) => void;

/** The config with every default filled in. */
export interface Settings {
  readonly secrets: readonly [string, ...string[]];
  /** Tells the auth from others with an equal secret and URL; null: not given. */
  readonly id: string | null;
  /** Scheme, host and port, without a trailing slash. */
  readonly origin: string;
  /** The path of the routes in requests. */
  readonly basePath: string;
  /** The path of the routes in browsers, for links: the path of `baseURL`, which proxies remove, and `basePath`. */
  readonly publicPath: string;
  /** The URL of the app: `baseURL` without a trailing slash. */
  readonly appUrl: string;
  readonly errorURL: string;
  readonly appName: string;
  /** The own origin and the origins of the config. */
  readonly trustedOrigins: TrustedOrigins;
  /** The function of the config, if the origins depend on the request. */
  readonly trustedOriginsOf: TrustedOriginsOf | null;
  /** Whether emails can be sent. */
  readonly hasMail: boolean;
  readonly emailAndPassword: Required<Omit<EmailAndPasswordConfig, "checkPassword">> & {
    readonly checkPassword: PasswordCheck | null;
  };
  readonly emailVerification: Required<EmailVerificationConfig>;
  readonly user: {
    readonly changeEmail: Required<NonNullable<UserConfig["changeEmail"]>>;
    readonly deleteUser: Required<NonNullable<UserConfig["deleteUser"]>>;
  };
  readonly account: Required<AccountConfig>;
  readonly session: Required<Omit<SessionConfig, "cookieCache" | "bearer">> & {
    /** False: no token mode. */
    readonly bearer: { readonly clients: Readonly<Record<string, Required<ClientLifetime>>> } | false;
    readonly cookieCache: Required<NonNullable<SessionConfig["cookieCache"]>>;
  };
  readonly cookies: Required<Omit<CookieConfig, "domain" | "continueFrom">> & {
    readonly domain: string | null;
    readonly continueFrom: CookieConfig["continueFrom"] | null;
  };
  readonly rateLimit: Required<RateLimitConfig>;
  readonly clientAddress: ClientAddresses;
}

export const secondsPerDay = 86_400;

/** RFC 6265bis limits the lifetime of a cookie to 400 days. */
export const maxCookieSeconds = 400 * secondsPerDay;

/** Thrown by `createAuth`, with every config error at once. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  constructor(readonly errors: readonly string[]) {
    super(`createAuth cannot use its config:\n${errors.map((error) => `  - ${error}`).join("\n")}`);
  }
}
