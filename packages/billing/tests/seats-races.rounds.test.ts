import { planMigration } from "@keyhold/adapter-kysely";
import { contextOf } from "@keyhold/core/tools";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { freshDatabase, racedAtNight } from "../../../tests/harness/databases.ts";
import { openDatabase } from "../../../tests/harness/processes/open.ts";
import { untilTaken } from "../../../tests/harness/refusals.ts";
import { crowdsOn, isWhole, raceRounds, repeats } from "../../../tests/harness/repeats.ts";
import { openShop, type Shop } from "./seats/shop.ts";

/* Joins, leaves, seats and trials at once, of one organization. */

const services = inject("services");
const timeout = 600_000;
const rounds = isWhole ? raceRounds : repeats(4);

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

/** The codes of failed calls. */
const codesOf = (settled: readonly PromiseSettledResult<unknown>[]): readonly unknown[] =>
  settled.flatMap((one) => (one.status === "rejected" ? [Reflect.get(Object(one.reason), "code")] : []));

describe.each(racedAtNight(services))("on %s", (type) => {
  const callers = inject("tier") === "proof" ? Math.max(...crowdsOn(type)) : 16;
  /** Sixteen callers are never refused for locks. */
  const taken = <T>(call: () => Promise<T>): Promise<T> => (callers > 16 ? untilTaken(call) : call());

  async function opened(settings: Parameters<typeof openShop>[0]): Promise<Shop> {
    const fresh = await freshDatabase(type, services);
    const database = openDatabase(fresh);
    onTestFinished(async () => {
      await database.close();
      await fresh.drop();
    });
    const shop = await openShop({ ...settings, database });
    await (await planMigration(database, shop.auth.schema)).apply();
    return shop;
  }

  const people = async ({ person }: Shop, count: number, round: number): Promise<readonly string[]> => {
    const ids: string[] = [];
    for (const index of numbers(count)) ids.push((await person(`user-${round}-${index}`)).user.id);
    return ids;
  };

  /** Until no work is left, also after failed attempts. */
  async function workedOff({ auth, settled, clock }: Shop): Promise<void> {
    for (let turn = 0; turn < 20; turn += 1) {
      await settled();
      const { entries } = await auth.api.listOutbox({ state: "pending" });
      if (entries.length === 0) return;
      clock.forward({ minutes: 90 });
      await auth.api.work({});
    }
    expect.fail("The outbox has entries left.");
  }

  test(`of ${callers} users who join at once, as many get in as seats were bought`, { timeout }, async () => {
    const shop = await opened({ sells: { team: { seats: "limit" } } });
    for (let round = 0; round < rounds; round += 1) {
      const users = await people(shop, callers, round);
      const { id, owner } = await shop.found(`acme-${round}`);
      await shop.buy(owner.headers, { slug: "team", referenceId: id, seats: 8 });
      const joins = await Promise.allSettled(users.map((userId) => taken(() => shop.join(id, userId))));
      expect(new Set(codesOf(joins))).toEqual(new Set(["SEAT_LIMIT_REACHED"]));
      expect(joins.filter(({ status }) => status === "fulfilled")).toHaveLength(7);
      await workedOff(shop);
      expect(await shop.atProvider(id)).toMatchObject({ seats: 8, holders: { length: 8 } });
    }
  });

  test(`the seats are those of the members after ${callers} joins and leaves at once`, { timeout }, async () => {
    const shop = await opened({ sells: { team: { seats: "members" } } });
    for (let round = 0; round < rounds; round += 1) {
      const users = await people(shop, callers, round);
      const { id, owner } = await shop.found(`acme-${round}`);
      const { headers } = owner;
      const leaving = new Map<string, string>();
      for (const userId of users.slice(0, 6)) leaving.set(userId, (await shop.join(id, userId)).id);
      await shop.buy(headers, { slug: "team", referenceId: id });
      const remove = (memberIdOrEmail: string) =>
        shop.auth.api.organization.removeMember({ organizationId: id, memberIdOrEmail }, { headers });
      // A lost answer in the midst.
      shop.desk.fail({ path: "/v1/customer-seats", method: "POST", status: 500, afterWriting: true, times: 1 });
      await Promise.all([
        ...users.slice(6).map((userId) => taken(() => shop.join(id, userId))),
        ...[...leaving.values()].map((memberId) => taken(() => remove(memberId))),
      ]);
      await workedOff(shop);
      shop.desk.recover();
      const holders = [owner.user.id, ...users.slice(6)].sort();
      const { seats, holders: held } = await shop.atProvider(id);
      expect({ seats, held }).toEqual({ seats: holders.length, held: holders });
    }
  });

  test("many joins at once are few changes at the provider", { timeout }, async () => {
    const shop = await opened({ sells: { team: { seats: "members" } } });
    const users = await people(shop, callers, 0);
    const { id, owner } = await shop.found("acme");
    await shop.buy(owner.headers, { slug: "team", referenceId: id });
    shop.desk.fail({ path: "/v1/subscriptions/", status: 503 });
    for (const userId of users) await shop.join(id, userId);
    await shop.settled();
    shop.desk.recover();
    const before = shop.desk.calls.length;
    shop.clock.forward({ minutes: 90 });
    await shop.auth.api.work({});
    await workedOff(shop);
    const changes = shop.desk.calls
      .slice(before)
      .filter(({ method, path }) => method === "PATCH" && path.includes("subscriptions"));
    expect(changes.map(({ body }) => body)).toEqual([{ seats: callers + 1 }]);
  });

  test("an organization that is deleted while its seats change leaves nothing at the provider", {
    timeout,
  }, async () => {
    const shop = await opened({ sells: { team: { seats: "members" } }, customers: { onDelete: "cancel" } });
    for (let round = 0; round < rounds; round += 1) {
      const users = await people(shop, 16, round);
      const { id, owner } = await shop.found(`acme-${round}`);
      await shop.buy(owner.headers, { slug: "team", referenceId: id });
      const { id: subscriptionId } = await shop.atProvider(id);
      const joins = users.map((userId, index) => async () => {
        if (index === (round % 4) * 4) {
          await shop.auth.api.organization.delete({ organizationId: id }, { headers: owner.headers });
        }
        return shop.join(id, userId);
      });
      const settled = await Promise.allSettled(joins.map((join) => untilTaken(join)));
      expect(codesOf(settled).filter((code) => code !== "ORGANIZATION_NOT_FOUND")).toEqual([]);
      for (let turn = 0; turn < 3; turn += 1) {
        await shop.settled();
        shop.clock.forward({ minutes: 90 });
        await shop.auth.api.work({});
      }
      expect((await shop.provider.subscriptions.get(subscriptionId)).status).toBe("canceled");
      expect((await shop.auth.api.listOutbox({ state: "pending" })).entries).toEqual([]);
      expect((await shop.auth.api.listOutbox({ state: "failed" })).entries).toEqual([]);
    }
  });

  test(`of ${callers} checkouts of an owner at once there is one page with the trial`, { timeout }, async () => {
    const shop = await opened({ sells: { pro: { trial: { days: 14 } }, max: { trial: { days: 14 } } } });
    for (let round = 0; round < rounds; round += 1) {
      const { headers } = await shop.person(`ada-${round}`);
      const { id: referenceId } = await shop.auth.api.organization.create(
        { name: "acme", slug: `acme-${round}` },
        { headers },
      );
      const purchases = [
        { slug: "pro" },
        { slug: "max" },
        { slug: "pro", referenceId },
        { slug: "pro", successUrl: "/2" },
      ];
      const answers = await Promise.all(
        numbers(callers).map((index) =>
          taken(() => shop.post("/checkout", purchases[index % purchases.length] ?? {}, headers)),
        ),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      const withTrial = answers.filter(({ body }) => body.trialDays === 14).map(({ body }) => body.url);
      // Each request for the same purchase got the same page.
      expect(new Set(withTrial).size).toBe(1);
      expect(withTrial).toHaveLength(callers / 4);
      for (const { body } of answers.slice(0, 8)) await shop.desk.pay(body.url).catch(() => undefined);
      await shop.settled();
      const all = (await shop.provider.subscriptions.list({ limit: 100 })).items;
      expect(all.filter(({ status }) => status === "trialing").length).toBeLessThanOrEqual(round + 1);
    }
  });

  test("the end of a trial is told once, by whichever process is first", { timeout }, async () => {
    const shop = await opened({ sells: { pro: { trial: { days: 3, warnDays: 2 } } } });
    const ctx = (await contextOf(shop.auth)) ?? expect.fail();
    for (let round = 0; round < rounds; round += 1) {
      const { user, headers } = await shop.person(`ada-${round}`);
      await shop.buy(headers, { slug: "pro" });
      await shop.desk.clock.forward({ days: 2 });
      await shop.settled();
      expect(ctx.hooks("sweep").length).toBeGreaterThan(0);
      await Promise.all(numbers(16).map(() => shop.auth.api.removeExpired({})));
      await shop.settled();
      const told = shop.told("trial.ending").filter((event) => Reflect.get(event, "ownerId") === user.id);
      expect(told).toHaveLength(1);
    }
  });
});
