import type { Connection, DialectName } from "@keyhold/adapter-sql";
import { command, faultOf } from "@keyhold/adapter-sql/drivers";
import type { Kysely } from "kysely";
import type { Tables } from "./kysely-adapter.js";
import { connectionOf, readCommitted } from "./kysely-connection.js";

/**
 * Returns a function that throws unless the dialect has interactive transactions. A transaction without a write proves
 * that, once: later calls return null. Without transactions two requests could both pass a check.
 */
export function createProbe(kysely: Kysely<Tables>, type: DialectName): () => Promise<void> | null {
  let isProven = false;
  let probing: Promise<void> | null = null;
  const probe = async (): Promise<void> => {
    try {
      await kysely
        .connection()
        .execute((only) => (type === "sqlite" ? proveOnSqlite(only) : proveByKysely(only, type)));
      isProven = true;
    } finally {
      probing = null;
    }
  };
  return () => {
    if (isProven) return null;
    probing ??= probe();
    return probing;
  };
}

/** Outside of a transaction a savepoint cannot exist: the second statement fails at the latest. */
async function proveByKysely(only: Kysely<Tables>, type: DialectName): Promise<void> {
  let hasBegun = false;
  try {
    await readCommitted(only, async ({ run }) => {
      hasBegun = true;
      await run(command("savepoint keyhold_probe"), []);
      await run(command("release savepoint keyhold_probe"), []);
    });
  } catch (error) {
    throw isOfServer(error, type, hasBegun) ? error : refusal(type, error);
  }
}

/** SQLite's setting ends with the transaction: after a read outside of a transaction the setting is off again. */
async function proveOnSqlite(only: Kysely<Tables>): Promise<void> {
  const connection = connectionOf(only);
  try {
    await connection.run(command("begin"), []);
    let isOpen = false;
    try {
      isOpen = await isInTransaction(connection);
    } finally {
      await connection.run(command("rollback"), []);
    }
    if (!isOpen) throw new Error("`begin` began no transaction.");
  } catch (error) {
    throw faultOf("sqlite", error) === "other" ? refusal("sqlite", error) : error;
  }
}

async function isInTransaction({ run }: Connection): Promise<boolean> {
  const column = "defer_foreign_keys";
  await run(command(`pragma ${column} = on`), []);
  await run({ sql: "select name from sqlite_master limit 1", columns: ["name"], isRead: true }, []);
  const { rows } = await run({ sql: `pragma ${column}`, columns: [column], isRead: true }, []);
  return Number(rows[0]?.[0]) === 1;
}

/** An error of a server with transactions, e.g. a wrong password. Errors of a dialect have no code of the server. */
function isOfServer(error: unknown, type: DialectName, hasBegun: boolean): boolean {
  if (faultOf(type, error) !== "other") return true;
  const { code, errno }: { readonly code?: unknown; readonly errno?: unknown } = Object(error);
  return !hasBegun && (type === "postgres" ? /^[0-9A-Z]{5}$/.test(String(code)) : typeof errno === "number");
}

const ways: Readonly<Record<DialectName, string>> = {
  sqlite:
    "For Cloudflare D1 use SQLite in a Durable Object by `@keyhold/adapter-sql/durable-object`; for libsql over HTTP use " +
    "`@keyhold/adapter-sql/libsql`; or use PostgreSQL.",
  postgres: "Use Kysely's PostgresDialect with a `Pool` of pg, or of @neondatabase/serverless over WebSocket.",
  mysql: "Use Kysely's MysqlDialect with a pool of mysql2 and the same database.",
};

const refusal = (type: DialectName, cause: unknown): TypeError =>
  new TypeError(
    "kyselyAdapter(): the dialect of this Kysely instance has no interactive transactions, without which two requests " +
      `could both pass one check. ${ways[type]}`,
    { cause },
  );
