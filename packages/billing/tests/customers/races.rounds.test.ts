import { planMigration } from "@keyhold/adapter-kysely";
import { billingCustomerModel } from "@keyhold/billing";
import { outboxModel } from "@keyhold/core/outbox";
import { userModel } from "@keyhold/core/plugin";
import { contextOf } from "@keyhold/core/tools";
import { deleteUser } from "@keyhold/core/users";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { freshDatabase, racedAtNight } from "../../../../tests/harness/databases.ts";
import { openDatabase } from "../../../../tests/harness/processes/open.ts";
import { raceRounds as rounds } from "../../../../tests/harness/repeats.ts";
import { openStore } from "../purchase/open.ts";

/* A customer's creation, link and changes at once with each other and with the deletion of the owner. */

const services = inject("services");
const timeout = 600_000;
const each = Array.from({ length: 16 }, (_, index) => index);

describe.each(racedAtNight(services))("on %s", (type) => {
  async function openShop(createOnSignUp: boolean) {
    const fresh = await freshDatabase(type, services);
    const database = openDatabase(fresh);
    onTestFinished(async () => {
      await database.close();
      await fresh.drop();
    });
    const store = await openStore({ customers: { createOnSignUp }, database });
    await (await planMigration(database, store.auth.schema)).apply();
    const ctx = contextOf(store.auth) ?? expect.fail();
    const { auth, desk, provider, db } = store;
    async function settle(): Promise<void> {
      await auth.idle();
      await desk.delivered();
      await auth.idle();
    }
    const customersOf = async (userId: string) =>
      (await provider.customers.list({ limit: 100 })).items.filter(({ externalId }) => externalId === userId);
    const rowsOf = (ownerId: string) =>
      db.list(billingCustomerModel, { ownerKind: "user", ownerId, goneAt: null }, { orderBy: "id", limit: 9 });
    const forget = async (userId: string) => void (await provider.customers.remove(userId).catch(() => undefined));
    return { ...store, ctx, settle, customersOf, rowsOf, forget };
  }

  test("first checkouts at once with the entry of the sign-up make one customer", { timeout }, async () => {
    const { person, post, settle, customersOf, rowsOf, events, forget } = await openShop(true);
    for (let round = 0; round < rounds; round += 1) {
      const { user, headers } = await person(`ada-${round}`);
      const answers = await Promise.all(each.map(() => post("/checkout", { slug: "pro" }, headers)));
      expect(answers.filter(({ status }) => status !== 200).map(({ text }) => text)).toEqual([]);
      await settle();
      const made = await customersOf(user.id);
      expect(made).toHaveLength(1);
      expect(await rowsOf(user.id)).toMatchObject([{ id: made[0]?.id }]);
      const linked = events.filter((event) => event.type === "customer.linked" && event.ownerId === user.id);
      expect(linked).toHaveLength(1);
      await forget(user.id);
    }
  });

  test("of a link and checkouts at once one customer is the owner's, and each checkout is for it", {
    timeout,
  }, async () => {
    const { auth, person, post, settle, customersOf, rowsOf, provider, requests, forget } = await openShop(false);
    for (let round = 0; round < rounds; round += 1) {
      const { user, headers } = await person(`ada-${round}`);
      const free = await provider.customers.create({ email: `before-${round}@example.com` });
      const before = requests("POST", "/v1/checkouts/").length;
      const outcomes = await Promise.all(
        each.map((index) =>
          index % 4 === round % 4
            ? auth.api.billing.linkCustomer({ userId: user.id, customerId: String(free.id) }).then(
                () => "linked",
                ({ code }) => String(code),
              )
            : post("/checkout", { slug: "pro" }, headers).then(({ status, text }) => (status === 200 ? "200" : text)),
        ),
      );
      await settle();
      const [owned, ...more] = await customersOf(user.id);
      expect(more).toEqual([]);
      const isLinked = owned?.id === free.id;
      const expected = isLinked ? ["200", "linked"] : ["200", "BILLING_CUSTOMER_CONFLICT"];
      expect([...new Set(outcomes)].toSorted()).toEqual(expected);
      expect(await rowsOf(user.id)).toMatchObject([{ id: owned?.id }]);
      const named = requests("POST", "/v1/checkouts/").slice(before);
      expect([...new Set(named.map(({ customer_id }) => customer_id))]).toEqual([owned?.id]);
      await forget(user.id);
    }
  });

  test("of changes of a name at once the last value is at the provider", { timeout }, async () => {
    const { auth, person, post, settle, provider, db, clock } = await openShop(false);
    for (let round = 0; round < rounds; round += 1) {
      const { user, headers } = await person(`ada-${round}`);
      await Promise.all([
        post("/customer/portal", {}, headers),
        ...each.slice(1).map((index) => post("/update-user", { name: `Ada ${round}-${index}` }, headers)),
      ]);
      await settle();
      clock.forward({ minutes: 1 });
      await auth.api.work();
      await settle();
      const row = await db.find(userModel, { id: user.id });
      expect(await provider.customers.byOwner(user.id)).toMatchObject({ name: row?.name });
      expect(await db.count(outboxModel, { owner: user.id })).toBe(0);
    }
  });

  test("a user who is deleted at once with a link, a change and the entry of the sign-up leaves no customer", {
    timeout,
  }, async () => {
    const { auth, ctx, person, post, settle, customersOf, provider, db, clock } = await openShop(true);
    for (let round = 0; round < rounds; round += 1) {
      const { user, headers } = await person(`ada-${round}`);
      const free = await provider.customers.create({ email: `before-${round}@example.com` });
      const link = auth.api.billing
        .linkCustomer({ userId: user.id, customerId: String(free.id) })
        .catch(() => undefined);
      const [, , ...statuses] = await Promise.all([
        ctx.transactionOn(userModel, user.id, (tx, row) => deleteUser(tx, row)),
        link,
        ...each.slice(0, 8).map(async (index) => {
          const path = index % 2 === 0 ? "/checkout" : "/update-user";
          const { status } = await post(path, index % 2 === 0 ? { slug: "pro" } : { name: `Ada ${index}` }, headers);
          return status;
        }),
      ]);
      for (const status of statuses) expect([200, 401, 403, 409]).toContain(status);
      await settle();
      clock.forward({ minutes: 76 });
      await auth.api.work();
      await settle();
      expect(await db.find(userModel, { id: user.id })).toBeNull();
      expect(await customersOf(user.id)).toEqual([]);
      expect(await db.count(outboxModel, { owner: user.id })).toBe(0);
    }
  });
});
