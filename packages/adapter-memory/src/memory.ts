import type { Adapter, Database, Schema, Tx } from "@keyhold/core/adapter";
import { checkKnownKeys, type KnownKeys } from "@keyhold/core/known-keys";
import type { Locked, Model, Table } from "@keyhold/core/plugin";
import { createLock } from "./lock.js";
import { lockRow } from "./read.js";
import { createStore, prepare } from "./store.js";
import { type Ground, readAlone, transact, writeAlone } from "./transaction.js";
import { type Run, verbsThrough } from "./verbs.js";

/** The options of `memory`: a pause for tests, and the lock timeout in milliseconds. */
export interface MemoryOptions {
  /** Awaited before and after each verb, so that a test can interleave its callers. Default: no pause. */
  readonly pause?: () => Promise<void>;
  /** The lock timeout of a write, in milliseconds. Default 5000. */
  readonly maxWaitMilliseconds?: number;
}

const optionKeys = { pause: true, maxWaitMilliseconds: true } as const satisfies KnownKeys<MemoryOptions>;

const noPause = async (): Promise<void> => undefined;

/**
 * Returns a database in memory, for tests and demos: with real unique indexes, references and transactions.
 * Transactions run one after the other; reads outside of them see committed rows only, and never wait.
 *
 * @example createAuth({ database: memory(), … })
 */
export function memory(options: MemoryOptions = {}): Database {
  checkKnownKeys("memory()", options, optionKeys);
  const { pause = noPause, maxWaitMilliseconds = 5000 } = options;
  const store = createStore();
  const lock = createLock(maxWaitMilliseconds);
  return {
    name: "memory",
    hasTransactions: true,
    connect: (schema: Schema): Adapter => {
      prepare(store, schema);
      return connect({ schema, store, lock, pause });
    },
  };
}

/**
 * Converts untyped verbs to the port: the row types come from the models, which the type checker cannot follow here.
 */
function connect(ground: Ground): Adapter {
  const outside = verbsThrough(
    (step) => readAlone(ground, step),
    (step) => writeAlone(ground, step),
  );
  const own: Pick<Adapter, "transaction" | "transactionOn" | "now"> = {
    now: async () => null,
    transaction: (work) => transact(ground, (run) => work(txThrough(run))),
    transactionOn: <M extends Table, T>(parent: M, id: string, work: (tx: Tx, parent: Locked<M>) => Promise<T>) =>
      transact(ground, async (run) => {
        const row = await run((scope) => lockRow(scope, parent, id));
        return row && work(txThrough(run), row as Locked<Model> as Locked<M>);
      }),
  };
  return { ...(outside as Omit<Adapter, keyof typeof own>), ...own };
}

/** Transactions run one after the other: the lock of one row is the lock of all, so nested locks cannot deadlock. */
function txThrough(run: Run): Tx {
  const verbs = verbsThrough(run, run) as Omit<Tx, "lock">;
  const hold = (model: Model, id: string): Promise<unknown> => run((scope) => lockRow(scope, model, id));
  return { ...verbs, lock: hold as Tx["lock"] };
}
