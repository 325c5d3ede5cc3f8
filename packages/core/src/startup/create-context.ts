import type { Adapter } from "../adapter/adapter.js";
import { createDatabaseClock, type OwnDatabaseClock } from "../adapter/database-clock.js";
import { createOutages, type Outages, watchAdapter } from "../adapter/outages.js";
import type { AuthConfig } from "../contract/config.js";
import type { Context, TxContext } from "../contract/context.js";
import { AuthError, type ErrorEntry, isErrorEntry } from "../contract/errors.js";
import type { CoreEvent, EventListener } from "../contract/events.js";
import type { Hooks } from "../contract/hooks.js";
import type { Limiter } from "../contract/limit.js";
import { logFailure, logWarning } from "../contract/log.js";
import type { EmailContent, PluginEmail } from "../contract/mail.js";
import type { AnyPlugin } from "../contract/plugin.js";
import { runningBeside } from "../contract/previous-library.js";
import { recoveryCopy } from "../flows/user/held-notification.js";
import { databaseLimiter } from "../limit/database.js";
import { createDeferredCounts } from "../limit/deferred.js";
import { mayEmail } from "../limit/email-limit.js";
import { loggedLimiter } from "../limit/logged.js";
import { memoryLimiter } from "../limit/memory.js";
import { secondaryLimiter } from "../limit/secondary.js";
import { userModel } from "../model/models.js";
import { fullModel, type Schema } from "../model/schema.js";
import { createPasswords } from "../password/hash.js";
import { isPlaceholder } from "../records/user/email.js";
import { createEncryptedValues } from "../secret/encrypted-values.js";
import { keysFor, ownKeysFor } from "../secret/keys.js";
import { createSignedValues } from "../secret/signed-values.js";
import { createSessionCache, type SessionCache } from "../session/cache/session-cache.js";
import { type GuardedStorage, guardStorage } from "../storage/guarded-storage.js";
import { createAdvice } from "./advice.js";
import { type AppTransactions, createAppTransactions, type LimiterInside } from "./app-transaction.js";
import { type Background, createBackground } from "./background.js";
import { contextOver } from "./context-over.js";
import type { AuthDefinition } from "./define-auth.js";
import { warnOfSharedSecrets } from "./shared-secrets.js";

/** A sign-in of which more is asked, and a browser that is known to an account. */
const coreStateCookies = ["two_factor", "known_browser"];

type Shared = Omit<TxContext, "db" | "databaseClock" | "later">;
type Basics = Omit<Shared, "sessionCache" | "send" | "sendLimited">;

const systemClock = (): Date => new Date();

/** A context, and the running background work. */
export interface LiveContext {
  readonly ctx: Context;
  readonly outages: Outages;
  readonly appTransactions: AppTransactions;
  /** Resolves when all background work is done. */
  idle(): Promise<void>;
}

/** Creates the context of an auth. In a transaction, events and emails wait for the commit. */
export function createContext(definition: AuthDefinition, config: AuthConfig): LiveContext {
  if (definition.missing === null) warnOfSharedSecrets(config, definition.settings);
  const outages = createOutages(config.log, config.now ?? systemClock);
  const db: Adapter = watchAdapter(config.database.connect(definition.schema), outages);
  const background = createBackground({ ...config, outages });
  const basics = createShared(definition, config, background.later);
  const storage = openStorage(config, basics);
  const databaseClock = createDatabaseClock(db, basics.now, systemClock);
  const limiters = createLimiters(basics, { db, databaseClock, storage, log: config.log });
  const { limiter } = limiters;
  const deliverEmail: Context["deliverEmail"] = async (message) => {
    if (!isPlaceholder(message.to)) await deliver(message, definition, config, basics.emit);
  };
  const writeEmail = (config.plugins ?? []).find((plugin) => plugin.writeEmail)?.writeEmail ?? null;
  const send: Shared["send"] = (message) =>
    background.later(`Sending the email "${message.kind}"`, async () => {
      if (writeEmail) return ctx.transaction((ctx) => writeEmail(ctx, message));
      await deliverEmail(message);
      const copy = await recoveryCopy({ db, now: basics.now }, message);
      if (copy) await deliverEmail(copy);
    });
  const shared: Shared = {
    ...basics,
    // Changes by the previous library would not invalidate a cache entry.
    sessionCache:
      storage && !runningBeside(basics.settings) ? openSessionCache(storage, basics, background.later) : null,
    send,
    sendLimited: (message) =>
      background.later(`Counting the email "${message.kind}"`, async () => {
        if (await mayEmail({ ...basics, limiter }, message.kind, message.to)) send(message);
      }),
  };
  const { afterAnswer, idle } = background;
  const later: Context["later"] = (what, work) => background.later(what, () => work(ctx));
  const own = { databaseClock, limiter, later, afterAnswer, deliverEmail, isInAppTransaction: false };
  const ctx: Context = contextOver(shared, db, own, writeEmail);
  const appTransactions = createAppTransactions({
    ctx,
    shared,
    db,
    writeEmail,
    name: config.database.name,
    clockInside: databaseClock.inside,
    limiterInside: limiters.inside,
  });
  return { ctx, outages, appTransactions, idle };
}

/** The guarded secondary storage; null without secondary storage. */
function openStorage({ secondaryStorage: storage, log }: AuthConfig, { now, emit }: Basics): GuardedStorage | null {
  if (!storage) return null;
  const onFailure = (error: unknown): void => {
    logFailure(log, `The secondary storage ${storage.name} failed; the database is used instead.`, error);
    emit({ type: "secondary-storage.failed", storage: storage.name });
  };
  return guardStorage({ storage, now, onFailure });
}

const openSessionCache = (
  storage: GuardedStorage,
  { schema, settings, now }: Basics,
  later: Background["later"],
): SessionCache =>
  createSessionCache({
    storage,
    schema,
    settings,
    keys: ownKeysFor("secondary storage", settings.secrets, settings),
    now,
    later,
  });

interface Stores extends Pick<AuthConfig, "log"> {
  readonly db: Adapter;
  readonly databaseClock: OwnDatabaseClock;
  readonly storage: GuardedStorage | null;
}

interface Limiters {
  readonly limiter: Limiter;
  /** The limiter of calls inside of a transaction of the app. */
  readonly inside: LimiterInside;
}

function createLimiters({ settings, now }: Basics, { db, databaseClock, storage, log }: Stores): Limiters {
  const chosen = settings.rateLimit.storage;
  const loggedAt = new Map<string, number>();
  const inDatabase = databaseLimiter(db, databaseClock.now, databaseClock.synchronize);
  const deferred = createDeferredCounts(inDatabase);
  const inMemory = memoryLimiter(now);
  const over = (counts: Limiter): Limiter => {
    const counted = chosen === "database" ? counts : inMemory;
    const limiter = chosen === "secondary" && storage ? secondaryLimiter(storage, counts) : counted;
    return loggedLimiter(limiter, log, now, loggedAt);
  };
  return {
    limiter: over(inDatabase),
    inside: (db, defer) => {
      const clock = databaseClock.inside(db);
      return over(deferred.limiter(databaseLimiter(db, clock.now, clock.synchronize), defer));
    },
  };
}

function createShared(definition: AuthDefinition, config: AuthConfig, later: Background["later"]): Basics {
  const plugins = config.plugins ?? [];
  const { settings, schema, errors } = definition;
  const now = config.now ?? systemClock;
  const sources: readonly Partial<Hooks>[] = [...plugins.map((plugin) => plugin.hooks), config.hooks ?? {}];
  const {
    passwordHashing: hashing,
    passwordQueueSeconds: queueSeconds,
    passwordVerifiers: verifiers,
  } = settings.emailAndPassword;
  const emit = emitToListeners(config, later);
  const cookieKeys = keysFor("cookie", settings.secrets);
  const ownCookieKeys = ownKeysFor("cookie", settings.secrets, settings);

  return {
    settings,
    schema,
    errors,
    now,
    emit,
    passwords: createPasswords({ hashing, queueSeconds, verifiers, isPrevious: runningBeside(settings) !== null }),
    signedValues: createSignedValues(keysFor("signed value", settings.secrets), now),
    encryptedValues: createEncryptedValues(keysFor("sealed value", settings.secrets)),
    cookieKeys,
    ownKeys: { copies: ownCookieKeys, marks: [...ownCookieKeys, ...cookieKeys] },
    takenErrors: takenErrorsOf(schema, plugins),
    providerNames: new Map(plugins.flatMap((plugin) => Object.entries(plugin.providerNames))),
    fail(error: unknown, options) {
      if (!isErrorEntry(error)) throw new TypeError(notAnEntry(error));
      if (!errors.has(error.code))
        throw new Error(`The error "${error.code}" is in no catalogue: list it in \`errors\` of the app or plugin.`);
      throw new AuthError(error, options);
    },
    warn: (message) => logWarning(config.log, message),
    advise: createAdvice(config.log, now),
    stateCookies: [...new Set([...coreStateCookies, ...plugins.flatMap((plugin) => plugin.stateCookies)])],
    actorColumns: plugins.flatMap(({ actorColumn }) => actorColumn ?? []),
    outbox: openOutbox(plugins),
    isAdmin: (user) => plugins.some(({ isAdmin }) => isAdmin?.(user) ?? false),
    hooks: hooksOf(sources),
  };
}

/** The hooks of a name are looked up once: every call asks for several. */
function hooksOf(sources: readonly Partial<Hooks>[]): Context["hooks"] {
  const found: Partial<Record<keyof Hooks, readonly never[]>> = {};
  return (name) => (found[name] ??= sources.flatMap((source) => (source[name] ?? []) as never));
}

/** Null if no plugin lists a kind. */
function openOutbox(plugins: readonly AnyPlugin[]): Context["outbox"] {
  const registered = plugins.flatMap(({ outbox, options }) => outbox.map((kind) => ({ kind, options })));
  const [first] = registered;
  return first ? first.kind.outbox.open(new Map(registered.map((one) => [one.kind.name, one]))) : null;
}

function takenErrorsOf(schema: Schema, plugins: readonly AnyPlugin[]): Context["takenErrors"] {
  const named: Readonly<Record<string, ErrorEntry>> = Object.assign({}, ...plugins.map(({ taken }) => taken));
  const columns = Object.entries(fullModel(schema, userModel).columns);
  const added = columns.filter(([name, { facts }]) => facts.isUnique && name !== "email");
  return new Map(added.map(([name]) => [name, named[name] ?? null]));
}

const notAnEntry = (given: unknown): string =>
  `ctx.fail takes an entry of an error catalogue, not ${typeof given === "string" ? JSON.stringify(given) : typeof given}: ` +
  'const errors = defineErrors({ CODE: { status: 400, message: "…" } }), and then ctx.fail(errors.CODE).';

/** A listener's failure has no effect on the caller: the event has already happened. */
function emitToListeners(config: AuthConfig, later: Background["later"]): (event: CoreEvent) => void {
  const listeners: readonly EventListener[] = [...(config.plugins ?? []), config].flatMap(
    ({ onEvent }) => onEvent ?? [],
  );
  return (event) => {
    for (const listener of listeners) later(`A listener at "${event.type}"`, async () => listener(event));
  };
}

async function deliver(
  message: EmailContent | PluginEmail,
  { settings }: AuthDefinition,
  { mail }: AuthConfig,
  emit: (event: CoreEvent) => void,
): Promise<void> {
  try {
    await mail?.({ ...message, appName: settings.appName, appUrl: settings.appUrl });
  } catch (error) {
    emit({ type: "email.failed", kind: message.kind, userId: "userId" in message ? message.userId : message.user.id });
    throw error;
  }
}
