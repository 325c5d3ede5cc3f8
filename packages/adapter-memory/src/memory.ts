import {
  type Adapter,
  createAdapter,
  type Database,
  type RowDatabase,
  type Schema,
  type TransactionRowStore,
} from "@keyhold/core/adapter";
import { checkKnownKeys, type KnownKeys } from "@keyhold/core/options";
import { createLock } from "./lock.js";
import { find } from "./read.js";
import { createStore, prepare, type Store } from "./store.js";
import { forkStore, replaceTables, shareTables } from "./tables.js";
import { type Ground, readAlone, transact, writeAlone } from "./transaction.js";
import { type Run, verbsThrough } from "./verbs.js";
import { savepoint, type View } from "./view.js";
import { insertMany } from "./write.js";

/** The options of `memory`: a pause for tests, and the lock timeout in milliseconds. */
export interface MemoryOptions {
  /** Awaited before and after each verb, so that a test can interleave callers. Default: no pause. */
  readonly pause?: () => Promise<void>;
  /** The lock timeout of a write, in milliseconds. Default 5000. */
  readonly maxWaitMilliseconds?: number;
}

/** A database of `memory`. */
export interface MemoryDatabase extends Database<null> {
  /** Returns the committed rows of this moment, without the writes of open transactions. Copies no row. */
  snapshot(): MemorySnapshot;
}

/** The rows of a database at a moment. */
export interface MemorySnapshot {
  /** Gives the database these rows again, after all open transactions. Wait for `auth.idle()` before. */
  restore(): Promise<void>;
  /** Returns another database with these rows and options. */
  fork(): MemoryDatabase;
}

const optionKeys = { pause: true, maxWaitMilliseconds: true } as const satisfies KnownKeys<MemoryOptions>;

const noPause = async (): Promise<void> => undefined;

/**
 * Returns a database in memory, for tests and demos: with real unique indexes, references and transactions.
 * Transactions run in sequence; reads outside of them see committed rows only, and never wait. The app has no rows
 * here: in `auth.transaction`, `tx` is null.
 *
 * @example createAuth({ database: memory(), … })
 * @example const database = memory(); const snapshot = database.snapshot(); beforeEach(() => snapshot.restore());
 */
export function memory(options: MemoryOptions = {}): MemoryDatabase {
  checkKnownKeys("memory()", options, optionKeys);
  return open(createStore(), options);
}

/** Databases of `memory`: a wrapper has their methods, but not their identity. */
const databases = new WeakSet<Database>();

/** Whether `memory` made this database. False for a wrapper, e.g. `counted(memory())` of `@keyhold/testing`. */
export const isMemoryDatabase = (database: Database): database is MemoryDatabase => databases.has(database);

function open(store: Store, options: MemoryOptions): MemoryDatabase {
  const { pause = noPause, maxWaitMilliseconds = 5000 } = options;
  const ground: Ground = { store, lock: createLock(maxWaitMilliseconds), pause };
  const database: MemoryDatabase = {
    name: "memory",
    hasTransactions: true,
    connect: (schema: Schema): Adapter => {
      prepare(store, schema);
      return createAdapter(schema, openRows(ground));
    },
    snapshot: () => snapshotOf(ground, options),
  };
  databases.add(database);
  return database;
}

function snapshotOf({ store, lock }: Ground, options: MemoryOptions): MemorySnapshot {
  const tables = shareTables(store);
  return {
    restore: async () => {
      const release = await lock();
      try {
        replaceTables(store, tables);
      } finally {
        release();
      }
    },
    fork: () => open(forkStore(store, tables), options),
  };
}

/** The verbs over a store. Transactions run in sequence: the lock of a row is the lock of all rows. */
function openRows(ground: Ground): RowDatabase {
  const outside = verbsThrough(
    (step) => readAlone(ground, step),
    (step) => writeAlone(ground, step),
  );
  return {
    ...outside,
    now: async () => null,
    transaction: (work) => transact(ground, (run) => work(insideVerbs(run))),
    shared: (work) =>
      transact(ground, (run, view) => {
        const part = <T>(part: () => Promise<T>): Promise<T> => undoneAlone(view, part);
        return work({ store: insideVerbs(run), part, now: async () => null }, null);
      }),
  };
}

const insideVerbs = (run: Run): TransactionRowStore => ({
  ...verbsThrough(run, run),
  insertMany: (model, rows) => run((view) => insertMany(view, model, rows)),
  lock: (model, id) => run((view) => find(view, model, { id })),
});

/** Undoes the changes of a part that rejects. */
async function undoneAlone<T>(view: View, part: () => Promise<T>): Promise<T> {
  const undo = savepoint(view);
  try {
    return await part();
  } catch (error) {
    undo();
    throw error;
  }
}
