import type { Adapter, AnyLocked, Locked, Tx } from "../adapter/adapter.js";
import type { Conflict } from "../adapter/conflict.js";
import type { DatabaseClock } from "../adapter/database-clock.js";
import type { TrustedOrigins } from "../http/trusted-origins.js";
import type { Limiter } from "../limit/limit.js";
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
import type { AuthErrorOptions, ErrorEntry } from "./errors.js";
import type { CoreEvent } from "./events.js";
import type { EmailContent, PluginEmail } from "./mail.js";
import type { Hooks } from "./plugin.js";

/** A session with its user, as handlers and answers see it. */
export interface Session extends SessionRow {
  readonly user: User;
}

/** Who calls, as far as the request tells. */
export interface Caller {
  readonly ipAddress: string | null;
  /** At most 512 characters. */
  readonly userAgent: string | null;
  /** Whether a session cookie came along, right or wrong. */
  readonly hasSessionCookie: boolean;
  /** The session token whose signature was right; whether a session stands behind it is not known yet. */
  readonly sessionToken: string | null;
  /** False when the person asked not to be remembered at sign-in. */
  readonly isRemembered: boolean;
  /** The token came in `Authorization`, so that no cookie is set. */
  readonly isBearer: boolean;
  /** First part of the names of the cookies, e.g. "__Secure-old", when they are of the previous library: they are replaced once the session is found, unless that library still runs. Else null. */
  readonly previousCookiePrefix: string | null;
  /** The `Cookie` header, for `readSignedCookies`. */
  readonly cookieHeader: string | null;
  /** The signed copy of the session, as it came; null when there is none. */
  readonly cachedSession: string | null;
  /** The turn of this client where passwords wait to be hashed; null unless the endpoint declares `hashes`. */
  readonly hashTurn: HashTurn | null;
  /** Origins that this request trusts. */
  readonly trustedOrigins: TrustedOrigins;
}

/** What every function of the library works with; the same value for all requests. */
interface Shared {
  readonly settings: Settings;
  readonly schema: Schema;
  readonly passwords: Passwords;
  readonly signedValues: SignedValues;
  readonly encryptedValues: EncryptedValues;
  readonly cookieKeys: Keys;
  /** Unique column of the user → the code of the error when another user has that value. */
  readonly takenCodes: ReadonlyMap<string, string>;
  /** `providerId` of accounts → what people call it, as far as plugins say. */
  readonly providerNames: ReadonlyMap<string, string>;
  /** Every error of core and plugins by its code. */
  readonly errors: ReadonlyMap<string, ErrorEntry>;
  /** The rules of plugins and app for one moment, in the order they are listed. */
  hooks<HookName extends keyof Hooks>(hookName: HookName): readonly Hooks[HookName][];
  /** Throws the error of a code: how a rule says no. Inside a transaction nothing of it stays. */
  refuse(code: string, options?: AuthErrorOptions): never;
  /** Columns of the session that name who acts in its user's place. */
  readonly actorColumns: readonly string[];
  /** Whether a plugin says that this person looks after the app. */
  isAdmin(user: User): boolean;
  /** The only clock. */
  now(): Date;
  /** Tells listeners, after commit when inside a transaction. */
  emit(event: CoreEvent): void;
  /** Sends a letter, after commit when inside a transaction. No answer waits for it. */
  send(message: EmailContent | PluginEmail): void;
  /** The same, unless `rateLimit.emails` has been sent of this kind to the address: for a rule, which cannot count itself. */
  sendLimited(message: EmailContent | PluginEmail): void;
  /** Copies of sessions in the secondary storage; null when there is none. */
  readonly sessionCache: SessionCache | null;
}

/** The context inside a transaction: no way out to another one. */
export interface TxContext extends Shared {
  readonly db: Tx;
}

/** A returned conflict would commit the half before it; a returned held row outlives its lock. A missing argument stops both. */
type Settled<T> = [Extract<T, Conflict | AnyLocked>] extends [never] ? [] : [never];

/** The context of a call. */
export interface Context extends Shared {
  readonly db: Omit<Adapter, "transaction" | "transactionOn" | "now">;
  /** For what processes decide together, e.g. counts and leases: their own clocks may differ. */
  readonly databaseClock: DatabaseClock;
  /** Counts what may happen only so often. */
  readonly limiter: Limiter;
  /** Runs work that no answer waits for; what it throws is logged. `what`: for the log, e.g. "Removing what expired". */
  later(what: string, work: () => Promise<unknown>): void;
  /** The same, begun when the answer is ready: for work that is done for some answers only, and must not make them late. */
  afterAnswer(what: string, work: () => Promise<unknown>): void;
  /** Several rows or none. The work may run again after a deadlock. */
  transaction<T>(work: (ctx: TxContext) => Promise<T>, ...settleInside: Settled<T>): Promise<T>;
  /** The same, with a parent row locked first, so that what is counted below it stays counted. Null when there is no such row. */
  transactionOn<M extends Table, T>(
    parent: M,
    id: string,
    work: (ctx: TxContext, parent: Locked<M>) => Promise<T>,
    ...settleInside: Settled<T>
  ): Promise<T | null>;
}
