import { planMigration } from "@keyhold/adapter-kysely";
import { billingCustomerModel, billingSubscriptionModel } from "@keyhold/billing";
import { userModel } from "@keyhold/core/plugin";
import { contextOf } from "@keyhold/core/tools";
import { deleteUser } from "@keyhold/core/users";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { freshDatabase, racedAtNight } from "../../../tests/harness/databases.ts";
import { openDatabase } from "../../../tests/harness/processes/open.ts";
import { untilTaken } from "../../../tests/harness/refusals.ts";
import { crowdsAtNight, raceRounds as rounds } from "../../../tests/harness/repeats.ts";
import { openStore } from "./purchase/open.ts";

/* Purchases, changes and deletions at once, of one owner. */

const services = inject("services");
const timeout = 600_000;
const races = racedAtNight(services).flatMap((type) => crowdsAtNight.map((count) => ({ type, count })));

describe.each(races)("$count callers on $type", ({ type, count }) => {
  const callers = Array.from({ length: count }, (_, index) => index);
  /** Sixteen callers are never refused for locks. */
  const taken = <T>(call: () => Promise<T>): Promise<T> => (count > 16 ? untilTaken(call) : call());

  async function openShop(settings: Parameters<typeof openStore>[0] = {}) {
    const fresh = await freshDatabase(type, services);
    const database = openDatabase(fresh);
    onTestFinished(async () => {
      await database.close();
      await fresh.drop();
    });
    const store = await openStore({ ...settings, database });
    await (await planMigration(database, store.auth.schema)).apply();
    const ctx = contextOf(store.auth) ?? expect.fail();
    /** Deletes a user as soon as the database has answered so many questions. */
    async function deletion(userId: string, turns: number): Promise<boolean> {
      for (let turn = 0; turn < turns; turn += 1) await store.db.find(userModel, { id: "none" });
      const deleting = taken(() => ctx.transactionOn(userModel, userId, (tx, user) => deleteUser(tx, user)));
      return deleting.then(
        () => true,
        (error: unknown) => {
          expect(error).toMatchObject({ code: "BILLING_SUBSCRIPTION_ACTIVE" });
          return false;
        },
      );
    }
    return { ...store, deletion };
  }

  test.each(["user", "organization"] as const)(
    "the first checkouts of one %s make one customer",
    {
      timeout,
    },
    async (ownerKind) => {
      const { auth, person, post, provider, desk, db, events } = await openShop();
      for (let round = 0; round < rounds; round += 1) {
        const ada = await person(`ada-${round}`);
        const team = { name: "Acme", slug: `acme-${round}` };
        const ownerId =
          ownerKind === "user" ? ada.user.id : (await auth.api.organization.create(team, { headers: ada.headers })).id;
        const fields = { slug: "pro", ...(ownerKind === "organization" && { referenceId: ownerId }) };
        const answers = await Promise.all(callers.map(() => taken(() => post("/checkout", fields, ada.headers))));
        for (const { status, body } of answers) {
          expect({ status, body }).toEqual({
            status: 200,
            body: { url: expect.stringContaining(desk.origin), redirect: true },
          });
        }
        await desk.delivered();
        await auth.idle();
        const externalId = ownerKind === "user" ? ownerId : `org:${ownerId}`;
        const atProvider = (await provider.customers.list({ limit: 100 })).items;
        const made = atProvider.filter((customer) => customer.externalId === externalId);
        const rows = await db.list(billingCustomerModel, { ownerKind, ownerId }, { orderBy: "id", limit: 20 });
        expect(rows.map(({ id }) => id)).toEqual(made.map(({ id }) => id));
        expect(rows).toHaveLength(1);
        const told = events.filter((event) => event.type === "customer.linked" && event.ownerId === ownerId);
        expect(told).toMatchObject([{ customerId: rows[0]?.id }]);
      }
      expect(await db.list(billingCustomerModel, {}, { orderBy: "id", limit: 100 })).toHaveLength(rounds);
    },
  );

  test("of cancellations and changes at once the provider decides, and the mirror has what it decided", {
    timeout,
  }, async () => {
    const { auth, person, buy, post, provider, desk, db } = await openShop();
    for (let round = 0; round < rounds; round += 1) {
      const { user, headers } = await person(`ada-${round}`);
      desk.deliver({});
      await buy(headers, { slug: "pro" });
      const [bought] = (await provider.subscriptions.list({ ownerId: user.id })).items;
      const subscriptionId = String(bought?.id);
      // Without deliveries the answers alone write the mirror. With them the provider also fails.
      const fails = round % 2 === 1;
      const path = "/v1/subscriptions/";
      desk.deliver({ drop: fails ? 0 : 1 });
      if (fails) {
        desk.fail({ path, method: "PATCH", status: 409, times: 2 });
        desk.fail({ path, method: "PATCH", status: 500, afterWriting: true, times: 1 });
      }
      const asked = (index: number) => {
        if (index % 2 === 0) return post("/billing/subscription/change", changes[(index / 2) % 3] ?? {}, headers);
        const at = index > 10 ? "now" : "period-end";
        return post("/billing/subscription/cancel", { subscriptionId, at }, headers);
      };
      const changes = [
        { subscriptionId, slug: "team" },
        { subscriptionId, slug: "pro", proration: "invoice" },
        { subscriptionId, slug: "team", proration: "next_period" },
      ];
      const answers = await Promise.all(callers.map(asked));
      desk.recover();
      const codes = answers.flatMap(({ status, body }) => (status === 200 ? [] : [`${status} ${body.code}`]));
      const lost = codes.filter((code) => code !== "409 BILLING_SUBSCRIPTION_ALREADY_CANCELED").sort();
      const failed = ["409 BILLING_SUBSCRIPTION_LOCKED", "409 BILLING_SUBSCRIPTION_LOCKED"];
      expect(lost).toEqual(fails ? [...failed, "503 BILLING_PROVIDER_UNAVAILABLE"] : []);
      expect(codes.length).toBeGreaterThan(lost.length);
      await desk.delivered();
      await auth.idle();
      const { status, productId, cancelAtPeriodEnd, endedAt } = await provider.subscriptions.get(subscriptionId);
      expect(status).toBe("canceled");
      expect(await db.find(billingSubscriptionModel, { id: subscriptionId })).toMatchObject({
        status,
        productId,
        cancelAtPeriodEnd,
        endedAt,
      });
      const kept = answers.filter((answer, index) => index > 10 && index % 2 === 1 && answer.status === 200);
      expect(kept.length).toBeLessThanOrEqual(1);
      if (!fails) expect(kept).toHaveLength(1);
    }
  });

  test.each([true, false])(
    "nothing is bought for a user who is deleted meanwhile (address verified: %s)",
    {
      timeout,
    },
    async (emailVerified) => {
      const { auth, person, post, provider, desk, db, deletion, clock } = await openShop();
      for (let round = 0; round < rounds; round += 1) {
        const { user, headers } = await person(`ada-${round}`, { emailVerified });
        const urls: string[] = [];
        // The deletion begins before, amid or after the answers.
        const early = [0, count / 2, count - 1][round % 3] ?? 0;
        let answered = 0;
        let begin: (value?: unknown) => void = () => undefined;
        const begun = new Promise((resolve) => {
          begin = resolve;
        });
        if (early === 0) begin();
        async function open(index: number): Promise<void> {
          const { status, body } = await taken(() => post("/checkout", { slug: "pro" }, headers));
          answered += 1;
          if (answered === early) begin();
          expect([200, 401, 403]).toContain(status);
          if (status !== 200) return;
          // Some buyers pay at once.
          if (round % 3 === 1 && index === 0) await desk.pay(body.url, { email: user.email }).catch(expectExpired);
          else urls.push(body.url);
        }
        const [isDeleted] = await Promise.all([
          begun.then(() => deletion(user.id, (round % 5) * 6)),
          ...callers.slice(1).map((_, index) => open(index)),
        ]);
        await auth.idle();
        await desk.delivered();
        await auth.api.work({});
        expect(await db.find(userModel, { id: user.id })).toEqual(isDeleted ? null : expect.anything());
        if (!isDeleted) continue;
        for (const url of emailVerified ? urls : urls.slice(0, 2)) {
          const paid = desk.pay(url, { email: user.email });
          if (emailVerified) await expect(paid).rejects.toThrow(/expired/);
          else await paid.catch(expectExpired);
        }
        clock.forward({ minutes: 76 });
        await auth.api.work({});
        await auth.idle();
        expect(await provider.customers.byOwner(user.id)).toBeNull();
        const running = await provider.subscriptions.list({ active: true, limit: 100 });
        const owners = running.items.map(({ customer }) => Reflect.get(Object(customer), "externalId"));
        expect(owners).not.toContain(user.id);
      }
    },
  );
});

function expectExpired(error: unknown): void {
  expect(String(error)).toMatch(/expired/);
}
