import type { KyselyDatabase } from "@keyhold/adapter-kysely";
import { mysql } from "@keyhold/adapter-kysely/mysql";
import { postgres } from "@keyhold/adapter-kysely/postgres";
import type { Schema } from "@keyhold/core/adapter";
import {
  accountModel,
  defineChild,
  defineModel,
  type Model,
  sessionModel,
  text,
  userModel,
  verificationModel,
  withColumns,
} from "@keyhold/core/plugin";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { type FreshDatabase, freshDatabase } from "../../../../tests/harness/databases.js";
import { referenceTables } from "../../../../tests/harness/reference-tables.ts";
import { createStatements } from "./create-statements.js";
import { planMigration } from "./plan.js";

const services = inject("services");
const schemaOf = (...models: readonly Model[]): Schema => ({
  models: new Map(models.map((model) => [model.name, model])),
});
const clubModel = defineModel("club", { id: text(), name: text() });
const memberModel = defineChild("clubMember", clubModel, {
  id: text(),
  clubId: text().references(clubModel),
  userId: text().references(userModel),
});
const core = [userModel, sessionModel, accountModel, verificationModel];
const now = new Date("2024-02-29T12:00:00.000Z");

describe.each(["postgres", "mysql"] as const)("a migration on %s", (type) => {
  describe.skipIf(services[type] === null)("that is reached", () => {
    let fresh: FreshDatabase;
    let database: KyselyDatabase;
    const open = (): KyselyDatabase => (type === "postgres" ? postgres(fresh.place) : mysql(fresh.place));

    beforeEach(async () => {
      fresh = await freshDatabase(type, services);
      database = open();
    });
    afterEach(async () => {
      await database.close();
      await fresh.drop();
    });

    async function makeReferenceTables(): Promise<void> {
      for (const statement of referenceTables(type)) await sql.raw(statement).execute(database.kysely);
    }

    it("is applied by three processes concurrently, and is empty afterwards", async () => {
      const others = [open(), open(), open()];
      const plans = await Promise.all(others.map((other) => planMigration(other, schemaOf(...core))));
      await Promise.all(plans.map((plan) => plan.apply()));
      await Promise.all(others.map((other) => other.close()));
      const plan = await planMigration(database, schemaOf(...core));
      expect([plan.statements, plan.warnings]).toEqual([[], []]);
    });

    it("adds the missing indexes to tables of other software", async () => {
      await makeReferenceTables();
      const plan = await planMigration(database, schemaOf(...core));
      // MariaDB has created an index for each reference automatically.
      const steps = plan
        .describe()
        .split("\n")
        .filter((line) => /^create.*(?<!\(userId\))$/.test(line));
      expect(steps).toEqual([
        'create the index on "session" (expiresAt)',
        'create the unique index on "account" (providerId, accountId)',
        'create the index on "account" (accountId)',
        'create the index on "verification" (identifier)',
        'create the index on "verification" (expiresAt)',
      ]);
      await plan.apply();
      expect((await planMigration(database, schemaOf(...core))).isEmpty).toBe(true);
    });

    it("references tables of other software with any collation", async () => {
      await makeReferenceTables();
      const schema = schemaOf(...core, clubModel, memberModel);
      await (await planMigration(database, schema)).apply();
      const extended = schemaOf(
        ...core,
        withColumns(clubModel, { founderId: text().references(userModel).optional() }),
        memberModel,
      );
      await (await planMigration(database, extended)).apply();
      expect((await planMigration(database, extended)).isEmpty).toBe(true);
    });

    it("supports tables of other software: rows are written, found exactly, and removed with their references", async () => {
      await makeReferenceTables();
      const db = database.connect(schemaOf(...core));
      const user = { id: "u", name: "Ada", email: "ada@example.com", createdAt: now, updatedAt: now };
      await db.insert(userModel, user);
      await db.insert(sessionModel, {
        id: "s",
        token: "Token",
        userId: "u",
        expiresAt: now,
        createdAt: now,
        updatedAt: now,
      });
      for (const token of ["token", "Token ", "Tokén"]) expect(await db.find(sessionModel, { token })).toBe(null);
      const found = await db.find(sessionModel, { token: "Token" }, { with: userModel });
      expect(found).toMatchObject({ expiresAt: now, user: { ...user, emailVerified: false, image: null } });
      expect(await db.remove(userModel, { id: "u" })).toBe(1);
      expect(await db.count(sessionModel, { userId: "u" })).toBe(0);
    });

    it("stores dates independent of time zones: of the session, of the process, of the column", async () => {
      await makeReferenceTables();
      const zone = type === "postgres" ? "set time zone 'Asia/Kolkata'" : "set time_zone = '+05:30'";
      const stored = type === "postgres" ? `timestamp '2024-02-29 12:00:00'` : `'2024-02-29 12:00:00'`;
      await sql.raw(zone).execute(database.kysely);
      const into = sql`insert into ${sql.table("verification")} (${sql.join(
        ["id", "identifier", "value", "expiresAt"].map((name) => sql.ref(name)),
      )})`;
      await sql`${into} values ('1', 'others', '', ${sql.raw(stored)})`.execute(database.kysely);
      const db = database.connect(schemaOf(...core));
      await db.insert(verificationModel, { id: "2", identifier: "ours", value: "", expiresAt: now });
      const { rows } = await sql<{ same: unknown }>`
      select count(distinct ${sql.ref("expiresAt")}) as same from ${sql.table("verification")}`.execute(
        database.kysely,
      );
      expect(Number(rows[0]?.same), "the two are stored differently").toBe(1);
      expect((await db.consume(verificationModel, { identifier: "others" }))?.expiresAt).toEqual(now);
    });
  });
});

describe.skipIf(services.mysql === null)("statements for MySQL without a server", () => {
  it("make tables that tell a text from the same text with a blank at its end", async () => {
    const fresh = await freshDatabase("mysql", services);
    const database = mysql(fresh.place);
    const word = defineModel("word", { id: text(), spelling: text().unique() });
    for (const statement of createStatements(schemaOf(word), "mysql"))
      await sql.raw(statement).execute(database.kysely);
    const db = database.connect(schemaOf(word));
    for (const spelling of ["abc", "abc ", "ABC", "äbc"])
      expect(await db.insert(word, { id: spelling, spelling })).toMatchObject({ spelling });
    expect((await planMigration(database, schemaOf(word))).describe()).toBe("The database is up to date.");
    await database.close();
    await fresh.drop();
  });
});
