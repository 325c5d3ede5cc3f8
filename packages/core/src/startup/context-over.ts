import type { Adapter, Tx } from "../adapter/adapter.js";
import { decideConflicts } from "../adapter/on-conflict.js";
import type { Context, TxContext } from "../contract/context.js";

type Shared = Omit<TxContext, "db">;
type Own = Pick<Context, "databaseClock" | "limiter" | "later" | "afterAnswer" | "isInAppTransaction">;

/** The context of calls over an adapter. In a transaction, events and emails wait for the commit. */
export function contextOver(shared: Shared, db: Adapter, own: Own): Context {
  return {
    ...shared,
    ...own,
    db: decideConflicts(shared, db),
    transaction: (work, ..._settled) => runTransaction(shared, (attempt) => db.transaction((tx) => work(attempt(tx)))),
    transactionOn: (parent, id, work, ..._settled) =>
      runTransaction(shared, (attempt) => db.transactionOn(parent, id, (tx, locked) => work(attempt(tx), locked))),
  };
}

/** Runs a transaction. Events and emails follow the commit; a rolled-back attempt has no effects. */
async function runTransaction<T>(shared: Shared, run: (attempt: (tx: Tx) => TxContext) => Promise<T>): Promise<T> {
  let effects: (() => void)[] = [];
  const result = await run((tx) => {
    const own: (() => void)[] = [];
    effects = own;
    return {
      ...shared,
      db: decideConflicts(shared, tx),
      emit: (event) => void own.push(() => shared.emit(event)),
      send: (message) => void own.push(() => shared.send(message)),
      sendLimited: (message) => void own.push(() => shared.sendLimited(message)),
    };
  });
  for (const effect of effects) effect();
  return result;
}
