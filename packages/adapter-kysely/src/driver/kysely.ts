import { CompiledQuery, type Kysely } from "kysely";
import type { DialectName, Tables } from "../dialect/dialect.js";
import type { Statement } from "../shape/statement.js";
import type { Connection, Driver, Result } from "./driver.js";
import { mysqlLockWait, postgresLockWait } from "./lock-waits.js";
import { createTurns, type Turns } from "./turns.js";
import type { Waits } from "./waits.js";

type Work<T> = (connection: Connection) => Promise<T>;

/** The way through a Kysely instance, whatever dialect and driver it has. */
export function kyselyDriver(kysely: Kysely<Tables>, type: DialectName, { lockMilliseconds }: Waits): Driver {
  const isSingle = type === "sqlite" || !kysely.getExecutor().adapter.supportsMultipleConnections;
  const turns = isSingle ? createTurns(lockMilliseconds) : null;
  const outside = connectionOf(kysely);
  const transaction = <T>(work: Work<T>): Promise<T> => {
    if (type === "sqlite") return immediately(kysely, work);
    return readCommitted(kysely, isSingle ? work : waitingBriefly(type, lockMilliseconds, work));
  };
  return {
    run: (statement, parameters) => inTurn(turns, async () => outside.run(statement, parameters)),
    transaction: (work) => inTurn(turns, () => transaction(work)),
    close: async () => undefined,
  };
}

/** Kysely would let a second caller wait for ever for the only connection. */
async function inTurn<T>(turns: Turns | null, work: () => Promise<T>): Promise<T> {
  if (!turns) return work();
  const giveBack = await turns.take();
  try {
    return await work();
  } finally {
    giveBack();
  }
}

const readCommitted = <T>(kysely: Kysely<Tables>, work: Work<T>): Promise<T> =>
  kysely
    .transaction()
    .setIsolationLevel("read committed")
    .execute((transaction) => work(connectionOf(transaction)));

function waitingBriefly<T>(type: DialectName, lockMilliseconds: number, work: Work<T>): Work<T> {
  return async (connection) => {
    if (type === "postgres") {
      await connection.run(command(postgresLockWait(lockMilliseconds)), []);
      return work(connection);
    }
    await connection.run(command(mysqlLockWait.start(lockMilliseconds)), []);
    try {
      return await work(connection);
    } finally {
      await connection.run(command(mysqlLockWait.end), []);
    }
  };
}

const command = (sql: string): Statement => ({ sql, columns: [], isRead: false });

/** A transaction that reads first and writes later would fail on SQLite as soon as another one has written. */
const immediately = <T>(kysely: Kysely<Tables>, work: Work<T>): Promise<T> =>
  kysely.connection().execute(async (only) => {
    await only.executeQuery(CompiledQuery.raw("begin immediate"));
    try {
      const answer = await work(connectionOf(only));
      await only.executeQuery(CompiledQuery.raw("commit"));
      return answer;
    } catch (error) {
      // Some errors have rolled back already; the first error says more than the second.
      await only.executeQuery(CompiledQuery.raw("rollback")).catch(() => undefined);
      throw error;
    }
  });

function connectionOf(kysely: Kysely<Tables>): Connection {
  return {
    async run({ sql, columns }: Statement, parameters: readonly unknown[]): Promise<Result> {
      const result = await kysely.executeQuery<Record<string, unknown>>(CompiledQuery.raw(sql, [...parameters]));
      return {
        rows: result.rows.map((row) => columns.map((column) => row[column])),
        affected: Number(result.numAffectedRows ?? 0),
      };
    },
  };
}
