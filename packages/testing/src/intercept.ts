import type { Adapter, Database, Tx } from "@keyhold/core/adapter";
import type { Locked, Model, Table } from "@keyhold/core/plugin";

const verbs = [
  "find",
  "list",
  "count",
  "exists",
  "lock",
  "insert",
  "insertMany",
  "update",
  "transition",
  "add",
  "consume",
  "remove",
  "removeSome",
] as const;

/** A removal of some rows counts as a removal, and an insert of several rows as an insert. */
export type Verb = Exclude<(typeof verbs)[number], keyof typeof countedAs>;

const countedAs = { removeSome: "remove", insertMany: "insert" } as const;
const verbOf = (name: (typeof verbs)[number]): Verb =>
  name === "removeSome" || name === "insertMany" ? countedAs[name] : name;

/** A call of a verb. */
export interface VerbCall {
  readonly verb: Verb;
  /** The model's name. */
  readonly model: string;
  readonly isInTransaction: boolean;
}

/** Functions between the port and the callers. */
export interface Interceptor {
  /** Around each verb, inside transactions and outside. */
  verb?<T>(call: VerbCall, run: () => Promise<T>): Promise<T>;
  /** Around each whole transaction. May run the transaction more than once. */
  transaction?<T>(run: () => Promise<T>): Promise<T>;
  /** Around the work of each transaction: an error rolls the transaction back. */
  work?<T>(run: () => Promise<T>): Promise<T>;
}

/** The database with an interceptor. */
export function intercept(database: Database, interceptor: Interceptor): Database {
  return {
    name: database.name,
    hasTransactions: database.hasTransactions,
    connect: (schema) => interceptAdapter(database.connect(schema), interceptor),
  };
}

function interceptAdapter(adapter: Adapter, interceptor: Interceptor): Adapter {
  const through = <T>(run: () => Promise<T>): Promise<T> => run();
  const around = interceptor.transaction?.bind(interceptor) ?? through;
  const inside = interceptor.work?.bind(interceptor) ?? through;
  const open = (tx: Tx): Tx => interceptVerbs(tx, interceptor, true);
  const { shared } = adapter;
  return {
    ...interceptVerbs(adapter, interceptor, false),
    ...(shared && {
      shared: <T>(work: (inner: Adapter, tx: unknown) => Promise<T>) =>
        around(() => shared((inner, tx) => inside(() => work(interceptAdapter(inner, interceptor), tx)))),
    }),
    transaction: (work) => around(() => adapter.transaction((tx) => inside(() => work(open(tx))))),
    transactionOn: <M extends Table, T>(parent: M, id: string, work: (tx: Tx, parent: Locked<M>) => Promise<T>) =>
      around(() => adapter.transactionOn(parent, id, (tx, locked) => inside(() => work(open(tx), locked)))),
  };
}

type Untyped = Record<(typeof verbs)[number], (model: Model, ...rest: readonly unknown[]) => Promise<unknown>>;

/** Passes on each verb with arguments and answer: the types of the port stay. */
function interceptVerbs<V extends Adapter | Tx>(original: V, interceptor: Interceptor, isInTransaction: boolean): V {
  const untyped = original as object as Untyped;
  const wrapped: Partial<Untyped> = {};
  for (const name of verbs) {
    // Outside a transaction no row is locked.
    if (!(name in original)) continue;
    const verb = verbOf(name);
    wrapped[name] = async (model, ...rest) => {
      const run = async (): Promise<unknown> => untyped[name](model, ...rest);
      return interceptor.verb ? interceptor.verb({ verb, model: model.name, isInTransaction }, run) : run();
    };
  }
  return { ...original, ...wrapped };
}
