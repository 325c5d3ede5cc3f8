import type { Connection, DialectName, Driver, Result } from "@keyhold/adapter-sql";
import { faultOf, guarded, type Waits, waitingBriefly } from "@keyhold/adapter-sql/drivers";
import { type SQL, sql } from "drizzle-orm";
import type { KnownClient } from "./client.js";

/** The used functions of a Drizzle database, and of a transaction: `run` on SQLite, else `execute`. */
interface Executing {
  execute(query: SQL): Promise<unknown>;
  run(query: SQL): Promise<unknown>;
  transaction<T>(work: (tx: Executing) => Promise<T>, config?: { readonly isolationLevel: string }): Promise<T>;
}

/**
 * Transactions of Drizzle (READ COMMITTED), for statements of the adapter and of the app. Transactions of a synchronous
 * client cannot wait for the work, so there the adapter begins and ends the transaction, and `tx` is the database.
 */
export function drizzleShared(db: object, client: KnownClient, waits: Waits): NonNullable<Driver["shared"]> {
  const { type, driver, kind } = client;
  return async (work, guard) => {
    if (kind === "synchronous") return driver.transaction((connection) => work(connection, guarded(db, guard)));
    const share = () =>
      (db as Executing).transaction(
        (tx) => {
          const connection = connectionOf(tx, client);
          return waitingBriefly(type, waits.lockMilliseconds, connection, () => work(connection, guarded(tx, guard)));
        },
        type === "sqlite" ? undefined : { isolationLevel: "read committed" },
      );
    try {
      return await (kind === "single" && driver.session ? driver.session.alone(share) : share());
    } catch (error) {
      // Drizzle wraps the deadlock of a statement of the app, after which the work runs again.
      const cause = clientError(error);
      throw faultOf(type, cause) === "again" ? cause : error;
    }
  };
}

const connectionOf = (tx: Executing, { type, kind }: KnownClient): Connection => ({
  async run({ sql: text, columns }, parameters) {
    const query = queryOf(text, parameters);
    const execute = (on: Executing): Promise<unknown> => (type === "sqlite" ? on.run(query) : on.execute(query));
    // postgres.js rolls back a transaction after any failed statement that has no savepoint.
    const isAlone = kind === "postgres.js" && /^(insert|update|delete)/i.test(text);
    try {
      return resultOf(type, await (isAlone ? tx.transaction(execute) : execute(tx)), columns);
    } catch (error) {
      throw clientError(error);
    }
  },
});

/** The driver's error in a `DrizzleQueryError`, recognized by its members: the app may have another copy of Drizzle. */
function clientError(error: unknown): unknown {
  const given: object = Object(error);
  return "query" in given && "params" in given && "cause" in given ? given.cause : error;
}

/** The query of Drizzle for a text with placeholders; a question mark in quotes is text. */
function queryOf(text: string, parameters: readonly unknown[]): SQL {
  const chunks: SQL[] = [];
  let last = 0;
  for (const { 0: found, index } of text.matchAll(/"[^"]*"|'[^']*'|`[^`]*`|\$\d+|\?/g)) {
    if (/^["'`]/.test(found)) continue;
    chunks.push(sql.raw(text.slice(last, index)), sql`${sql.param(parameters[chunks.length / 2])}`);
    last = index + found.length;
  }
  return sql.join([...chunks, sql.raw(text.slice(last))]);
}

/** The names of the number of written rows: pg, PGlite and mysql2, libsql, postgres.js. */
const counts = ["rowCount", "affectedRows", "rowsAffected", "count"];

function resultOf(type: DialectName, given: unknown, columns: readonly string[]): Result {
  // mysql2 answers with rows and fields.
  const answer: object = type === "mysql" && Array.isArray(given) ? given[0] : Object(given);
  const rows: unknown = Array.isArray(answer) ? answer : Reflect.get(answer, "rows");
  const affected = counts
    .map((name) => Reflect.get(answer, name))
    .find((count) => count !== undefined && count !== null);
  return {
    rows: columns.length === 0 || !Array.isArray(rows) ? [] : rows.map((row) => columns.map((name) => row[name])),
    affected: Number(affected ?? 0),
  };
}
