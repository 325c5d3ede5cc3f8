import { DatabaseSync } from "node:sqlite";
import { planMigration } from "@keyhold/adapter-kysely";
import { sqlite } from "@keyhold/adapter-kysely/sqlite";
import { expect, onTestFinished, test } from "vitest";
import { noting } from "../../../../tests/harness/noted-statements.ts";
import { holdingModel } from "../../src/holding/model.ts";
import { openShop } from "./shop.ts";

/* Questions for entitlements that arrive together. */

async function open() {
  const ran: string[] = [];
  const opened = new DatabaseSync(":memory:");
  onTestFinished(() => opened.close());
  const database = sqlite(noting(opened, ran));
  const shop = await openShop({ database });
  await (await planMigration(database, shop.auth.schema)).apply();
  const holdingSelects = () => ran.splice(0).filter((sql) => /^select .*"billingHolding"/s.test(sql));
  return { ...shop, holdingSelects };
}

test("share at most three statements, and each owner gets the owner's own answer", async () => {
  const { auth, buy, person, holdingSelects } = await open();
  const people = await Promise.all(Array.from({ length: 32 }, (_, index) => person(`person-${index}`)));
  const buyers = people.filter((_, index) => index % 8 === 0);
  for (const { user } of buyers) await buy(user.id, "pro");
  holdingSelects();
  const answers = await Promise.all(
    people.map(({ user }) => auth.api.billing.has({ entitlement: "export", userId: user.id })),
  );
  expect(answers.map(({ has }) => has)).toEqual(people.map((one) => buyers.includes(one)));
  expect(holdingSelects().length).toBeLessThanOrEqual(3);
});

test("a purchase between two questions counts in the second", async () => {
  const { auth, buy, person } = await open();
  const { user } = await person("ada");
  const ask = () => auth.api.billing.has({ entitlement: "pro", userId: user.id });
  const before = ask();
  await buy(user.id, "pro");
  expect((await ask()).has).toBe(true);
  expect((await before).has).toBe(false);
});

test("an owner with very many customers takes no answer from another owner", async () => {
  const { auth, ctx, buy, person } = await open();
  const crowd = await person("crowd");
  const ada = await person("ada");
  await buy(ada.user.id, "pro");
  const holdings = { subscriptions: [], orders: [], grants: [], balances: [] };
  for (let index = 0; index < 150; index += 1)
    await ctx.db.insert(
      holdingModel,
      { id: `0-${index}`, owner: crowd.user.id, holdings, told: [] },
      { onConflict: () => null },
    );
  const [ofCrowd, ofAda] = await Promise.all(
    [crowd, ada].map(({ user }) => auth.api.billing.has({ entitlement: "pro", userId: user.id })),
  );
  expect(ofCrowd?.has).toBe(false);
  expect(ofAda?.has).toBe(true);
});
