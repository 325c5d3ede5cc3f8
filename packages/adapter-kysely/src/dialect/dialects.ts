import type { Dialect, DialectName } from "./dialect.js";
import { mysqlDialect } from "./mysql.js";
import { postgresDialect } from "./postgres.js";
import { sqliteDialect } from "./sqlite.js";

export const dialects: Readonly<Record<DialectName, Dialect>> = {
  sqlite: sqliteDialect,
  postgres: postgresDialect,
  mysql: mysqlDialect,
};
