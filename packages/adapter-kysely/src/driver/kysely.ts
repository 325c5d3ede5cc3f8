import type { CompiledQuery, Kysely } from "kysely";
import type { DialectName, Tables } from "../dialect/dialect.js";
import type { Statement } from "../statement/statement.js";
import type { Connection, Driver, Result, Session } from "./driver.js";
import { mysqlLockWait, postgresLockWait } from "./lock-waits.js";
import { rowGateOf } from "./row-gate.js";
import { createTurns, type Turns } from "./turns.js";
import type { Waits } from "./waits.js";

/** The default pool size of `pg` and mysql2: Kysely does not expose the actual one. */
const assumedPoolSize = 10;

type Work<T> = (connection: Connection) => Promise<T>;

/** Access through a Kysely instance, with any dialect and driver. */
export function kyselyDriver(kysely: Kysely<Tables>, type: DialectName, waits: Waits): Driver {
  const { lockMilliseconds, connectMilliseconds } = waits;
  const isSingle = type === "sqlite" || !kysely.getExecutor().adapter.supportsMultipleConnections;
  const turns = isSingle ? createTurns(connectMilliseconds) : null;
  const outside = connectionOf(kysely);
  const transaction = <T>(work: Work<T>): Promise<T> => {
    if (type === "sqlite") return immediately(kysely, work);
    return readCommitted(kysely, isSingle ? work : waitingBriefly(type, lockMilliseconds, work));
  };
  return {
    rowGate: isSingle ? null : rowGateOf(kysely, { poolSize: assumedPoolSize, waitMilliseconds: connectMilliseconds }),
    run(statement, parameters) {
      // Only a transaction can set a lock timeout.
      if (!isSingle && !statement.isRead) return transaction(async ({ run }) => run(statement, parameters));
      return inTurn(turns, async () => outside.run(statement, parameters));
    },
    transaction: (work) => inTurn(turns, () => transaction(work)),
    close: async () => undefined,
  };
}

/** Kysely itself would wait for the only connection without a timeout. */
async function inTurn<T>(turns: Turns | null, work: () => Promise<T>): Promise<T> {
  if (!turns) return work();
  const giveBack = await turns.consume();
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

/** On SQLite, a transaction that reads first and writes later would fail if another one has written meanwhile. */
const immediately = <T>(kysely: Kysely<Tables>, work: Work<T>): Promise<T> =>
  kysely.connection().execute(async (only) => {
    await only.executeQuery(rawQuery("begin immediate"));
    try {
      const answer = await work(connectionOf(only));
      await only.executeQuery(rawQuery("commit"));
      return answer;
    } catch (error) {
      // Some errors have already rolled back; the first error is more informative than the second.
      await only.executeQuery(rawQuery("rollback")).catch(() => undefined);
      throw error;
    }
  });

/** The connection of migrations through a Kysely instance. */
export const kyselySession = (kysely: Kysely<Tables>): Session => ({
  ...connectionOf(kysely),
  alone: (work) => kysely.connection().execute((only) => work(connectionOf(only))),
});

/** A raw query for Kysely's executor. Built here, because Kysely's own function loads its whole query builder. */
const rawQuery = (sql: string, parameters: readonly unknown[] = []): CompiledQuery<Record<string, unknown>> => ({
  sql,
  parameters,
  query: { kind: "RawNode", sqlFragments: [sql], parameters: [] },
  queryId: { queryId: `keyhold-${++queries}` },
});
let queries = 0;

function connectionOf(kysely: Kysely<Tables>): Connection {
  return {
    async run({ sql, columns }: Statement, parameters: readonly unknown[]): Promise<Result> {
      const result = await kysely.executeQuery(rawQuery(sql, [...parameters]));
      return {
        rows: result.rows.map((row) => columns.map((column) => row[column])),
        affected: Number(result.numAffectedRows ?? 0),
      };
    },
  };
}
