import { StorageUnavailable } from "@keyhold/core/adapter";
import type { Client, InArgs, Transaction } from "@libsql/client";
import { isSocketError, property, textProperty } from "../dialect/error.js";
import type { Statement } from "../statement/statement.js";
import type { Connection, Driver, Result, Session } from "./driver.js";
import { checkServer } from "./no-connection.js";
import { isBusy, later } from "./sqlite/driver.js";
import { createTurns, inTurn, type Turns } from "./turns.js";
import { inTime, type Waits } from "./waits.js";

/**
 * SQLite through `@libsql/client`: a file, or a remote database such as Turso. Each transaction has a separate
 * connection or stream; writes of this process take turns, as SQLite has one writer.
 */
export function libsqlDriver(client: Client, waits: Waits, close: () => Promise<void>): Driver {
  const turns = turnsOf(client, waits.connectMilliseconds);
  const way: Way = { client, waits, turns };
  const write = (statement: Statement, parameters: readonly unknown[]): Promise<Result> =>
    inTurn(turns, () => patiently(way, () => execute(way, client, statement, parameters)));
  return {
    pool: null,
    session: libsqlSession(way),
    async run(statement, parameters) {
      if (!statement.isRead) return write(statement, parameters);
      try {
        return await patiently(way, () => execute(way, client, statement, parameters));
      } catch (error) {
        // A database in memory has one connection: this read waits for the end of the transaction.
        if (textProperty(error, "code") !== "TRANSACTION_ACTIVE") throw error;
        return write(statement, parameters);
      }
    },
    transaction: (work) => inTurn(turns, () => inTransaction(way, work)),
    close,
  };
}

interface Way {
  readonly client: Client;
  readonly waits: Waits;
  readonly turns: Turns;
}

async function inTransaction<T>(way: Way, work: (connection: Connection) => Promise<T>): Promise<T> {
  const transaction = await begin(way);
  try {
    const answer = await work({ run: (statement, parameters) => execute(way, transaction, statement, parameters) });
    await patiently(way, () => inStatementTime(way, transaction.commit()));
    return answer;
  } catch (error) {
    await inStatementTime(way, transaction.rollback()).catch(() => undefined);
    throw error;
  } finally {
    transaction.close();
  }
}

const begin = (way: Way): Promise<Transaction> =>
  patiently(way, () => inStatementTime(way, way.client.transaction("write"), (late) => late.close()));

/** Two adapters on one client take turns with each other. */
const turnsOfClient = new WeakMap<Client, Turns>();
function turnsOf(client: Client, timeoutMilliseconds: number): Turns {
  const turns = turnsOfClient.get(client) ?? createTurns(timeoutMilliseconds);
  turnsOfClient.set(client, turns);
  return turns;
}

/** Tries again while another process has the write lock. */
async function patiently<T>({ turns, waits }: Way, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (!isBusy(error)) throw error;
    turns.isBlocked = true;
    try {
      return await later(step, waits.connectMilliseconds, error);
    } finally {
      turns.isBlocked = false;
    }
  }
}

async function execute(
  way: Way,
  on: Pick<Transaction, "execute">,
  { sql, columns }: Statement,
  parameters: readonly unknown[],
): Promise<Result> {
  const { rows, rowsAffected } = await inStatementTime(way, on.execute({ sql, args: asArguments(parameters) }));
  return { rows: rows.map((row) => columns.map((_, index) => row[index])), affected: rowsAffected };
}

// The types of the driver's input, unknown to the type checker.
const asArguments = (parameters: readonly unknown[]): InArgs => [...parameters] as InArgs;

async function inStatementTime<T>({ waits }: Way, answer: Promise<T>, late?: (answer: T) => void): Promise<T> {
  try {
    return await inTime(answer, waits.statementMilliseconds, "A statement", late);
  } catch (error) {
    throw isLost(error)
      ? new StorageUnavailable(`The libsql database does not answer. ${checkServer}`, { cause: error })
      : error;
  }
}

/** A failed connection, or a stream that the server has closed: Turso ends a transaction after five seconds. */
const isLost = (error: unknown): boolean =>
  /^(HRANA_|SERVER_ERROR|CLIENT_CLOSED|TRANSACTION_CLOSED|STREAM_)/.test(textProperty(error, "code")) ||
  textProperty(error, "message") === "fetch failed" ||
  isSocketError(error) ||
  isSocketError(property(error, "cause"));

/** The connection of migrations. The client's own functions begin and end a transaction, also on a remote database. */
function libsqlSession(way: Way): Session {
  const { client, turns } = way;
  const run = (statement: Statement, parameters: readonly unknown[]): Promise<Result> =>
    execute(way, client, statement, parameters);
  return {
    run: (statement, parameters) => inTurn(turns, () => run(statement, parameters)),
    alone: (work) =>
      inTurn(turns, async () => {
        let transaction: Transaction | null = null;
        try {
          return await work({
            async run(statement, parameters) {
              if (statement.sql === "begin immediate") transaction = await begin(way);
              else if (statement.sql === "commit") await transaction?.commit();
              else if (statement.sql === "rollback") await transaction?.rollback();
              else return execute(way, transaction ?? client, statement, parameters);
              return { rows: [], affected: 0 };
            },
          });
        } finally {
          closeAny(transaction);
        }
      }),
  };
}

const closeAny = (transaction: Transaction | null): void => transaction?.close();
