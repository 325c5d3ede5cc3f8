import { StorageUnavailable } from "@keyhold/core/adapter";
import type { PendingQuery, ReservedSql, Row, Sql } from "postgres";
import type { Statement } from "../statement/statement.js";
import type { Connection, Driver, Result, Session } from "./driver.js";
import { postgresLockWait } from "./lock-waits.js";
import { noConnection } from "./no-connection.js";
import { inTime, type Waits } from "./waits.js";

/**
 * PostgreSQL through postgres.js. Statements are prepared once per connection, unless the app has switched that off
 * (`prepare: false`) for a pooler.
 */
export function postgresJsDriver(sql: Sql, waits: Waits, close: () => Promise<void>): Driver {
  const driver: Driver = {
    pool: { identity: sql, size: sql.options.max, waitMilliseconds: waits.connectMilliseconds },
    lockMilliseconds: waits.lockMilliseconds,
    session: postgresJsSession(sql),
    async run(statement, parameters) {
      // A session's lock timeout would be shared with other apps behind a pooler.
      if (!statement.isRead && !statement.isBounded)
        return driver.transaction(async ({ run }) => run(statement, parameters));
      const connection = await acquire(sql, waits);
      try {
        return await connection.run(statement, parameters);
      } finally {
        connection.giveBack();
      }
    },
    async transaction(work) {
      const connection = await acquire(sql, waits);
      try {
        return await inTransaction(connection, waits, work);
      } finally {
        connection.giveBack();
      }
    },
    close,
  };
  return driver;
}

async function inTransaction<T>(
  { run, command, isLate }: Reserved,
  { lockMilliseconds }: Waits,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  await command("begin isolation level read committed");
  try {
    await command(postgresLockWait(lockMilliseconds));
    const answer = await work({ run });
    // If the work caught an error, the server answers COMMIT with ROLLBACK, without an error.
    if ((await command("commit")) !== "COMMIT") throw new Error("The transaction was rolled back by the server.");
    return answer;
  } catch (error) {
    if (!isLate()) await command("rollback").catch(() => undefined);
    throw error;
  }
}

/** A connection for a single caller. */
interface Reserved extends Connection {
  command(text: string): Promise<string>;
  /** Whether a statement has timed out, and may still run. */
  isLate(): boolean;
  /** A late statement is canceled, and the connection returns to the pool after the statement's end. */
  giveBack(): void;
}

async function acquire(sql: Sql, waits: Waits): Promise<Reserved> {
  try {
    const late = (reserved: ReservedSql): void => reserved.release();
    return reservedBy(
      await inTime(sql.reserve(), waits.connectMilliseconds, "A connection to PostgreSQL", late),
      waits.statementMilliseconds,
    );
  } catch (error) {
    throw noConnection("PostgreSQL", error);
  }
}

function reservedBy(reserved: ReservedSql, statementMilliseconds: number): Reserved {
  let late: Promise<unknown> | null = null;

  async function answerOf<T>(query: Cancelable, answer: Promise<T>): Promise<T> {
    try {
      return await inTime(answer, statementMilliseconds, "A statement");
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) throw error;
      late = answer.catch(() => undefined).then(() => reserved.unsafe("rollback").catch(() => undefined));
      query.cancel();
      throw error;
    }
  }

  return {
    run(statement, parameters) {
      const query = queryOf(reserved, statement, parameters);
      return answerOf(query, resultOf(query, statement));
    },
    async command(text) {
      const query = reserved.unsafe(text);
      return (await answerOf(query, query.execute())).command;
    },
    isLate: () => late !== null,
    giveBack() {
      if (late) void late.then(() => reserved.release());
      else reserved.release();
    },
  };
}

type Cancelable = Pick<PendingQuery<Row[]>, "cancel">;
type Values = Pick<ReturnType<Sql["unsafe"]>, "values">;

// The types of the driver's input, unknown to the type checker.
const queryOf = (sql: Sql, statement: Statement, parameters: readonly unknown[]): ReturnType<Sql["unsafe"]> =>
  sql.unsafe(statement.sql, [...parameters] as never[], { prepare: true });

async function resultOf(query: Values, { columns }: Statement): Promise<Result> {
  const answer = await query.values();
  return { rows: columns.length === 0 ? [] : answer, affected: answer.count ?? 0 };
}

/** The connection of migrations. */
function postgresJsSession(sql: Sql): Session {
  const alone = async <T>(work: (connection: Connection) => Promise<T>): Promise<T> => {
    const reserved = await sql.reserve();
    try {
      return await work({
        run: (statement, parameters) => resultOf(reserved.unsafe(statement.sql, [...parameters] as never[]), statement),
      });
    } finally {
      reserved.release();
    }
  };
  return { alone, run: (statement, parameters) => alone(async ({ run }) => run(statement, parameters)) };
}
