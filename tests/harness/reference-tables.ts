import type { DialectName } from "@keyhold/adapter-sql";
import type { FreshDatabase } from "./databases.ts";
import { runSql } from "./run-sql.ts";

interface Types {
  readonly id: string;
  readonly short: string;
  readonly text: string;
  readonly boolean: string;
  readonly date: string;
}

const types: Record<DialectName, Types> = {
  sqlite: { id: "text", short: "text", text: "text", boolean: "integer", date: "date" },
  postgres: { id: "text", short: "text", text: "text", boolean: "boolean", date: "timestamp" },
  mysql: { id: "varchar(36)", short: "varchar(255)", text: "text", boolean: "boolean", date: "datetime" },
};

/** The tables of an app of the previous library: only unique indexes, no cascades. */
export function referenceTables(dialect: DialectName): readonly string[] {
  const { id, short, text, boolean, date } = types[dialect];
  const quoted =
    dialect === "mysql" ? (statement: string) => statement.replaceAll('"', "`") : (statement: string) => statement;
  return [
    `create table "user" ("id" ${id} not null primary key, "name" ${text} not null, "email" ${short} not null unique,
      "emailVerified" ${boolean} not null, "image" ${text}, "createdAt" ${date} not null, "updatedAt" ${date} not null)`,
    `create table "session" ("id" ${id} not null primary key, "expiresAt" ${date} not null,
      "token" ${short} not null unique, "createdAt" ${date} not null, "updatedAt" ${date} not null,
      "ipAddress" ${text}, "userAgent" ${text}, "userId" ${id} not null references "user" ("id"))`,
    `create table "account" ("id" ${id} not null primary key, "accountId" ${text} not null, "providerId" ${text} not null,
      "userId" ${id} not null references "user" ("id"), "accessToken" ${text}, "refreshToken" ${text}, "idToken" ${text},
      "accessTokenExpiresAt" ${date}, "refreshTokenExpiresAt" ${date}, "scope" ${text}, "password" ${text},
      "createdAt" ${date} not null, "updatedAt" ${date} not null)`,
    `create table "verification" ("id" ${id} not null primary key, "identifier" ${text} not null,
      "value" ${text} not null, "expiresAt" ${date} not null, "createdAt" ${date}, "updatedAt" ${date})`,
  ].map(quoted);
}

export const createReferenceTables = (fresh: FreshDatabase): Promise<void> =>
  runSql(fresh, referenceTables(fresh.type));
