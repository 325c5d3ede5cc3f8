import { DatabaseSync } from "node:sqlite";
import { planMigration } from "@keyhold/adapter-kysely";
import { sqlite } from "@keyhold/adapter-kysely/sqlite";
import { billingUsageModel } from "@keyhold/billing";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { databaseTypes, freshDatabase } from "../../../../tests/harness/databases.ts";
import { noting } from "../../../../tests/harness/noted-statements.ts";
import { openDatabase } from "../../../../tests/harness/processes/open.ts";
import { openUsage } from "./open.ts";

const services = inject("services");
const callers = Array.from({ length: 64 }, (_, index) => index);

/** An app on SQLite, and the statements that run there. */
async function openNoted() {
  const ran: string[] = [];
  const opened = new DatabaseSync(":memory:");
  const database = sqlite(noting(opened, ran));
  const shop = await openUsage({ database });
  onTestFinished(() => opened.close());
  await (await planMigration(database, shop.auth.schema)).apply();
  const { user } = await shop.person("ada");
  return { ...shop, opened, ran, user };
}

test("uses without a key that arrive at the same time share statements, and a lone use is one statement", async () => {
  const { api, atProvider, buy, db, ran, settled, user } = await openNoted();
  await buy(user.id);
  const inserts = () => ran.splice(0).filter((sql) => sql.startsWith('insert into "billingUsage" '));
  inserts();
  await api.track({ event: "call", userId: user.id, units: 0.01 });
  expect(inserts()).toHaveLength(1);
  const answers = await Promise.all(callers.map(() => api.track({ event: "call", userId: user.id, units: 0.01 })));
  expect(inserts().length).toBeLessThan(callers.length / 2);
  expect(answers.every(({ isNew }) => isNew)).toBe(true);
  expect(await db.count(billingUsageModel, { owner: user.id })).toBe(65);
  await settled();
  expect(await atProvider(user.id)).toBeCloseTo(10 - 0.65, 6);
});

test("a use that the database rejects fails alone, among uses at the same time", async () => {
  const { api, db, opened, settled, user } = await openNoted();
  opened.exec(`create trigger "reject" before insert on "billingUsage" when new."event" = 'visit'
    begin select raise(abort, 'no visits'); end`);
  const answers = await Promise.allSettled(
    callers.map((index) => api.track({ event: index === 40 ? "visit" : "free", userId: user.id })),
  );
  expect(answers.flatMap(({ status }, index) => (status === "rejected" ? [index] : []))).toEqual([40]);
  expect(await db.count(billingUsageModel, { owner: user.id })).toBe(63);
  await settled();
});

describe.each(databaseTypes(services))("on %s", (type) => {
  test("a use in a transaction of the app commits with it, beside uses at the same time", async () => {
    const fresh = await freshDatabase(type, services);
    const database = openDatabase(fresh);
    onTestFinished(async () => {
      await database.close();
      await fresh.drop();
    });
    const { api, auth, db, person, settled } = await openUsage({ database });
    await (await planMigration(database, auth.schema)).apply();
    const { user } = await person("ada");
    const use = { event: "free", userId: user.id } as const;
    const failing = auth.transaction(async (transaction) => {
      await transaction.api.billing.track(use);
      throw new Error("The job failed.");
    });
    const [outcome] = await Promise.allSettled([failing, ...callers.map(() => api.track(use))]);
    expect(outcome).toMatchObject({ status: "rejected", reason: { message: "The job failed." } });
    expect(await db.count(billingUsageModel, { owner: user.id })).toBe(64);
    await settled();
  });
});
