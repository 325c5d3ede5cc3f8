import type { Adapter, Tx } from "./adapter/adapter.js";
import type { House } from "./assemble.js";
import type { AuthConfig } from "./config.js";
import type { Context, TxContext } from "./context.js";
import { AuthError } from "./errors.js";
import type { CoreEvent, EventListener } from "./events.js";
import { logFailure } from "./log.js";
import type { Rules } from "./plugin.js";
import { keysFor } from "./secret/keys.js";
import { createPasswords } from "./secret/password.js";
import { createSignedValues } from "./secret/signed.js";

type Shared = Omit<TxContext, "db">;

/** The one context of an auth. Transactions get a copy of it whose events wait for the commit. */
export function createContext(house: House, config: AuthConfig): Context {
  const db: Adapter = config.database.connect(house.schema);
  const shared = createShared(house, config);
  return {
    ...shared,
    db,
    atomically: (work, ..._settled) => runTransaction(shared, (attempt) => db.atomically((tx) => work(attempt(tx)))),
    within: (parent, id, work, ..._settled) =>
      runTransaction(shared, (attempt) => db.within(parent, id, (tx, held) => work(attempt(tx), held))),
  };
}

/** Runs a transaction whose events are told after its commit; an attempt that is rolled back tells nothing. */
async function runTransaction<T>(shared: Shared, run: (attempt: (tx: Tx) => TxContext) => Promise<T>): Promise<T> {
  let events: CoreEvent[] = [];
  const result = await run((tx) => {
    const told: CoreEvent[] = [];
    events = told;
    return { ...shared, db: tx, emit: (event) => void told.push(event) };
  });
  for (const event of events) shared.emit(event);
  return result;
}

function createShared(house: House, config: AuthConfig): Shared {
  const plugins = config.plugins ?? [];
  const { settings, schema, errors } = house;
  const now = config.now ?? (() => new Date());
  const sources: readonly Partial<Rules>[] = [...plugins.map((plugin) => plugin.rules), config.rules ?? {}];
  const listeners = [...plugins.map((plugin) => plugin.onEvent), config.onEvent ?? null].filter(
    (listener) => listener !== null,
  );
  const { passwordRecipe: recipe, passwordQueueLength: waiting } = settings.emailAndPassword;

  return {
    settings,
    schema,
    errors,
    now,
    passwords: createPasswords({ recipe, waiting }),
    signedValues: createSignedValues(keysFor("signed value", settings.secrets), now),
    cookieKeys: keysFor("cookie", settings.secrets),
    takenCodes: new Map(plugins.flatMap((plugin) => Object.entries(plugin.taken))),
    refuse(code, options) {
      const entry = errors.get(code);
      if (!entry) throw new Error(`The error "${code}" is in no catalogue: list it in the plugin's \`errors\`.`);
      throw new AuthError(code, entry, options);
    },
    rules: (moment) => sources.flatMap((source) => source[moment] ?? []),
    emit: (event) => tell(listeners, event, config),
  };
}

function tell(listeners: readonly EventListener[], event: CoreEvent, config: AuthConfig): void {
  for (const listener of listeners) {
    // A listener's failure is its own: the result it hears of has already happened.
    Promise.resolve()
      .then(() => listener(event))
      .catch((error: unknown) => logFailure(config.log, `A listener failed at "${event.type}".`, error));
  }
}
