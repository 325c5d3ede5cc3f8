import type { KyselyDatabase } from "@keyhold/adapter-kysely";
import { planMigration } from "@keyhold/adapter-kysely";
import { mysql } from "@keyhold/adapter-kysely/mysql";
import { postgres } from "@keyhold/adapter-kysely/postgres";
import { sqlite } from "@keyhold/adapter-kysely/sqlite";
import type { Adapter, Schema } from "@keyhold/core/adapter";
import { defineChild, defineModel, defineOneTime, isConflict, type Model, text } from "@keyhold/core/plugin";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { databaseTypes, type FreshDatabase, freshDatabase } from "../../../../tests/harness/databases.js";

const services = inject("services");
const doors = { sqlite, postgres, mysql } as const;
const clubModel = defineModel("club", { id: text() });
const teamModel = defineChild("team", clubModel, { id: text(), clubId: text().references(clubModel) });
const visitModel = defineModel("visit", { id: text(), teamId: text().clearedWith(teamModel) });
const schemaOf = (...models: readonly Model[]): Schema => ({
  models: new Map(models.map((model) => [model.name, model])),
});

/** A trigger that fails the removal of a team, after all other changes. */
const refusal = {
  sqlite: ["create trigger refusal before delete on team begin select raise(abort, 'teams stay'); end"],
  postgres: [
    "create function refuse() returns trigger language plpgsql as $$ begin raise 'teams stay'; end $$",
    "create trigger refusal before delete on team for each row execute function refuse()",
  ],
  mysql: [
    "create trigger refusal before delete on team for each row signal sqlstate '45000' set message_text = 'teams stay'",
  ],
} as const;

describe.each(databaseTypes(services))("a removal that clears columns on %s", (type) => {
  let fresh: FreshDatabase;
  let database: KyselyDatabase;
  let db: Adapter;

  beforeAll(async () => {
    fresh = await freshDatabase(type, services);
    database = doors[type](fresh.place);
    const schema = schemaOf(clubModel, teamModel, visitModel);
    await (await planMigration(database, schema)).apply();
    for (const statement of refusal[type]) await sql.raw(statement).execute(database.kysely);
    db = database.connect(schema);
  });
  afterAll(async () => {
    await database.close();
    await fresh.drop();
  });

  async function makeVisit(name: string): Promise<void> {
    await db.transaction(async (tx) => {
      const club = await tx.insert(clubModel, { id: name });
      if (isConflict(club)) throw new Error("The club is not new.");
      await tx.insert(teamModel, { id: name, clubId: name }, club);
    });
    await db.insert(visitModel, { id: name, teamId: name });
  }

  it("clears no column if the row then cannot be removed, by itself or with its parent", async () => {
    await makeVisit("kept");
    await expect(db.remove(clubModel, { id: "kept" })).rejects.toThrow("teams stay");
    const alone = db.transactionOn(clubModel, "kept", (tx, club) => tx.remove(teamModel, { id: "kept" }, club));
    await expect(alone).rejects.toThrow("teams stay");
    expect(await db.find(visitModel, { id: "kept" })).toEqual({ id: "kept", teamId: "kept" });
  });

  it("is a config error if the column's target is not a table", () => {
    const oneTimeTokenModel = defineOneTime("ticket", { id: text() });
    const lost = defineModel("lost", { id: text(), ticketId: text().clearedWith(oneTimeTokenModel) });
    expect(() => database.connect(schemaOf(lost, oneTimeTokenModel))).toThrow(
      '"lost.ticketId" is cleared with "ticket"',
    );
    expect(() => database.connect(schemaOf(lost))).toThrow("is not a table");
  });
});
