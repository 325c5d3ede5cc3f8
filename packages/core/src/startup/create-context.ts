import type { Adapter, Tx } from "../adapter/adapter.js";
import type { AuthConfig } from "../contract/config.js";
import type { Context, TxContext } from "../contract/context.js";
import { AuthError } from "../contract/errors.js";
import type { CoreEvent, EventListener } from "../contract/events.js";
import { logFailure } from "../contract/log.js";
import type { LetterContent, PluginLetter } from "../contract/mail.js";
import type { Rules } from "../contract/plugin.js";
import { databaseLimiter } from "../limit/database.js";
import type { Limiter } from "../limit/limit.js";
import { memoryLimiter } from "../limit/memory.js";
import { secondaryLimiter } from "../limit/secondary.js";
import { createPasswords } from "../password/hash.js";
import { keysFor } from "../secret/keys.js";
import { createSealedValues } from "../secret/sealed-values.js";
import { createSignedValues } from "../secret/signed-values.js";
import { createSessionCopies, type SessionCopies } from "../session/cache/copies.js";
import { type GuardedStorage, guardStorage } from "../storage/guarded-storage.js";
import { createBackground } from "./background.js";
import type { AuthDefinition } from "./define-auth.js";

type Shared = Omit<TxContext, "db">;
type Basics = Omit<Shared, "sessionCopies">;

/** A context, and what still runs in it. */
export interface LiveContext {
  readonly ctx: Context;
  /** Resolves when nothing runs any more that no answer waits for. */
  idle(): Promise<void>;
}

/** The one context of an auth. Transactions get a copy of it whose events and letters wait for the commit. */
export function createContext(definition: AuthDefinition, config: AuthConfig): LiveContext {
  const db: Adapter = config.database.connect(definition.schema);
  const background = createBackground(config);
  const basics = createShared(definition, config, background.later);
  const storage = openStorage(config, basics);
  const shared: Shared = { ...basics, sessionCopies: storage && openCopies(storage, basics, background.later) };
  const ctx: Context = {
    ...shared,
    db,
    limiter: chooseLimiter(shared, db, storage),
    later: background.later,
    atomically: (work, ..._settled) => runTransaction(shared, (attempt) => db.atomically((tx) => work(attempt(tx)))),
    within: (parent, id, work, ..._settled) =>
      runTransaction(shared, (attempt) => db.within(parent, id, (tx, held) => work(attempt(tx), held))),
  };
  return { ctx, idle: background.idle };
}

/** The secondary storage behind its guard; null when there is none. */
function openStorage({ secondaryStorage: storage, log }: AuthConfig, { now, emit }: Basics): GuardedStorage | null {
  if (!storage) return null;
  const onFailure = (error: unknown): void => {
    logFailure(log, `The secondary storage ${storage.name} failed; the database does its work.`, error);
    emit({ type: "secondary-storage.failed", storage: storage.name });
  };
  return guardStorage({ storage, now, onFailure });
}

const openCopies = (
  storage: GuardedStorage,
  { schema, settings, now }: Basics,
  later: Context["later"],
): SessionCopies =>
  createSessionCopies({ storage, schema, settings, keys: keysFor("secondary storage", settings.secrets), now, later });

function chooseLimiter({ settings, now }: Shared, db: Adapter, storage: GuardedStorage | null): Limiter {
  const chosen = settings.rateLimit.storage;
  if (chosen === "secondary" && storage) return secondaryLimiter(storage, databaseLimiter(db, now));
  return chosen === "database" ? databaseLimiter(db, now) : memoryLimiter(now);
}

/** Runs a transaction whose effects come after its commit; an attempt that is rolled back has none. */
async function runTransaction<T>(shared: Shared, run: (attempt: (tx: Tx) => TxContext) => Promise<T>): Promise<T> {
  let effects: (() => void)[] = [];
  const result = await run((tx) => {
    const own: (() => void)[] = [];
    effects = own;
    return {
      ...shared,
      db: tx,
      emit: (event) => void own.push(() => shared.emit(event)),
      send: (letter) => void own.push(() => shared.send(letter)),
    };
  });
  for (const effect of effects) effect();
  return result;
}

function createShared(definition: AuthDefinition, config: AuthConfig, later: Context["later"]): Basics {
  const plugins = config.plugins ?? [];
  const { settings, schema, errors } = definition;
  const now = config.now ?? (() => new Date());
  const sources: readonly Partial<Rules>[] = [...plugins.map((plugin) => plugin.rules), config.rules ?? {}];
  const {
    passwordRecipe: recipe,
    passwordQueueLength: waiting,
    passwordVerifiers: verifiers,
  } = settings.emailAndPassword;
  const emit = emitToListeners(config, later);

  return {
    settings,
    schema,
    errors,
    now,
    emit,
    passwords: createPasswords({ recipe, waiting, verifiers }),
    signedValues: createSignedValues(keysFor("signed value", settings.secrets), now),
    sealedValues: createSealedValues(keysFor("sealed value", settings.secrets)),
    cookieKeys: keysFor("cookie", settings.secrets),
    takenCodes: new Map(plugins.flatMap((plugin) => Object.entries(plugin.taken))),
    providerNames: new Map(plugins.flatMap((plugin) => Object.entries(plugin.providerNames))),
    refuse(code, options) {
      const entry = errors.get(code);
      if (!entry)
        throw new Error(`The error "${code}" is in no catalogue: list it in \`errors\` of the app or plugin.`);
      throw new AuthError(code, entry, options);
    },
    actorColumns: plugins.flatMap(({ actorColumn }) => actorColumn ?? []),
    isAdmin: (user) => plugins.some(({ isAdmin }) => isAdmin?.(user) ?? false),
    rules: (moment) => sources.flatMap((source) => source[moment] ?? []),
    send: (letter) => later(`Sending the letter "${letter.kind}"`, () => deliver(letter, definition, config, emit)),
  };
}

/** A listener's failure is its own: the result it hears of has already happened. */
function emitToListeners(config: AuthConfig, later: Context["later"]): (event: CoreEvent) => void {
  const listeners: readonly EventListener[] = [...(config.plugins ?? []), config].flatMap(
    ({ onEvent }) => onEvent ?? [],
  );
  return (event) => {
    for (const listener of listeners) later(`A listener at "${event.type}"`, async () => listener(event));
  };
}

async function deliver(
  letter: LetterContent | PluginLetter,
  { settings }: AuthDefinition,
  { mail }: AuthConfig,
  emit: (event: CoreEvent) => void,
): Promise<void> {
  try {
    await mail?.({ ...letter, appName: settings.appName, appUrl: settings.origin });
  } catch (error) {
    emit({ type: "letter.failed", kind: letter.kind, userId: "userId" in letter ? letter.userId : letter.user.id });
    throw error;
  }
}
