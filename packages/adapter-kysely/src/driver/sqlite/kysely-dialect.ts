import type { DatabaseConnection, Dialect, Driver, Kysely, SqliteDatabase, SqliteStatement } from "kysely";
import type { Tables } from "../../dialect/dialect.js";
import type { GiveBack, Turns } from "../turns.js";
import { asBound, type SqliteLike } from "./connection.js";

/** Kysely on the connection that writes: its queries and transactions take their turn like everybody else's. */
export function kyselyInTurns(database: SqliteLike, turns: Turns): Kysely<Tables> {
  const { Kysely, SqliteDialect } = loadKysely();
  const sqlite = new SqliteDialect({ database: asKyselyDatabase(database) });
  const dialect: Dialect = {
    createAdapter: () => sqlite.createAdapter(),
    createDriver: () => inTurns(sqlite.createDriver(), turns),
    createIntrospector: (kysely) => sqlite.createIntrospector(kysely),
    createQueryCompiler: () => sqlite.createQueryCompiler(),
  };
  return new Kysely<Tables>({ dialect });
}

/** Loaded when an app asks for it: the adapter itself runs on SQLite without Kysely, whose import takes a third of a start. */
function loadKysely(): typeof import("kysely") {
  const modules = process.getBuiltinModule?.("node:module");
  if (!modules) throw new Error("This runtime cannot load Kysely late: give `kyselyAdapter` a Kysely instance.");
  try {
    return modules.createRequire(import.meta.url)("kysely");
  } catch (cause) {
    throw new Error(
      "`database.kysely` needs the package kysely: install it, or give `kyselyAdapter` a Kysely instance.",
      {
        cause,
      },
    );
  }
}

function inTurns(driver: Driver, turns: Turns): Driver {
  let giveBack: GiveBack = () => undefined;
  return {
    init: () => driver.init(),
    async acquireConnection() {
      giveBack = await turns.consume();
      return driver.acquireConnection();
    },
    async releaseConnection(connection: DatabaseConnection) {
      await driver.releaseConnection(connection);
      giveBack();
    },
    beginTransaction: (connection, settings) => driver.beginTransaction(connection, settings),
    commitTransaction: (connection) => driver.commitTransaction(connection),
    rollbackTransaction: (connection) => driver.rollbackTransaction(connection),
    destroy: async () => undefined,
  };
}

/** node:sqlite in the clothes of better-sqlite3, which Kysely's dialect is written for. */
function asKyselyDatabase(database: SqliteLike): SqliteDatabase {
  return {
    close: () => void database.close(),
    prepare(sql): SqliteStatement {
      const statement = database.prepare(sql);
      return {
        reader: statement.reader ?? (statement.columns?.() ?? []).length > 0,
        all: (parameters) => statement.all(...asBound(parameters)),
        run: (parameters) => statement.run(...asBound(parameters)),
        iterate: (parameters) =>
          statement.iterate?.(...asBound(parameters)) ?? statement.all(...asBound(parameters)).values(),
      };
    },
  };
}
