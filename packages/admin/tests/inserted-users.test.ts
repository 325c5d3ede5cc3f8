import { planMigration } from "@keyhold/adapter-kysely";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { databaseTypes, type FreshDatabase, freshDatabase } from "../../../tests/harness/databases.ts";
import { type NotingDatabase, openNoting } from "../../../tests/harness/noting-database.ts";
import { type Fixture, open, type Person } from "./fixture.ts";

const services = inject("services");

describe.each(databaseTypes(services))("users inserted by the app's own SQL, on %s,", (type) => {
  let fresh: FreshDatabase;
  let opened: NotingDatabase;
  let fixture: Fixture;
  let admin: Person;

  beforeEach(async () => {
    fresh = await freshDatabase(type, services);
    opened = openNoting(fresh);
    fixture = open({ config: { database: opened.database } });
  });
  afterEach(async () => {
    await fixture.auth.idle();
    await opened.close();
    await fresh.drop();
  });

  const plan = () => planMigration(opened.database, fixture.auth.schema);
  const migrate = async (): Promise<void> => (await plan()).apply();
  const run = (statement: string): Promise<unknown> =>
    opened.run(type === "mysql" ? statement.replaceAll('"', "`") : statement);
  const insert = (names: readonly string[], first = 0): Promise<unknown> =>
    run(
      `insert into "user" ("id", "name", "email", "emailVerified", "createdAt", "updatedAt") values ${names
        .map((name, index) => {
          const id = `inserted${first + index}`;
          return `('${id}', '${name}', '${id}@example.com', ${type === "postgres" ? "true" : "1"}, '2026-01-01 00:00:00', '2026-01-01 00:00:00')`;
        })
        .join(", ")}`,
    );
  const found = async (query: object): Promise<readonly string[]> =>
    (await admin.client.admin.listUsers({ limit: 100, ...query })).data?.users.map(({ name }) => name) ?? [];
  const named = (searchValue: string) => found({ searchField: "name", searchValue });

  /** Tables as they were before defaults were in the database, with an administrator. */
  async function migrateFromBefore(): Promise<void> {
    for (const statement of (await plan()).statements) await opened.run(statement.replace(" default ''", ""));
    admin = await fixture.join("admin", "admin");
    await expect(insert(["Early"])).rejects.toThrow();
    await migrate();
  }

  async function migrateAnew(): Promise<void> {
    await migrate();
    admin = await fixture.join("admin", "admin");
  }

  const tables: [string, () => Promise<void>][] = [["in new tables", migrateAnew]];
  // SQLite cannot change an existing column.
  if (type !== "sqlite") tables.push(["in tables from before defaults were in the database", migrateFromBefore]);

  describe.each(tables)("%s", (_, prepare) => {
    beforeEach(prepare);

    test("are found by name and sorted by name immediately", async () => {
      await insert(["Élodie", "Zoe"]);
      expect(await named("elo")).toEqual(["Élodie"]);
      await insert(["Elon"], 2);
      expect(await found({ sortBy: "name" })).toEqual(["admin", "Élodie", "Elon", "Zoe"]);
      expect((await plan()).describe()).toBe("The database is up to date.");
    });

    test("have the default role", async () => {
      await insert(["Ann"]);
      expect(await found({ filterField: "role", filterValue: "user" })).toEqual(["Ann"]);
    });
  });

  test("are indexed a hundred at each search, and all by indexUsers", async () => {
    await migrate();
    admin = await fixture.join("admin", "admin");
    const many = Array.from({ length: 250 }, (_, index) => `Many ${index}`);
    await insert(many);
    expect(await named("many")).toHaveLength(100);
    expect(await fixture.auth.api.admin.indexUsers()).toEqual({ changed: 150 });
    const { data } = await admin.client.admin.listUsers({ searchField: "name", searchValue: "many", limit: 100 });
    expect(data?.nextCursor).not.toBe(null);
  });

  test("are found behind any number of names with an empty folded form", async () => {
    await migrate();
    admin = await fixture.join("admin", "admin");
    await insert(Array.from({ length: 120 }, () => "\u0301"));
    await insert(["Ann"], 120);
    await named("ann");
    expect(await named("ann")).toEqual(["Ann"]);
    expect(await fixture.auth.api.admin.indexUsers()).toEqual({ changed: 0 });
  });
});
