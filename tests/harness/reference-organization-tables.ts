import type { DialectName } from "@keyhold/adapter-sql";
import type { FreshDatabase } from "./databases.ts";
import { referenceTables } from "./reference-tables.ts";
import { runSql } from "./run-sql.ts";

/** Early tables of the previous library have no cascades and only unique indexes; late ones have both. */
export type Generation = "early" | "late";

interface Types {
  readonly id: string;
  readonly short: string;
  readonly early: string;
  readonly late: string;
}

const types: Record<DialectName, Types> = {
  sqlite: { id: "text", short: "text", early: "date", late: "date" },
  postgres: { id: "text", short: "text", early: "timestamp", late: "timestamptz" },
  mysql: { id: "varchar(36)", short: "varchar(255)", early: "datetime", late: "timestamp(3)" },
};

/** The tables of an app with organizations and teams, beside those of its users and sessions. */
export function referenceOrganizationTables(dialect: DialectName, generation: Generation): readonly string[] {
  const { id, short, [generation]: date } = types[dialect];
  const isLate = generation === "late";
  const cascade = isLate ? " on delete cascade" : "";
  const indexed = isLate ? short : "text";
  const to = (table: string): string => `${id} not null references "${table}" ("id")${cascade}`;
  const indexOn = (table: string, column: string): string =>
    `create index "${table}_${column}_idx" on "${table}" ("${column}")`;
  const statements = [
    `create table "organization" ("id" ${id} not null primary key, "name" ${indexed} not null,
      "slug" ${short} not null unique, "logo" text, "createdAt" ${date} not null, "metadata" text)`,
    `create table "member" ("id" ${id} not null primary key, "organizationId" ${to("organization")},
      "userId" ${to("user")}, "role" ${indexed} not null,${isLate ? "" : ' "teamId" text,'} "createdAt" ${date} not null)`,
    `create table "invitation" ("id" ${id} not null primary key, "organizationId" ${to("organization")},
      "email" ${indexed} not null, "role" ${indexed}, "teamId" ${indexed}, "status" ${indexed} not null,
      "expiresAt" ${date} not null,${isLate ? ` "createdAt" ${date} not null,` : ""} "inviterId" ${to("user")})`,
    `create table "team" ("id" ${id} not null primary key, "name" text not null,${isLate ? ' "memberCount" integer not null,' : ""}
      "organizationId" ${to("organization")}, "createdAt" ${date} not null, "updatedAt" ${date}${isLate ? " null" : ""})`,
    `alter table "session" add column "activeOrganizationId" text`,
    ...(isLate
      ? [
          `create table "teamMember" ("id" ${id} not null primary key, "teamId" ${to("team")}, "userId" ${to("user")},
            "membershipKey" ${short} unique, "createdAt" ${date} null)`,
          `alter table "session" add column "activeTeamId" text`,
          indexOn("team", "organizationId"),
          indexOn("teamMember", "teamId"),
          indexOn("teamMember", "userId"),
          indexOn("member", "organizationId"),
          indexOn("member", "userId"),
          indexOn("invitation", "organizationId"),
          indexOn("invitation", "email"),
        ]
      : []),
  ];
  return dialect === "mysql" ? statements.map((statement) => statement.replaceAll('"', "`")) : statements;
}

export const createReferenceOrganizationTables = (fresh: FreshDatabase, generation: Generation): Promise<void> =>
  runSql(fresh, [...referenceTables(fresh.type), ...referenceOrganizationTables(fresh.type, generation)]);
