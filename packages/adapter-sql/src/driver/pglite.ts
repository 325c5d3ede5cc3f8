import type { PGlite, Transaction } from "@electric-sql/pglite";
import type { Connection, Driver, Session } from "./driver.js";
import { guarded } from "./guarded.js";
import { postgresLockWait } from "./lock-waits.js";
import { createTurns, inTurn, type Turns } from "./turns.js";
import type { Waits } from "./waits.js";

/** PostgreSQL inside the process: a single connection, used in turns. */
export function pgliteDriver(instance: PGlite, waits: Waits, close: () => Promise<void>): Driver {
  const turns = turnsOf(instance, waits.connectMilliseconds);
  const outside = connectionOf(instance);
  const session: Session = {
    run: async (statement, parameters) => inTurn(turns, async () => outside.run(statement, parameters)),
    alone: (work) => inTurn(turns, () => work(outside)),
  };
  const transact = <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> =>
    inTurn(turns, () =>
      instance.transaction(async (transaction) => {
        await transaction.query(postgresLockWait(waits.lockMilliseconds));
        return work(transaction);
      }),
    );
  return {
    pool: null,
    session,
    run: session.run,
    transaction: (work) => transact((transaction) => work(connectionOf(transaction))),
    shared: (work, guard) => transact((transaction) => work(connectionOf(transaction), guarded(transaction, guard))),
    close,
  };
}

/** Two adapters on one instance take turns with each other. */
const turnsOfInstance = new WeakMap<PGlite, Turns>();
function turnsOf(instance: PGlite, timeoutMilliseconds: number): Turns {
  const turns = turnsOfInstance.get(instance) ?? createTurns(timeoutMilliseconds);
  turnsOfInstance.set(instance, turns);
  return turns;
}

const connectionOf = (instance: Pick<Transaction, "query">): Connection => ({
  async run({ sql, columns }, parameters) {
    const { rows, affectedRows } = await instance.query<unknown[]>(sql, [...parameters], { rowMode: "array" });
    return { rows: columns.length === 0 ? [] : rows, affected: affectedRows ?? 0 };
  },
});
