import type { Database } from "../adapter/adapter.js";
import type { ClientAddresses } from "../http/client-address.js";
import type { TrustedOrigins } from "../http/trusted-origins.js";
import type { Limit, Limits } from "../limit/limit.js";
import type { PasswordHashing } from "../password/format.js";
import type { PasswordVerifier } from "../password/verifier.js";
import type { SecondaryStorage } from "../storage/secondary-storage.js";
import type { AddedBy } from "./calls.js";
import type { Challenge } from "./challenge.js";
import type { ErrorCatalogue } from "./errors.js";
import type { CoreEvent, EventListener, PluginEvent } from "./events.js";
import type { Mail, PluginEmail } from "./mail.js";
import type { AnyPlugin, Hooks } from "./plugin.js";
import type { Together } from "./plugin-types.js";

/** What `createAuth` takes. Everything but the first three has a default. */
export interface AuthConfig<Plugins extends readonly AnyPlugin[] = readonly AnyPlugin[]> {
  /** At least 32 characters and 128 bits, or a list of such, newest first: the first one signs, all of them verify. */
  readonly secret: string | readonly string[] | undefined;
  /** Where the app is reached, e.g. "https://example.com". Never taken from a request. */
  readonly baseURL: string | undefined;
  readonly database: Database;
  readonly plugins?: Plugins;
  /** Under which path the routes are. Default "/api/auth". */
  readonly basePath?: string;
  /**
   * Where a browser that nobody sent on its way is told what went wrong, as `?error=`: a path, or an address at a trusted
   * origin. Default: a plain page, "/api/auth/error".
   */
  readonly errorURL?: string;
  /** What letters call the app. Default: the host of `baseURL`. */
  readonly appName?: string;
  /**
   * Further origins whose pages may call and be redirected to: "https://app.example.com", every host of one label
   * by "https://*.example.com", an app's own scheme by "myapp://". A function is asked at each request that needs it
   * (with null at a server call), and its list holds for that request only.
   */
  readonly trustedOrigins?: readonly string[] | TrustedOriginsOf;
  /** Delivers letters, e.g. `nodemailer(transport, { from })` of @keyhold/mail. Without it every route that needs one says so. */
  readonly mail?: Mail<EmailsOf<Plugins>>;
  readonly emailAndPassword?: EmailAndPasswordConfig;
  readonly emailVerification?: EmailVerificationConfig;
  readonly user?: UserConfig;
  readonly account?: AccountConfig;
  readonly session?: SessionConfig;
  readonly cookies?: CookieConfig;
  readonly rateLimit?: RateLimitConfig;
  /**
   * Asked before a sign-up, a sign-in with a password and a password reset over HTTP, e.g. whether a CAPTCHA was solved.
   * False: the call is answered 403 `CHALLENGE_FAILED`. Default: no challenge.
   */
  readonly challenge?: Challenge;
  /** How the caller's address is found behind proxies. Default: the connection's own. */
  readonly clientAddress?: ClientAddressConfig;
  /** A fast store beside the database, e.g. `redis(command)` of @keyhold/redis: copies of sessions and counters of limits. */
  readonly secondaryStorage?: SecondaryStorage;
  /** Errors of the app itself, for its rules to refuse with. */
  readonly errors?: ErrorCatalogue;
  /** Rules of the app itself, run after those of the plugins. */
  readonly hooks?: Partial<Hooks<AddedBy<Plugins>> & Together<Plugins, "hooks">>;
  /** Hears every result, after commit. */
  readonly onEvent?: EventListener<CoreEvent | EventsOf<Plugins>>;
  /** Keeps the process alive for work after the answer (mails, listeners), e.g. `ctx.waitUntil` of a worker. */
  readonly waitUntil?: (work: Promise<unknown>) => void;
  /** Where surprises are written. Default: `console.error` and `console.warn`. Never gets a secret. */
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

/** The events that plugins emit. If the plugins are not known, a listener knows the core's events. */
export type EventsOf<Plugins extends readonly AnyPlugin[]> = 0 extends 1 & Plugins
  ? Plugins[number]["$"]["event"]
  : 0 extends 1 & Plugins[number]["$"]["event"]
    ? never
    : Named<Plugins[number]["$"]["event"], PluginEvent>;

/** Those of a union that plugins name: a plugin that names none has the default of `PluginTypes`. */
type Named<Union, Default> = Union extends unknown ? (Default extends Union ? never : Union) : never;

export type TrustedOriginsOf = (request: Request | null) => readonly string[] | Promise<readonly string[]>;

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
  readonly passwordHashing?: PasswordHashing;
  /** A request is answered 503 if its password is expected to wait longer than this for its hash. Default 5. */
  readonly passwordQueueSeconds?: number;
  /** Verify hashes that other systems made, e.g. `bcrypt(compare)`; they are replaced at sign-in. Default none. */
  readonly passwordVerifiers?: readonly PasswordVerifier[];
  /** Take passwords that everybody tries first, and those that are the person's own name. Default false. */
  readonly allowCommonPasswords?: boolean;
  /** Asked about every new password, e.g. whether it is known from a breach; answers with the code of an error, or null. */
  readonly checkPassword?: PasswordCheck;
  /** No session before the address is proven; sign-up then answers the same for a taken address. Needs `mail`. Default false. */
  readonly requireEmailVerification?: boolean;
  /** Default 3,600 (1 hour). */
  readonly resetTokenExpiresInSeconds?: number;
  /** A reset ends every session. Default true. */
  readonly revokeSessionsOnPasswordReset?: boolean;
}

/** The code of an error of the catalogue that refuses a new password, or null. */
export type PasswordCheck = (password: string, person: PasswordPerson) => string | null | Promise<string | null>;

/** Whose password it will be. */
export interface PasswordPerson {
  readonly email: string;
  readonly name: string;
}

export interface EmailVerificationConfig {
  /** Sign-up sends the letter. Default: whether there is `mail`. */
  readonly sendOnSignUp?: boolean;
  /** A sign-in that is refused because the address is not proven sends it again. Default: whether there is `mail`. */
  readonly sendOnSignIn?: boolean;
  /** Following the link opens a session in the browser that follows it. Default false (ASVS 6.3.6: a mailbox is no authenticator). */
  readonly autoSignIn?: boolean;
  /** Default 3,600 (1 hour). */
  readonly expiresInSeconds?: number;
}

export interface UserConfig {
  readonly changeEmail?: {
    /** Default false. */
    readonly enabled?: boolean;
  };
  readonly deleteUser?: {
    /** Default false. */
    readonly enabled?: boolean;
    /** Deletion takes a link sent by mail. Default: whether there is `mail`. */
    readonly confirmByMail?: boolean;
    /** Default 86,400 (1 day). */
    readonly tokenExpiresInSeconds?: number;
  };
}

export interface AccountConfig {
  /** The last way to sign in may be unlinked. Default false. */
  readonly allowUnlinkingAll?: boolean;
}

export interface SessionConfig {
  /** Without a visit. Default 604,800 (7 days). */
  readonly expiresInSeconds?: number;
  /** A session is prolonged when this long has passed since it last was. Default 86,400 (1 day). */
  readonly updateAgeSeconds?: number;
  /** How long after sign-in a session is fresh. 0: always. Default 86,400 (1 day). */
  readonly freshAgeSeconds?: number;
  /** After this long from sign-in no visit prolongs it. Default 2,592,000 (30 days), or `expiresInSeconds` where that is longer; 400 days while `continueFrom.isStillRunning`. */
  readonly absoluteExpiresInSeconds?: number;
  /** Sessions that a user has at a time; one more ends the oldest. `Infinity`: no maximum. Default 100 (ASVS 7.1.2). */
  readonly maxSessionsPerUser?: number;
  /** A signed copy of the session in a cookie, read by `get-session` instead of the database. */
  readonly cookieCache?: {
    /** Default false. */
    readonly enabled?: boolean;
    /** How long a session revoked elsewhere may still be shown. Default 300. */
    readonly maxAgeSeconds?: number;
  };
  /** Take `Authorization: Bearer` with the token of the answer, for callers that are no browsers. Default false. */
  readonly bearer?: boolean;
}

export interface CookieConfig {
  /** First part of every cookie's name. Default "keyhold". */
  readonly prefix?: string;
  /** `Secure` and the `__Host-` prefix. Default: whether `baseURL` is https. */
  readonly secure?: boolean;
  /**
   * Shares the cookies with every subdomain, e.g. "example.com", whose servers can then use the session: only if you run
   * all of them. The prefix is then `__Secure-`. Default: this host only.
   */
  readonly domain?: string;
  /** Takes over sessions whose cookies a library of this field signed with the bare secret. Leave it on for as long as one of them lives. */
  readonly continueFrom?: {
    /** First part of the old names, e.g. "better-auth". */
    readonly prefix: string;
    /** The secret that signed them. */
    readonly secret: string | undefined;
    /**
     * That library still serves this database, or may have to again: rows and cookies are found in either form, and written
     * in the one that better-auth 1.2 reads. The database then holds session tokens in the clear. Default: it does not.
     */
    readonly isStillRunning?: boolean;
  };
}

export interface RateLimitConfig {
  /** Default true. */
  readonly enabled?: boolean;
  /** Where counts are kept. Default "secondary" when there is a secondary storage, else "memory", which is this process's own. */
  readonly storage?: "memory" | "database" | "secondary";
  /** Other limits by path, e.g. `{ "/sign-in/email": { windowSeconds: 60, max: 5 } }`; of several all hold; false: none. */
  readonly limits?: Readonly<Record<string, Limits | false>>;
  /**
   * Wrong passwords for one account, whatever the route and the address. After so many each further guess waits, 30
   * seconds to an hour. A browser that has signed in to the account before has a budget of its own. Default 20 in 900
   * seconds.
   */
  readonly wrongPasswords?: Limit;
  /** Wrong passwords from one client address, whatever the account. Default 100 in 3,600 seconds. */
  readonly wrongPasswordsPerAddress?: Limit;
  /**
   * Calls that send an email to an address which the caller gives, per user or, without a session, per client address;
   * beyond it they are answered 429. Not counted without `mail`, nor where the client address is not known. Default 200 in
   * 86,400 seconds.
   */
  readonly emailsPerSender?: Limit;
  /** Letters of one kind to one address; those beyond are not sent, and nobody is told. Default 3 in 900 seconds. */
  readonly emails?: Limit;
  /** On a route that hashes a password, all clients of one network (IPv6 /48, IPv4 /24) together may call so many times as often as one client. Default 10. */
  readonly networkFactor?: number;
}

export interface ClientAddressConfig {
  /** How many proxies stand before this server, or which (addresses or CIDR ranges). Without it the header is ignored. */
  readonly trustedProxies?: number | readonly string[];
  /** The header to which each proxy appends who called it. Default "x-forwarded-for". */
  readonly header?: string;
  /** IPv6 addresses with so many leading bits in common count as one caller. Default 64. */
  readonly ipv6Subnet?: number;
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
  readonly errorURL: string;
  readonly appName: string;
  /** The own origin and those of the config. */
  readonly trustedOrigins: TrustedOrigins;
  /** Where they depend on the request. */
  readonly trustedOriginsOf: TrustedOriginsOf | null;
  /** Whether letters can be sent. */
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
  readonly session: Required<Omit<SessionConfig, "cookieCache">> & {
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

/** RFC 6265bis caps a cookie's life at 400 days. */
export const maxCookieSeconds = 400 * secondsPerDay;

/** Thrown by `createAuth`: every reason why this config cannot be run, at once. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  constructor(readonly configErrors: readonly string[]) {
    super(`createAuth refused its config:\n${configErrors.map((problem) => `  - ${problem}`).join("\n")}`);
  }
}
