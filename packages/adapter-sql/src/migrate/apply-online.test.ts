import { coreModels, mergeSchema, type Schema } from "@keyhold/core/adapter";
import { text, userModel, withColumns } from "@keyhold/core/plugin";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { databaseTypes, type FreshDatabase, freshDatabase } from "../../../../tests/harness/databases.js";
import { planMigration, type SqlDatabase } from "../index.js";
import { mysql } from "../mysql.js";
import { postgres } from "../postgres.js";
import { sqlite } from "../sqlite.js";

const services = inject("services");
const openers = { sqlite, postgres, mysql } as const;
const schemaOf = (user: typeof userModel): Schema =>
  mergeSchema([{ from: "core", models: [user, ...coreModels.filter(({ name }) => name !== "user")], extends: {} }])
    .schema;
const before = schemaOf(userModel);
const later = schemaOf(withColumns(userModel, { nickname: text().optional().unique(), country: text().indexed() }));
const withCountry = schemaOf(
  withColumns(userModel, {
    nickname: text().optional().unique(),
    country: text()
      .initially(() => "SE")
      .indexed(),
  }),
);

describe.each(databaseTypes(services))("a migration beside the app on %s", (type) => {
  let fresh: FreshDatabase;
  let database: SqlDatabase;
  beforeEach(async () => {
    fresh = await freshDatabase(type, services);
    database = openers[type](fresh.place);
    await (await planMigration(database, before)).apply();
    for (const name of ["a", "b", "c"]) await database.connect(before).insert(userModel, userNamed(name));
  });
  afterEach(async () => {
    await database.close();
    await fresh.drop();
  });

  const userNamed = (name: string) => ({
    name,
    email: `${name}@example.com`,
    createdAt: new Date(),
    updatedAt: new Date(),
  });

  it("adds columns and indexes, tells each step, and leaves no difference", async () => {
    const told: string[] = [];
    const plan = await planMigration(database, withCountry);
    await plan.apply({ online: true, onStep: ({ summary }) => told.push(summary) });
    expect(told).toEqual(plan.steps.map(({ summary }) => summary));
    expect(told).toContain('create the index on "user" (country)');
    expect((await planMigration(database, withCountry)).isEmpty).toBe(true);
    expect(await database.connect(withCountry).count(userModel, { country: "SE" } as object)).toBe(3);
  });

  it("by several processes at once happens once", async () => {
    const plans = await Promise.all([1, 2, 3].map(() => planMigration(database, withCountry)));
    await Promise.all(plans.map((plan) => plan.apply({ online: true })));
    expect((await planMigration(database, withCountry)).isEmpty).toBe(true);
  });

  it("that fails in the middle goes on with a new plan", async () => {
    await expect(planMigration(database, later)).rejects.toThrow(/"user.country" is required and has no default/);
    const plan = await planMigration(database, withCountry);
    let steps = 0;
    const stopped = plan.apply({
      online: true,
      onStep() {
        steps += 1;
        if (steps === 3) throw new Error("stopped");
      },
    });
    await expect(stopped).rejects.toThrow("stopped");
    const rest = await planMigration(database, withCountry);
    expect(rest.steps).toHaveLength(plan.steps.length - 2);
    await rest.apply({ online: true });
    expect((await planMigration(database, withCountry)).isEmpty).toBe(true);
  });

  // On SQLite the only writer waits.
  const itOnServers = type === "sqlite" ? () => undefined : it;
  itOnServers("lets other callers write while it waits for a long transaction", async () => {
    const db = database.connect(before);
    const isMigrating = Promise.withResolvers<void>();
    let applied: Promise<void> | undefined;
    let isApplied = false;
    await db.transaction(async (tx) => {
      await tx.insert(userModel, userNamed("long"));
      const plan = await planMigration(database, withCountry);
      const apply = (): Promise<void> =>
        plan.apply({ online: true, onStep: () => isMigrating.resolve() }).then(() => {
          isApplied = true;
        });
      applied = apply();
      await isMigrating.promise;
      for (const name of ["d", "e", "f"]) await db.insert(userModel, userNamed(name));
      expect(isApplied, "the migration did not wait for the transaction").toBe(false);
    });
    await applied;
    expect((await planMigration(database, withCountry)).isEmpty).toBe(true);
    expect(await db.count(userModel, {})).toBe(7);
  });

  const itOnPostgres = type === "postgres" ? it : () => undefined;
  itOnPostgres("replaces an index that an interrupted one has left unfinished", async () => {
    const builder = new pg.Client({ connectionString: fresh.place, options: "-c lock_timeout=300ms" });
    await builder.connect();
    await database.connect(before).transaction(async (tx) => {
      await tx.insert(userModel, userNamed("long"));
      const built = builder.query(`create index concurrently "user_name_idx" on "user" ("name")`);
      await expect(built).rejects.toThrow(/lock timeout/);
    });
    await builder.end();

    const plan = await planMigration(database, before);
    expect(plan.steps.map(({ summary }) => summary)).toEqual(['drop the unfinished index "user_name_idx" of "user"']);
    await plan.apply({ online: true });
    expect((await planMigration(database, before)).isEmpty).toBe(true);
  });
});
