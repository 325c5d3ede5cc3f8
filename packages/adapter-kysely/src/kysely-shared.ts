import type { Connection, DialectName, Driver } from "@keyhold/adapter-sql";
import {
  command,
  inTurn,
  isSqliteBusy,
  lockedByAnother,
  type Turns,
  type Waits,
  waitingBriefly,
} from "@keyhold/adapter-sql/drivers";
import type { Kysely, KyselyPlugin } from "kysely";
import type { Tables } from "./kysely-adapter.js";
import { connectionOf } from "./kysely-connection.js";
import { untilIdle } from "./until-idle.js";

export interface KyselyShared {
  readonly type: DialectName;
  readonly waits: Waits;
  /** The turns on the only connection; null for a pool. */
  readonly turns: Turns | null;
}

/**
 * Transactions of a Kysely instance (READ COMMITTED), for statements of the adapter and of the app: `tx` is Kysely's
 * `Transaction`, with the plugins of the app.
 */
export function kyselyShared(
  instance: () => Kysely<Tables>,
  { type, waits, turns }: KyselyShared,
): NonNullable<Driver["shared"]> {
  return (work, guard) =>
    inTurn(turns, () => {
      const transaction = instance().transaction();
      const chosen = type === "sqlite" ? transaction : transaction.setIsolationLevel("read committed");
      return chosen.execute(async (tx) => {
        const connection = connectionOf(tx.withoutPlugins());
        if (type === "sqlite") await beginAgain(connection, waits.connectMilliseconds);
        if (turns) {
          return untilIdle(waits.statementMilliseconds, (note) =>
            work(noting(connection, note), tx.withPlugin(guarding(both(note, guard)))),
          );
        }
        const guarded = tx.withPlugin(guarding(guard));
        return waitingBriefly(type, waits.lockMilliseconds, connection, () => work(connection, guarded));
      });
    });
}

/**
 * Kysely begins a transaction on SQLite without the write lock: a transaction that reads first and writes later would
 * fail if another process has written meanwhile. So the adapter ends the transaction, and begins again with the lock.
 */
async function beginAgain(connection: Connection, timeoutMilliseconds: number): Promise<void> {
  await connection.run(command("commit"), []);
  const deadline = performance.now() + timeoutMilliseconds;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await connection.run(command("begin immediate"), []);
      return;
    } catch (error) {
      const isBusy = isSqliteBusy(error);
      if (!isBusy || performance.now() >= deadline) {
        // Kysely rolls back the transaction that Kysely has begun.
        await connection.run(command("begin"), []);
        throw isBusy ? lockedByAnother(timeoutMilliseconds, { cause: error }) : error;
      }
    }
    await sleep(Math.min(2 * attempt, 20));
  }
}

const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

const both = (one: () => void, other: () => void) => (): void => {
  one();
  other();
};

const noting = ({ run }: Connection, note: () => void): Connection => ({
  run(statement, parameters) {
    note();
    return run(statement, parameters);
  },
});

/** Rejects a statement of the app that would run in a part of a call, and could be undone with that part. */
const guarding = (guard: () => void): KyselyPlugin => ({
  transformQuery({ node }) {
    guard();
    return node;
  },
  transformResult: async ({ result }) => result,
});
