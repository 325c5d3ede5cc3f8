import { OutboxError, outboxModel } from "@keyhold/core/outbox";
import { describe, expect, test } from "vitest";
import { asking, openShop, repeated } from "./shop.js";

/* Entries that outlive their input or their kind. */

const rowsOf = ({ db }: Pick<ReturnType<typeof openShop>, "db">) =>
  db.list(outboxModel, {}, { orderBy: "createdAt", limit: 100 });

const seats = (order: string) => ({ input: { order }, key: "seats" });

describe("a new input for an entry", () => {
  test("whose attempt has an unknown outcome is not taken for the input of that attempt", async () => {
    const orders: string[] = [];
    const world = openShop({
      ship({ input: { order } }) {
        orders.push(order);
        if (order === "one seat") throw new OutboxError("No answer.");
      },
      // As with a server that finds the order by the key of the entry.
      hasShipped: () => orders.length > 0,
    });
    await world.ctx.transaction((tx) => asking.add(tx, seats("one seat")));
    await world.auth.idle();
    await world.ctx.transaction((tx) => asking.add(tx, seats("two seats")));
    await world.auth.idle();
    world.clock.forward({ minutes: 1 });
    await world.auth.api.work();
    expect(orders).toEqual(["one seat", "two seats"]);
    expect(await rowsOf(world)).toEqual([]);
  });

  test("runs once, if the question says that the attempt before had no effect", async () => {
    const orders: string[] = [];
    const world = openShop({
      ship({ input: { order } }) {
        orders.push(order);
        if (order === "one seat") throw new OutboxError("No answer.");
      },
      hasShipped: () => false,
    });
    await world.ctx.transaction((tx) => asking.add(tx, seats("one seat")));
    await world.auth.idle();
    await world.ctx.transaction((tx) => asking.add(tx, seats("two seats")));
    await world.auth.idle();
    world.clock.forward({ minutes: 1 });
    await world.auth.api.work();
    expect(orders).toEqual(["one seat", "two seats"]);
    expect(await rowsOf(world)).toEqual([]);
  });

  test("runs although the attempt with the earlier input fails for good", async () => {
    const orders: string[] = [];
    const world = openShop({
      async ship({ input: { order }, ctx }) {
        orders.push(order);
        if (order === "two seats") return;
        await ctx.transaction((tx) => repeated.add(tx, seats("two seats")));
        throw new OutboxError("The count is invalid.", { isFinal: true, mayHaveHappened: false });
      },
    });
    await world.ctx.transaction((tx) => repeated.add(tx, seats("one seat")));
    await world.auth.idle();
    world.clock.forward({ minutes: 1 });
    await world.auth.api.work();
    expect(orders).toEqual(["one seat", "two seats"]);
    expect(await rowsOf(world)).toEqual([]);
    expect(world.told()).toEqual([]);
  });
});

describe("an entry of a kind that the app no longer has", () => {
  const ship = () => undefined;

  /** An entry of `removed.kind` before an entry of the shop, both of one owner. */
  async function withRemoved() {
    const world = openShop({ ship });
    const away = (): never => {
      throw new OutboxError("Away.", { mayHaveHappened: false });
    };
    const before = openShop({ ship: away });
    await before.ctx.transaction((tx) => asking.add(tx, { input: { order: "a" }, owner: "ann" }));
    await before.auth.idle();
    const [row] = await rowsOf(before);
    if (!row) throw new Error("No entry was written.");
    await world.db.insert(outboxModel, { ...row, kind: "removed.kind" });
    world.clock.forward({ days: 2 });
    await world.ctx.transaction((tx) => asking.add(tx, { input: { order: "b" }, owner: "ann" }));
    await world.auth.idle();
    return world;
  }

  test("keeps the owner's next entry back until it expires, since a newer process may run it", async () => {
    const world = await withRemoved();
    await world.auth.api.work();
    expect(world.finished()).toEqual([]);
    world.clock.forward({ days: 2 });
    await world.auth.api.work();
    await world.auth.idle();
    expect(world.finished()).toEqual([{ type: "shop.finished", order: "b", result: undefined }]);
    expect(world.told()).toMatchObject([{ kind: "removed.kind", owner: "ann" }]);
    expect(await rowsOf(world)).toMatchObject([{ kind: "removed.kind", state: "failed" }]);
  });

  test("is removed 30 days after it has expired", async () => {
    const world = openShop({ ship });
    const now = world.clock.now();
    const row = { kind: "removed.kind", key: "k", position: 0, input: "?", state: "pending", dueAt: now, attempts: 0 };
    await world.db.insert(outboxModel, { ...row, createdAt: now, expiresAt: new Date(now.getTime() + 86_400_000) });
    world.clock.forward({ days: 31 });
    await world.auth.api.removeExpired();
    expect(await rowsOf(world)).toHaveLength(1);
    world.clock.forward({ seconds: 1 });
    await world.auth.api.removeExpired();
    expect(await rowsOf(world)).toEqual([]);
  });
});

test("an input that a new version of the kind rejects is tried until it expires, and nothing of it is told", async () => {
  const world = openShop({ ship: () => expect.fail("ran") });
  await world.ctx.transaction((tx) => repeated.add(tx, { input: { order: 7 as never }, key: "k" }));
  await world.auth.idle();
  expect(await rowsOf(world)).toMatchObject([{ state: "pending", attempts: 1, lease: null }]);
  expect((await rowsOf(world))[0]?.lastError).not.toContain("7");
});
