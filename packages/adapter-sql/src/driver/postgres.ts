import { createHash } from "node:crypto";
import { StorageUnavailable } from "@keyhold/core/adapter";
import type { Pool, PoolClient, QueryArrayConfig } from "pg";
import { textProperty } from "../dialect/error.js";
import { postgresDialect } from "../dialect/postgres.js";
import type { Statement } from "../statement/statement.js";
import type { Connection, Driver, Result } from "./driver.js";
import { guarded } from "./guarded.js";
import { postgresLockWait } from "./lock-waits.js";
import { noConnection } from "./no-connection.js";
import { postgresSession } from "./postgres-session.js";
import { inTime, type Waits } from "./waits.js";

/**
 * PostgreSQL through a pool of `pg`: statements are prepared once per connection, rows are lists, and a
 * connection in an unknown state is never used again.
 */
export function postgresDriver(pool: Pool, waits: Waits, close: () => Promise<void>): Driver {
  const way: Way = { waits, names: createNames() };
  pool.on("error", () => undefined);
  pool.on("acquire", watchClient);
  const driver: Driver = {
    pool: { identity: pool, size: pool.options.max, waitMilliseconds: waits.connectMilliseconds },
    lockMilliseconds: waits.lockMilliseconds,
    session: postgresSession(pool),
    async run(statement, parameters) {
      // A session's lock timeout would be shared with other apps behind a pooler.
      if (!statement.isRead && !statement.isBounded)
        return driver.transaction(async ({ run }) => run(statement, parameters));
      const client = await acquire(pool, waits);
      try {
        return await query(client, way, statement, parameters);
      } finally {
        giveBack(client);
      }
    },
    transaction: (work) => transact(pool, way, work),
    shared: (work, guard) =>
      transact(pool, way, async (connection, client, begun) => {
        await begun;
        return work(connection, guarded(client, guard));
      }),
    close,
  };
  return driver;
}

type Work<T> = (connection: Connection, client: PoolClient, begun: Promise<unknown>) => Promise<T>;

async function transact<T>(pool: Pool, way: Way, work: Work<T>): Promise<T> {
  const client = await acquire(pool, way.waits);
  try {
    return await inTransaction(client, way, work);
  } catch (error) {
    await rollBack(client, way);
    throw error;
  } finally {
    giveBack(client);
  }
}

async function inTransaction<T>(client: PoolClient, way: Way, work: Work<T>): Promise<T> {
  const { begun, connection } = begin(client, way);
  const answer = await work(connection, client, begun);
  await begun;
  // If the work caught an error, the server answers COMMIT with ROLLBACK, without an error.
  const committed = await command(client, way, "commit");
  if (committed !== "COMMIT") throw new Error("The transaction was rolled back by the server.");
  return answer;
}

/**
 * Begins a transaction. A client that sends statements without waiting for answers (`pipeline`) sends the first
 * statement together with BEGIN if that statement only reads or locks: no row would change if BEGIN failed.
 */
function begin(client: PoolClient, way: Way): { readonly begun: Promise<unknown>; readonly connection: Connection } {
  const setting = postgresLockWait(way.waits.lockMilliseconds);
  const begun = command(client, way, `begin isolation level read committed; ${setting}`);
  // A failure is the error of each statement.
  begun.catch(() => undefined);
  let isFirst = true;
  const connection: Connection = {
    async run(statement, parameters) {
      const isAtOnce = isFirst && statement.sql.startsWith("select ");
      isFirst = false;
      if (!isAtOnce) await begun;
      const answer = query(client, way, statement, parameters);
      if (!isAtOnce) return answer;
      const [first] = await Promise.all([answer, begun]);
      return first;
    },
  };
  return { begun, connection };
}

async function rollBack(client: PoolClient, way: Way): Promise<void> {
  if (broken.has(client)) return;
  await command(client, way, "rollback").catch(() => broken.add(client));
}

/**
 * Connections in an unknown state, or to a server shutting down: they are destroyed even if the work caught the error.
 */
const broken = new WeakSet<PoolClient>();
const giveBack = (client: PoolClient): void => client.release(broken.has(client));

/** Waits for the server's answer, with the statement timeout. */
async function answerOf<T>(client: PoolClient, answer: Promise<T>, { statementMilliseconds }: Waits): Promise<T> {
  try {
    return await inTime(answer, statementMilliseconds, "A statement");
  } catch (error) {
    if (isBroken(error)) broken.add(client);
    throw error;
  }
}

const command = async (client: PoolClient, { waits }: Way, text: string): Promise<string> =>
  (await answerOf(client, client.query(text), waits)).command;

async function query(
  client: PoolClient,
  { waits, names }: Way,
  { sql, columns }: Statement,
  parameters: readonly unknown[],
): Promise<Result> {
  const config: QueryArrayConfig = { text: sql, values: [...parameters], rowMode: "array" };
  const name = names.of(sql);
  if (name !== null) config.name = name;
  try {
    const { rows, rowCount } = await answerOf(client, client.query(config), waits);
    return { rows: columns.length === 0 ? [] : rows, affected: rowCount ?? 0 };
  } catch (error) {
    names.learn(error);
    throw error;
  }
}

/** Without an error listener, a client would crash the process when the server shuts down. */
const watched = new WeakSet<PoolClient>();
function watchClient(client: PoolClient): void {
  if (watched.has(client)) return;
  watched.add(client);
  client.on("error", () => undefined);
}

async function acquire(pool: Pool, { connectMilliseconds }: Waits): Promise<PoolClient> {
  const client = pool.connect();
  if (pool.idleCount > 0 && pool.waitingCount <= pool.idleCount) return client;
  try {
    return await inTime(client, connectMilliseconds, "A connection to PostgreSQL", (late) => late.release());
  } catch (error) {
    throw noConnection("PostgreSQL", error);
  }
}

/** Whether the connection is in an unknown state, or the server is shutting down. */
const isBroken = (error: unknown): boolean =>
  error instanceof StorageUnavailable || postgresDialect.fault(error) === "unavailable";

/** Shared by the connections of a pool. */
interface Way {
  readonly waits: Waits;
  readonly names: Names;
}

interface Names {
  /** The name of a prepared statement; null for an unnamed statement. */
  of(sql: string): string | null;
  learn(error: unknown): void;
}

/** Names derive from the text, so that two adapters on one pool agree. */
function createNames(): Names {
  const known = new Map<string, string>();
  let isOff = false;
  let generation = 0;
  return {
    of(sql) {
      if (isOff) return null;
      const name =
        known.get(sql) ?? `keyhold_${generation}_${createHash("sha256").update(sql).digest("base64url").slice(0, 22)}`;
      known.set(sql, name);
      return name;
    },
    learn(error) {
      const state = textProperty(error, "code");
      // A pooler assigns each transaction another connection: from now on statements are unnamed.
      if (state === "26000" || state === "42P05") isOff = true;
      // The tables have changed: all statements are prepared again under new names.
      if (state === "0A000") {
        generation++;
        known.clear();
      }
    },
  };
}
