import { type DialectName, planMigration, type SqlDatabase, type TableOptions } from "@keyhold/adapter-sql";
import { mysql } from "@keyhold/adapter-sql/mysql";
import { postgres } from "@keyhold/adapter-sql/postgres";
import { sqlite } from "@keyhold/adapter-sql/sqlite";
import type { Schema } from "@keyhold/core/adapter";
import { PrismaLibSql } from "@prisma/adapter-libsql";
import { PrismaMariaDb } from "@prisma/adapter-mariadb";
import { PrismaPg } from "@prisma/adapter-pg";

/** The driver adapter of Prisma for a URL, or for a file of SQLite. */
export function driverAdapter(type: DialectName, place: string): object {
  if (type === "postgres") return new PrismaPg(place);
  return type === "mysql" ? new PrismaMariaDb(place) : new PrismaLibSql({ url: `file:${place}` });
}

const openers: Readonly<Record<DialectName, (place: string, options: TableOptions) => SqlDatabase>> = {
  postgres,
  mysql,
  sqlite,
};

/** Creates the tables with the engine's own connection, as Prisma's migrations need a download. */
export async function createTables(
  type: DialectName,
  place: string,
  schema: Schema,
  options: TableOptions = {},
): Promise<void> {
  const database = openers[type](place, options);
  await (await planMigration(database, schema)).apply();
  await database.close();
}
