import type { Dialect, DialectName, Fault } from "./dialect.js";
import { mysqlDialect } from "./mysql.js";
import { postgresDialect } from "./postgres.js";
import { sqliteDialect } from "./sqlite.js";

export const dialects: Readonly<Record<DialectName, Dialect>> = {
  sqlite: sqliteDialect,
  postgres: postgresDialect,
  mysql: mysqlDialect,
};

/** The meaning of an error of the database's client. */
export const faultOf = (type: DialectName, error: unknown): Fault => dialects[type].fault(error);
