import { DatabaseSync } from "node:sqlite";
import { planMigration } from "@keyhold/adapter-sql";
import { createAuth } from "@keyhold/core";
import { afterEach, describe, expect, it } from "vitest";
import { type KyselyDatabase, kyselyAdapter } from "../src/index.js";
import { sqlite } from "../src/sqlite.js";

const waits = { maxWaitMilliseconds: 300 };
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** An auth on the only connection of a database in memory, with the app's own table `city`. */
async function open(database: KyselyDatabase) {
  const auth = createAuth({
    secret: "only for this test: 4f9b7c21d8e3a650",
    baseURL: "http://localhost:3000",
    database,
    rateLimit: { enabled: false, wrongPasswords: false },
    emailAndPassword: {
      enabled: true,
      passwordHashing: { algorithm: "scrypt", cost: { logN: 4, blockSize: 8, parallelism: 1 } },
    },
  });
  await (await planMigration(database, auth.schema)).apply();
  await database.kysely.schema.createTable("city").addColumn("name", "text").execute();
  return auth;
}

const ways: Readonly<Record<string, () => KyselyDatabase>> = {
  "`database.kysely` of sqlite()": () => sqlite(new DatabaseSync(":memory:"), waits),
  "the app's own Kysely instance": () => {
    const { kysely } = sqlite(new DatabaseSync(":memory:"), { maxWaitMilliseconds: 60_000 });
    return kyselyAdapter({ kysely, type: "sqlite", ...waits });
  },
};

describe.each(Object.keys(ways))("a query of auth.transaction by %s, beside its `tx`", (way) => {
  it("does not wait forever: an error names `tx`, and everything is rolled back", async () => {
    const database = ways[way]?.();
    if (!database) throw new Error("No database.");
    const auth = await open(database);
    let late: Promise<unknown> = Promise.resolve();
    const work = auth.transaction(async ({ api, tx }) => {
      await api.signUp.email({ name: "Ann", email: "ann@example.com", password: "correct horse battery" });
      const outside = database.kysely.selectFrom("city").selectAll().execute();
      // The work goes on when the query runs: after the end of the transaction.
      late = outside.then(() => tx.insertInto("city").values({ name: "Oslo" }).execute()).catch((error) => error);
      await late;
      await outside;
    });
    await expect(work).rejects.toThrow(/use (its )?`tx`/);
    await late;
    expect(await database.kysely.selectFrom("user").selectAll().execute()).toEqual([]);
    expect(await database.kysely.selectFrom("city").selectAll().execute(), "a statement after the rollback").toEqual(
      [],
    );
  });
});
