import { planMigration } from "@keyhold/adapter-kysely";
import { afterAll, beforeAll, describe, inject, test } from "vitest";
import { openApp } from "../../../../tests/harness/app.ts";
import { databaseTypes, type FreshDatabase, freshDatabase } from "../../../../tests/harness/databases.ts";
import { openDatabase } from "../../../../tests/harness/processes/open.ts";
import { capped, guessed, raceCap, raceShares } from "../../../../tests/harness/raced-guesses.ts";
import { repeats } from "../../../../tests/harness/repeats.ts";

const services = inject("services");
const rounds = Array.from({ length: repeats(10, 5) }, (_, round) => round);

describe.each(databaseTypes(services))("guesses that two processes count on %s", (type) => {
  let fresh: FreshDatabase;
  let databases: readonly ReturnType<typeof openDatabase>[];
  const open = (changes: typeof guessed) => {
    const [here, there] = databases.map((database) =>
      openApp({ ...changes, database, rateLimit: { ...changes.rateLimit, storage: "database" } }),
    );
    if (!here || !there) throw new Error("There are too few processes.");
    return [here, there] as const;
  };

  beforeAll(async () => {
    fresh = await freshDatabase(type, services);
    const database = openDatabase(fresh);
    databases = [database, openDatabase(fresh)];
    await (await planMigration(database, open(guessed)[0].auth.schema)).apply();
  });
  afterAll(async () => {
    for (const database of databases) await database.close();
    await fresh.drop();
  });

  test("from one network are half of a window, and from many networks at once a whole window", async () => {
    const processes = open(guessed);
    for (const round of rounds) await raceShares(processes, round);
  });

  test("from one address are as many as its cap", async () => {
    const processes = open(capped);
    for (const round of rounds) await raceCap(processes, round);
  });
});
