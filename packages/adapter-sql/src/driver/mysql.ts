import { StorageUnavailable } from "@keyhold/core/adapter";
import type { Pool, PoolConnection } from "mysql2";
import { property } from "../dialect/error.js";
import { mysqlDialect } from "../dialect/mysql.js";
import type { Statement } from "../statement/statement.js";
import type { Connection, Driver, Result } from "./driver.js";
import { createNodes, type Nodes, withoutRowLocks } from "./galera.js";
import { guarded } from "./guarded.js";
import { mysqlLockWait } from "./lock-waits.js";
import { withLiterals } from "./mysql-literals.js";
import { mysqlSession } from "./mysql-session.js";
import { noConnection } from "./no-connection.js";
import { inTime, type Waits } from "./waits.js";

/** The options of `mysqlDriver`. */
export interface MysqlDriverOptions {
  readonly waits: Waits;
  /**
   * Whether this package opened the pool, with the session settings; otherwise each transaction applies them.
   */
  readonly isSetUp: boolean;
  /** The option: false if every write goes to one server: reads there need not wait for other servers. */
  readonly multiWriter?: boolean | "auto" | undefined;
  readonly close: () => Promise<void>;
}

/**
 * MySQL and MariaDB through a pool of mysql2: statements are prepared once per connection, so that no
 * value is written into SQL, and rows are lists.
 */
export function mysqlDriver(pool: Pool, options: MysqlDriverOptions): Driver {
  const { waits, isSetUp, close } = options;
  pool.on("connection", watchConnection);
  const nodes = createNodes(options.multiWriter);
  const acquirePrepared = async (): Promise<PoolConnection> => {
    const connection = await acquire(pool, waits);
    try {
      const run: Connection["run"] = (statement, parameters) => execute(connection, options, statement, parameters);
      const preparing = nodes.prepare(connection, { run });
      if (preparing instanceof Promise) await preparing;
      return connection;
    } catch (error) {
      giveBack(connection);
      throw error;
    }
  };
  const transact = async <T>(work: Work<T>): Promise<T> => {
    const connection = await acquirePrepared();
    try {
      return await inTransaction(connection, options, nodes, work);
    } catch (error) {
      await rollBack(connection, options);
      throw error;
    } finally {
      giveBack(connection);
    }
  };
  const driver: Driver = {
    pool: {
      identity: pool,
      size: pool.config.connectionLimit || Number.POSITIVE_INFINITY,
      waitMilliseconds: waits.connectMilliseconds,
    },
    session: mysqlSession(pool),
    async run(statement, parameters) {
      // Sessions of an app's pool have the app's lock timeout.
      if (!isSetUp && !statement.isRead) return driver.transaction(async ({ run }) => run(statement, parameters));
      const connection = await acquirePrepared();
      try {
        const answer = execute(connection, options, statement, parameters);
        return await (statement.isRead ? withoutRowLocks(nodes, answer) : answer);
      } finally {
        giveBack(connection);
      }
    },
    transaction: (work) => transact(work),
    shared: (work, guard) => transact((connection, own) => work(connection, guarded(own.promise(), guard))),
    close,
  };
  return driver;
}

type Work<T> = (connection: Connection, own: PoolConnection) => Promise<T>;

async function inTransaction<T>(
  connection: PoolConnection,
  options: MysqlDriverOptions,
  nodes: Nodes,
  work: Work<T>,
): Promise<T> {
  const { waits, isSetUp } = options;
  if (!isSetUp) {
    await command(connection, waits, mysqlLockWait.start(waits.lockMilliseconds));
    await command(connection, waits, "set transaction isolation level read committed");
  }
  await withoutRowLocks(nodes, command(connection, waits, "begin"));
  const run = nodes.isMultiWriter() ? ask : execute;
  const answer = await work(
    { run: (statement, parameters) => run(connection, options, statement, parameters) },
    connection,
  );
  await command(connection, waits, "commit");
  if (!isSetUp) await command(connection, waits, mysqlLockWait.end);
  return answer;
}

async function rollBack(connection: PoolConnection, { waits, isSetUp }: MysqlDriverOptions): Promise<void> {
  if (broken.has(connection)) return;
  try {
    await command(connection, waits, "rollback");
    if (!isSetUp) await command(connection, waits, mysqlLockWait.end);
  } catch {
    broken.add(connection);
  }
}

/**
 * Connections in an unknown state, or to a server shutting down: they are destroyed even if the work caught the error.
 */
const broken = new WeakSet<PoolConnection>();
function giveBack(connection: PoolConnection): void {
  if (broken.has(connection)) connection.destroy();
  else connection.release();
}

/** Waits for the server's answer, with the statement timeout. */
async function answerOf<T>(
  connection: PoolConnection,
  answer: Promise<T>,
  { statementMilliseconds }: Waits,
): Promise<T> {
  try {
    return await inTime(answer, statementMilliseconds, "A statement");
  } catch (error) {
    if (isBroken(error)) broken.add(connection);
    throw error;
  }
}

function command(connection: PoolConnection, waits: Waits, sql: string): Promise<void> {
  const answer = new Promise<void>((resolve, reject) => {
    connection.query(sql, (error) => (error ? reject(error) : resolve()));
  });
  return answerOf(connection, answer, waits);
}

/** An app's pool may convert values; an own `typeCast` disables the `typeCast` of the app. */
const inAnyPool = {
  rowsAsArray: true,
  nestTables: false,
  supportBigNumbers: false,
  typeCast: (_field: unknown, next: () => unknown): unknown => next(),
} as const;
const inOurPool = { rowsAsArray: true } as const;

/** Runs a statement. A connection prepares each statement before the first use. */
function execute(
  connection: PoolConnection,
  { waits, isSetUp }: MysqlDriverOptions,
  { sql, columns }: Statement,
  parameters: readonly unknown[],
): Promise<Result> {
  const settings = isSetUp ? inOurPool : inAnyPool;
  const answer = new Promise<Result>((resolve, reject) => {
    connection.execute({ ...settings, sql }, asBound(parameters), settle(columns, resolve, reject));
  });
  return answerOf(connection, answer, waits);
}

/**
 * Runs a statement without preparing it. If another node of Galera ends a transaction while MariaDB prepares a
 * statement, the client gets no error, and all further statements would be transactions of their own.
 */
function ask(
  connection: PoolConnection,
  { waits, isSetUp }: MysqlDriverOptions,
  { sql, columns }: Statement,
  parameters: readonly unknown[],
): Promise<Result> {
  const settings = isSetUp ? inOurPool : inAnyPool;
  const answer = new Promise<Result>((resolve, reject) => {
    connection.query({ ...settings, sql: withLiterals(sql, parameters) }, settle(columns, resolve, reject));
  });
  return answerOf(connection, answer, waits);
}

const settle =
  (columns: readonly string[], resolve: (result: Result) => void, reject: (error: unknown) => void) =>
  (error: unknown, result: unknown): void => {
    if (error) reject(error);
    else if (columns.length === 0) resolve({ rows: [], affected: Number(property(result, "affectedRows") ?? 0) });
    else resolve({ rows: asLists(result), affected: 0 });
  };

// The types of the driver's input and output, unknown to the type checker.
const asBound = (parameters: readonly unknown[]): (string | number | null)[] =>
  [...parameters] as (string | number | null)[];
const asLists = (result: unknown): readonly (readonly unknown[])[] => (Array.isArray(result) ? result : []);

/** The pool listens only to the first error of a connection; a second error would crash the process. */
const watched = new WeakSet<object>();
function watchConnection(connection: PoolConnection): void {
  if (watched.has(connection)) return;
  watched.add(connection);
  connection.on("error", () => undefined);
}

async function acquire(pool: Pool, { connectMilliseconds }: Waits): Promise<PoolConnection> {
  const answer = new Promise<PoolConnection>((resolve, reject) => {
    pool.getConnection((error, connection) => (error ? reject(error) : resolve(connection)));
  });
  try {
    const connection = await inTime(answer, connectMilliseconds, "A connection to MySQL", (late) => late.release());
    watchConnection(connection);
    return connection;
  } catch (error) {
    throw noConnection("MySQL", error);
  }
}

/** Whether the connection is in an unknown state, or the server is shutting down. */
const isBroken = (error: unknown): boolean =>
  error instanceof StorageUnavailable || mysqlDialect.fault(error) === "unavailable";
