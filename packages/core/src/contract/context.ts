import type { AnyLocked, Locked } from "../adapter/adapter.js";
import type { Conflict } from "../adapter/conflict.js";
import type { DatabaseClock } from "../adapter/database-clock.js";
import type { ContextDb, ContextTx } from "../adapter/on-conflict.js";
import type { HeaderLookup } from "../http/incoming-request.js";
import type { TrustedOrigins } from "../http/trusted-origins.js";
import type { Table } from "../model/model.js";
import type { SessionRow, User } from "../model/models.js";
import type { Schema } from "../model/schema.js";
import type { Passwords } from "../password/hash.js";
import type { HashTurn } from "../password/turn.js";
import type { EncryptedValues } from "../secret/encrypted-values.js";
import type { Keys } from "../secret/keys.js";
import type { SignedValues } from "../secret/signed-values.js";
import type { SessionCache } from "../session/cache/session-cache.js";
import type { Settings } from "./config.js";
import type { AuthErrorOptions, ErrorEntry, Fail } from "./errors.js";
import type { CoreEvent } from "./events.js";
import type { Hooks } from "./hooks.js";
import type { Limiter } from "./limit.js";
import type { EmailContent, PluginEmail } from "./mail.js";
import type { Outbox } from "./outbox.js";

/** A session with the user, for handlers and responses. */
export interface Session extends SessionRow {
  readonly user: User;
}

/** The caller of a request or a server-side call. */
export interface Caller {
  readonly ipAddress: string | null;
  /** At most 512 characters. */
  readonly userAgent: string | null;
  /** The header `Origin`: the site of the page that sends the request. Null: the request does not say. */
  readonly origin: string | null;
  /** Whether the request has a session cookie, valid or not. */
  readonly hasSessionCookie: boolean;
  /** The session token with a valid signature; the session is not looked up yet. */
  readonly sessionToken: string | null;
  /**
   * The token that has replaced an earlier token in this browser, if that is not `sessionToken`: a late answer to an
   * earlier request may have put the replaced token back, or the replaced token is in a cookie of another domain.
   * `newestToken` counts if `sessionToken` opens no session. Else null.
   */
  readonly newestToken: string | null;
  /** False after a sign-in without `rememberMe`. */
  readonly isRemembered: boolean;
  /**
   * Token mode: the request has a bearer token, or asks for a token. No cookie of the request is read, and no cookie is
   * set.
   */
  readonly isBearer: boolean;
  /** The app that a client in token mode names, from `session.bearer.clients`. Else null. */
  readonly clientId: string | null;
  /**
   * The prefix of the session cookies, e.g. "__Secure-old", if they are of the previous library: they are replaced once
   * the session is found, unless that library still runs. Else null.
   */
  readonly previousCookiePrefix: string | null;
  /** The headers of the request, for credentials of plugins. */
  readonly headers: HeaderLookup;
  /** The object from which the headers come: one object for all calls that pass on the headers of one request. */
  readonly source: object;
  /** The `Cookie` header, for `readSignedCookies`; in token mode what the client has kept of such cookies. */
  readonly cookieHeader: string | null;
  /** The signed copy of the session from the cookie; null if absent. */
  readonly cachedSession: string | null;
  /** The turn of this client in the password hash queue; null unless the endpoint declares `hashes`. */
  readonly hashTurn: HashTurn | null;
  /** The trusted origins of this request. */
  readonly trustedOrigins: TrustedOrigins;
}

/** Keys of a single auth, for cookies that are trusted without the database. */
export interface OwnKeys {
  /** Of copies of sessions. */
  readonly copies: Keys;
  /**
   * Of what a browser has proven to this auth, e.g. that the user followed an email; older keys verify earlier marks.
   */
  readonly marks: Keys;
}

/** The dependencies of all functions of the library; a single value for all requests. */
interface Shared {
  readonly settings: Settings;
  readonly schema: Schema;
  readonly passwords: Passwords;
  readonly signedValues: SignedValues;
  readonly encryptedValues: EncryptedValues;
  /** Keys of cookies whose values the database confirms: every auth with this secret has these keys. */
  readonly cookieKeys: Keys;
  /** Keys of cookies that are trusted without the database: of this auth alone. */
  readonly ownKeys: OwnKeys;
  /** Unique column that was added to the user → the error when another user has that value; null: no plugin names one. */
  readonly takenErrors: ReadonlyMap<string, ErrorEntry | null>;
  /** `providerId` of accounts → what people call it, as far as plugins say. */
  readonly providerNames: ReadonlyMap<string, string>;
  /** Every error of core and plugins by code. */
  readonly errors: ReadonlyMap<string, ErrorEntry>;
  /** The hooks of plugins and app with this name, in order. */
  hooks<HookName extends keyof Hooks>(hookName: HookName): readonly Hooks[HookName][];
  /** Columns of the session that name who acts in the user's place. */
  readonly actorColumns: readonly string[];
  /** The signed cookies that clients in token mode keep: names without the prefix. */
  readonly stateCookies: readonly string[];
  /** Whether a plugin says that this user is an administrator. */
  isAdmin(user: User): boolean;
  /** Logs a warning. The message must contain no value of a user. */
  warn(message: string): void;
  /**
   * Logs a warning with the cause and the cure: each message once an hour, and at most 20 messages of a kind. For what
   * any client can cause. `kind` comes from no request; the message contains no secret and no value of a user.
   */
  advise(kind: string, message: string): void;
  /** The only clock. */
  now(): Date;
  /** The clock that all processes share, as far as this process has asked the database: see `Context`. */
  readonly databaseClock: Pick<DatabaseClock, "now">;
  /** The outbox; null if no plugin lists a kind of entries. */
  readonly outbox: Outbox | null;
  /** Emits an event; in a transaction after the commit. */
  emit(event: CoreEvent): void;
  /** Sends an email; in a transaction after the commit. No response waits for it. */
  send(message: EmailContent | PluginEmail): void;
  /** `send`, unless the address has got `rateLimit.emails` of this kind. For hooks, which cannot count emails. */
  sendLimited(message: EmailContent | PluginEmail): void;
  /**
   * Runs work after the response, and in a transaction after the commit; an error is logged. `what` names the work in
   * the log, e.g. "Removing expired rows". The work gets the context outside of the transaction.
   */
  later(what: string, work: (ctx: Context) => Promise<unknown>): void;
  /** Session cache entries in the secondary storage; null without secondary storage. */
  readonly sessionCache: SessionCache | null;
}

/**
 * The context inside a transaction: no way out to another context. `Code`: the errors, besides the common ones, with
 * which a function that takes the context may fail. Contravariant: a function with more codes than the caller does not
 * compile.
 */
export interface TxContext<in Code extends string = never> extends Shared {
  readonly db: ContextTx<Code>;
  readonly fail: Fail<Code>;
}

/**
 * The context of a hook, inside a transaction. A hook may fail with any error of its own catalogue, so every
 * `TxContext` is a `HookContext`. A function of the library takes a `HookContext` only to run code of an app or a
 * plugin.
 */
export interface HookContext extends Shared {
  readonly db: ContextTx<string>;
  // A method, and so compared in both directions: see the comment above.
  fail(error: ErrorEntry, options?: AuthErrorOptions): never;
}

/**
 * A returned conflict would commit a half transaction; a returned locked row would outlive the lock. A missing argument
 * prevents both.
 */
type Settled<T> = [Extract<T, Conflict | AnyLocked>] extends [never] ? [] : [never];

/** A context that reads, inside a transaction or outside. */
export interface ReadingContext extends Shared {
  readonly db: Pick<ContextDb<never> | ContextTx<never>, "find" | "exists" | "list">;
}

/** The context of a call. `Code`: see `TxContext`. */
export interface Context<in Code extends string = never> extends Shared {
  readonly fail: Fail<Code>;
  readonly db: ContextDb<Code>;
  /** For decisions across processes, e.g. counts and leases: the processes' own clocks may differ. */
  readonly databaseClock: DatabaseClock;
  /** Counts calls against limits. */
  readonly limiter: Limiter;
  /** Whether the call runs in a transaction of the app, which may still be rolled back: for effects at other servers. */
  readonly isInAppTransaction: boolean;
  /** Hands an email to `mail` now. `send` is right for nearly every email: no response waits for `send`. */
  deliverEmail(message: EmailContent | PluginEmail): Promise<void>;
  /**
   * `later`, started when the response is ready: for work that only some responses need, and that must not delay them.
   */
  afterAnswer(what: string, work: () => Promise<unknown>): void;
  /** Transaction: all rows or no row. The work may run again after a deadlock. */
  transaction<T>(work: (ctx: TxContext<Code>) => Promise<T>, ...settleInside: Settled<T>): Promise<T>;
  /**
   * `transaction`, with a parent row locked first, so that the number of child rows cannot change. Null when there is
   * no such row.
   */
  transactionOn<M extends Table, T>(
    parent: M,
    id: string,
    work: (ctx: TxContext<Code>, parent: Locked<M>) => Promise<T>,
    ...settleInside: Settled<T>
  ): Promise<T | null>;
}
