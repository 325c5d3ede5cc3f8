import type { ColumnMap } from "../model/column.js";
import type { PasswordHashing } from "../password/format.js";
import type { PasswordVerifier } from "../password/verifier.js";
import type { ErrorEntry } from "./errors.js";
import type { Limit, Limits } from "./limit.js";
import type { NoColumns } from "./plugin-types.js";

/** Options of `emailAndPassword`. */
export interface EmailAndPasswordConfig {
  /** Default false. */
  readonly enabled?: boolean;
  /** If true, sign-up fails with 400. Default false. */
  readonly disableSignUp?: boolean;
  /** Sign-up opens a session. Default true. */
  readonly autoSignIn?: boolean;
  /** In code points. Default 8 (SP 800-63B-4 requires 15 if a password is the only factor). */
  readonly minPasswordLength?: number;
  /** In code points. Default 128. A password of more than 1,024 bytes fails before this check. */
  readonly maxPasswordLength?: number;
  /**
   * How passwords are hashed. Default: argon2id if the platform has argon2id, else scrypt, both with the parameters of
   * OWASP.
   */
  readonly passwordHashing?: PasswordHashing;
  /** A request fails with 503 if hashing the password is expected to wait longer than this, in seconds. Default 5. */
  readonly passwordQueueSeconds?: number;
  /** Verify hashes of other systems, e.g. `bcrypt(compare)`. A sign-in replaces them. Default: an empty list. */
  readonly passwordVerifiers?: readonly PasswordVerifier[];
  /** Accept the most common passwords, and passwords equal to the user's own name. Default false. */
  readonly allowCommonPasswords?: boolean;
  /**
   * Called with every new password, e.g. to look the password up in known breaches. Answers with an error code, or null
   * to accept.
   */
  readonly checkPassword?: PasswordCheck;
  /**
   * No session before the email address is verified; sign-up then answers for a taken address as for a free address.
   * Needs `mail`. Default false.
   */
  readonly requireEmailVerification?: boolean;
  /** Lifetime of a password reset link. Default 3,600 (1 hour). */
  readonly resetTokenExpiresInSeconds?: number;
  /** A password reset ends every session of the user. Default true. */
  readonly revokeSessionsOnPasswordReset?: boolean;
}

/** Answers with the error of a new password that the app does not take, else null. */
export type PasswordCheck = (password: string, user: PasswordPerson) => ErrorEntry | null | Promise<ErrorEntry | null>;

/** The user of a new password. */
export interface PasswordPerson {
  readonly email: string;
  readonly name: string;
}

/** Options of `emailVerification`. */
export interface EmailVerificationConfig {
  /** Sign-up sends the verification email. Default: true if there is `mail`. */
  readonly sendOnSignUp?: boolean;
  /**
   * A sign-in that fails because the email address is not verified sends the email again. Default: true if there is
   * `mail`.
   */
  readonly sendOnSignIn?: boolean;
  /**
   * The link opens a session in the browser that follows the link. Default false (ASVS 6.3.6: a mailbox is no
   * authenticator).
   */
  readonly autoSignIn?: boolean;
  /** Lifetime of a verification link. Default 3,600 (1 hour). */
  readonly expiresInSeconds?: number;
}

/** Options of `user`. */
export interface UserConfig<Columns extends ColumnMap = NoColumns> {
  /**
   * Columns of the app, in the table, in answers and in the type of a user. Sign-up and `updateUser` take those with
   * `input()`. A client knows them by `userColumns<typeof auth>()`.
   *
   * @example columns: { locale: text().optional().input() }
   */
  readonly columns?: Columns;
  /** `POST /change-email`. */
  readonly changeEmail?: {
    /** Default false. */
    readonly enabled?: boolean;
    /**
     * When a verified address changes: with the click at the old address, or once the new address is confirmed after
     * that click. Default "confirmation".
     */
    readonly switchAt?: "confirmation" | "verification";
  };
  /** `POST /delete-user`. */
  readonly deleteUser?: {
    /** Default false. */
    readonly enabled?: boolean;
    /** Deletion needs a link sent by email. Default: true if there is `mail`. */
    readonly confirmByMail?: boolean;
    /** Lifetime of that link. Default 86,400 (1 day). */
    readonly tokenExpiresInSeconds?: number;
  };
}

/** Options of `account`. */
export interface AccountConfig {
  /** If true, the user may unlink the last way to sign in. Default false. */
  readonly allowUnlinkingAll?: boolean;
}

/** Options of `session`. All times are in seconds. */
export interface SessionConfig {
  /** Lifetime of a session without a request. Default 604,800 (7 days). */
  readonly expiresInSeconds?: number;
  /** A request prolongs a session if this time has passed since the last prolongation. Default 86,400 (1 day). */
  readonly updateAgeSeconds?: number;
  /** How long after sign-in a session is fresh. 0: always. Default 86,400 (1 day). */
  readonly freshAgeSeconds?: number;
  /**
   * How long a proof counts for changes of passwords, addresses, factors, passkeys, linked accounts and ownership, and for
   * deletions. 0: for the whole session. Default 600 (10 minutes), or `freshAgeSeconds` if that is shorter.
   */
  readonly stepUpAgeSeconds?: number;
  /**
   * Maximum age of a session from sign-in; no request prolongs the session beyond. Default 2,592,000 (30 days), or
   * `expiresInSeconds` if longer; 400 days with `continueFrom.isStillRunning`.
   */
  readonly absoluteExpiresInSeconds?: number;
  /** Sessions per user at a time; another session ends the oldest. `Infinity`: no maximum. Default 100 (ASVS 7.1.2). */
  readonly maxSessionsPerUser?: number;
  /** A signed copy of the session in a cookie. `get-session` reads it instead of the database. */
  readonly cookieCache?: {
    /** Default false. */
    readonly enabled?: boolean;
    /** How long a browser may still see a session after it was revoked elsewhere. Default 300, at most 3,600. */
    readonly maxAgeSeconds?: number;
  };
  /**
   * Accepts `Authorization: Bearer` with the token of an answer, for clients other than browsers: token mode. An object
   * names the owner's apps, which send their name as `X-Client-Id`. Adds columns to the session. Default false.
   */
  readonly bearer?: boolean | BearerConfig;
}

/** Options of `session.bearer`. */
export interface BearerConfig {
  /** The owner's apps by their names, e.g. `{ ios: {} }`. */
  readonly clients: Readonly<Record<string, ClientLifetime>>;
}

/** The lifetime of the sessions of an app, in seconds. */
export interface ClientLifetime {
  /** Lifetime of a session without a request. Default 7,776,000 (90 days). */
  readonly expiresInSeconds?: number;
  /** Maximum age of a session from sign-in. Default 31,536,000 (365 days), or `expiresInSeconds` if that is longer. */
  readonly absoluteExpiresInSeconds?: number;
}

/** Options of `cookies`. */
export interface CookieConfig {
  /** First part of the name of every cookie. Default "keyhold". */
  readonly prefix?: string | undefined;
  /** Sets `Secure` and the `__Host-` prefix. Default: true if `baseURL` is https. */
  readonly secure?: boolean;
  /**
   * Shares the cookies with every subdomain, e.g. of "example.com". Every server of a subdomain can then use the
   * session: set `domain` only if you run all of them. The prefix is then `__Secure-`. Default: this host only.
   */
  readonly domain?: string | undefined;
  /**
   * Accepts session cookies of a previous library (better-auth), signed with the secret of that library. Keep the
   * option until the last of these cookies has expired.
   */
  readonly continueFrom?: {
    /** First part of the old cookie names, e.g. "better-auth". */
    readonly prefix: string;
    /** The secret of the previous library. */
    readonly secret: string | undefined;
    /**
     * The previous library still serves this database, or may have to again: rows and cookies are found in either form,
     * and written in the form of better-auth 1.2. The database then holds session tokens in plain text. Default false.
     */
    readonly isStillRunning?: boolean;
  };
}

/** Options of `rateLimit`. A limit is `{ windowSeconds, max }`. */
export interface RateLimitConfig {
  /** Whether the limits of routes count. Default true. */
  readonly enabled?: boolean;
  /**
   * Where counts are stored. "memory" counts per process. Default "secondary" if there is a secondary storage, else
   * "memory".
   */
  readonly storage?: "memory" | "database" | "secondary";
  /**
   * Limits by path, e.g. `{ "/sign-in/email": { windowSeconds: 60, max: 5 } }`; of a list all apply; false: no limit.
   */
  readonly limits?: Readonly<Record<string, Limits | false>>;
  /**
   * Wrong passwords for one account, for all routes and client addresses together. After that many, each further guess
   * waits 30 seconds to an hour. A browser with an earlier sign-in to the account has a separate budget. Counted with
   * `enabled: false`, too; false: no budget, for load tests. Default 20 in 900 seconds.
   */
  readonly wrongPasswords?: Limit | false;
  /**
   * Wrong passwords from one client IP address, for all accounts together, unless `wrongPasswords` is false. Default
   * 100 in 3,600 seconds.
   */
  readonly wrongPasswordsPerAddress?: Limit;
  /**
   * Calls that send an email to an address given by the caller, per user or, without a session, per client IP address.
   * Calls beyond the limit fail with 429. Not counted without `mail`, nor if the client IP address is unknown. Default
   * 200 in 86,400 seconds.
   */
  readonly emailsPerSender?: Limit;
  /**
   * Emails of one kind to one address. Emails beyond the limit are dropped without an error. Default 3 in 900 seconds.
   */
  readonly emails?: Limit;
  /**
   * Emails of the app that `emails` counts, to all addresses together. Emails beyond the limit are dropped without an
   * error, and listeners get `email.ceiling` at half and at the limit. Default false: no limit.
   */
  readonly emailsPerApp?: Limit | false;
  /**
   * On a route that hashes a password, all clients of one network (IPv6 /48, IPv4 /24) together may make this many
   * times the calls of one client. Default 10.
   */
  readonly networkFactor?: number;
}

/** Options of `clientAddress`. */
export interface ClientAddressConfig {
  /**
   * The number of proxies in front of this server, or their addresses or CIDR ranges. Without this option the header is
   * ignored.
   */
  readonly trustedProxies?: number | readonly string[];
  /** The header to which each proxy appends the address of the client. Default "x-forwarded-for". */
  readonly header?: string;
  /** IPv6 addresses with this many leading bits in common count as a single client. Default 64. */
  readonly ipv6Subnet?: number;
}
