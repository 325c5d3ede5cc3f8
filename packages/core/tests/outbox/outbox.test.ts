import { OutboxError, outboxModel } from "@keyhold/core/outbox";
import { definePlugin, userModel } from "@keyhold/core/plugin";
import { contextOf } from "@keyhold/core/tools";
import { deleteUser } from "@keyhold/core/users";
import { createTestAuth } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import { asking, failing, openShop, repeated, type ShopAttempt, shopPlugin } from "./shop.js";

const rowsOf = ({ db }: Pick<ReturnType<typeof openShop>, "db">) =>
  db.list(outboxModel, {}, { orderBy: "createdAt", limit: 100 });

/** A shop that takes down every order. */
function shipping(behave: (attempt: ShopAttempt) => unknown = () => undefined) {
  const orders: string[] = [];
  const ship = (attempt: ShopAttempt): unknown => {
    orders.push(attempt.input.order);
    return behave(attempt);
  };
  return { orders, ship };
}

const away = (): never => {
  throw new Error("The shop is away.");
};

describe("an outbox entry", () => {
  test("runs after the commit, once, and leaves no row", async () => {
    const shop = shipping();
    const world = openShop(shop);
    await world.ctx.transaction(async (tx) => {
      await asking.add(tx, { input: { order: "a" } });
      expect(shop.orders).toEqual([]);
    });
    await world.auth.idle();
    expect(shop.orders).toEqual(["a"]);
    expect(await rowsOf(world)).toEqual([]);
    expect(world.finished()).toEqual([{ type: "shop.finished", order: "a", result: undefined }]);
    expect(await world.auth.api.work()).toEqual({ done: 0, retried: 0, failed: 0 });
  });

  test("of a transaction that is rolled back never runs", async () => {
    const shop = shipping();
    const world = openShop(shop);
    const rolledBack = world.ctx.transaction(async (tx) => {
      await asking.add(tx, { input: { order: "a" } });
      throw new Error("Rolled back.");
    });
    await expect(rolledBack).rejects.toThrow("Rolled back.");
    await world.auth.idle();
    expect(shop.orders).toEqual([]);
    expect(await rowsOf(world)).toEqual([]);
  });

  test("is stored encrypted", async () => {
    const world = openShop({ ship: away });
    await world.ctx.transaction((tx) => asking.add(tx, { input: { order: "of a secret" } }));
    await world.auth.idle();
    const [row] = await rowsOf(world);
    expect(JSON.stringify(row)).not.toContain("of a secret");
    expect(row?.input).toMatch(/^sealed1\./);
  });

  test("waits 1 s after a failure, doubled up to an hour, less up to a half, and fails after three days", async () => {
    const shop = shipping(away);
    const world = openShop({ ...shop, hasShipped: () => false });
    await world.ctx.transaction((tx) => asking.add(tx, { input: { order: "a" }, key: "first", owner: "ann" }));
    await world.auth.idle();
    const begun = world.clock.now().getTime();
    for (let attempt = 1; ; attempt += 1) {
      const [row] = await rowsOf(world);
      if (row?.state !== "pending") break;
      const waits = row.dueAt.getTime() - world.clock.now().getTime();
      const most = Math.min(1000 * 2 ** (attempt - 1), 3_600_000);
      expect(row.attempts).toBe(attempt);
      expect(waits).toBeGreaterThanOrEqual(most / 2);
      expect(waits).toBeLessThanOrEqual(most);
      world.clock.forward({ milliseconds: waits - 1 });
      expect(await world.auth.api.work()).toEqual({ done: 0, retried: 0, failed: 0 });
      world.clock.forward({ milliseconds: 1 });
      await world.auth.api.work();
    }
    const [row] = await rowsOf(world);
    const passed = world.clock.now().getTime() - begun;
    expect(passed).toBeGreaterThan(3 * 86_400_000 - 3_600_000);
    expect(passed).toBeLessThanOrEqual(3 * 86_400_000);
    expect(world.told()).toEqual([
      {
        type: "outbox.failed",
        id: row?.id,
        kind: "shop.asking",
        key: "first",
        owner: "ann",
        attempts: shop.orders.length,
        error: "The shop is away.",
      },
    ]);
  });

  test("obeys Retry-After", async () => {
    const world = openShop({
      ship: () => {
        throw new OutboxError("Too many requests.", { retryAfterSeconds: 90, mayHaveHappened: false });
      },
    });
    await world.ctx.transaction((tx) => asking.add(tx, { input: { order: "a" } }));
    await world.auth.idle();
    const [row] = await rowsOf(world);
    expect(row?.dueAt.getTime()).toBe(world.clock.now().getTime() + 90_000);
    expect(row?.lease).toBe(null);
  });

  test("fails at once after a final error, is listed, and runs when it is retried by hand", async () => {
    let isWrong = true;
    const world = openShop({
      ship() {
        if (isWrong) throw new OutboxError("The address is invalid.", { isFinal: true });
      },
    });
    await world.ctx.transaction((tx) => repeated.add(tx, { input: { order: "a" }, key: "k" }));
    await world.auth.idle();
    const { entries, nextCursor } = await world.auth.api.listOutbox();
    expect(nextCursor).toBe(null);
    expect(entries).toEqual([
      expect.objectContaining({
        kind: "shop.repeated",
        key: "k",
        state: "failed",
        attempts: 1,
        lastError: "The address is invalid.",
      }),
    ]);
    expect(entries[0]).not.toHaveProperty("input");
    expect(entries[0]).not.toHaveProperty("lease");
    isWrong = false;
    world.clock.forward({ days: 4 });
    expect(await world.auth.api.work()).toEqual({ done: 0, retried: 0, failed: 0 });
    expect(await world.auth.api.retryOutboxEntry({ id: entries[0]?.id ?? "" })).toEqual({ status: true });
    await world.auth.idle();
    expect(await rowsOf(world)).toEqual([]);
    expect(await world.auth.api.retryOutboxEntry({ id: entries[0]?.id ?? "" })).toEqual({ status: false });
  });

  test("that failed is removed after 30 days", async () => {
    const world = openShop({
      ship: () => {
        throw new OutboxError("No.", { isFinal: true });
      },
    });
    await world.ctx.transaction((tx) => repeated.add(tx, { input: { order: "a" } }));
    await world.auth.idle();
    world.clock.forward({ days: 30 });
    await world.auth.api.removeExpired();
    expect(await rowsOf(world)).toHaveLength(1);
    world.clock.forward({ seconds: 1 });
    await world.auth.api.removeExpired();
    expect(await rowsOf(world)).toEqual([]);
  });
});

describe("after an attempt with an unknown outcome", () => {
  const lostAnswer = (): never => {
    throw new OutboxError("No answer.");
  };

  test("a kind that asks, and hears yes, does not run again", async () => {
    const shop = shipping(lostAnswer);
    const world = openShop({ ...shop, hasShipped: () => true });
    await world.ctx.transaction((tx) => asking.add(tx, { input: { order: "a" } }));
    await world.auth.idle();
    world.clock.forward({ seconds: 1 });
    expect(await world.auth.api.work()).toEqual({ done: 1, retried: 0, failed: 0 });
    expect(shop.orders).toEqual(["a"]);
    await world.auth.idle();
    expect(world.finished()).toEqual([{ type: "shop.finished", order: "a", result: "shipped before" }]);
  });

  test("a kind that asks, and hears no, runs again", async () => {
    const shop = shipping(({ attempt }) => (attempt === 1 ? lostAnswer() : undefined));
    const world = openShop({ ...shop, hasShipped: () => false });
    await world.ctx.transaction((tx) => asking.add(tx, { input: { order: "a" } }));
    await world.auth.idle();
    world.clock.forward({ seconds: 1 });
    expect(await world.auth.api.work()).toEqual({ done: 1, retried: 0, failed: 0 });
    expect(shop.orders).toEqual(["a", "a"]);
  });

  test("a kind asks again if the question failed, although the question itself changes nothing", async () => {
    let questions = 0;
    const shop = shipping(lostAnswer);
    const world = openShop({
      ...shop,
      hasShipped() {
        questions += 1;
        if (questions === 1) throw new OutboxError("Locked.", { mayHaveHappened: false });
        return true;
      },
    });
    await world.ctx.transaction((tx) => asking.add(tx, { input: { order: "a" } }));
    await world.auth.idle();
    for (let turn = 0; turn < 2; turn += 1) {
      world.clock.forward({ seconds: 10 });
      await world.auth.api.work();
    }
    expect(questions).toBe(2);
    expect(shop.orders).toEqual(["a"]);
    expect(await rowsOf(world)).toEqual([]);
  });

  test("no question is asked if the error says that nothing happened", async () => {
    const shop = shipping(({ attempt }) => {
      if (attempt === 1) throw Object.assign(new Error("429"), { mayHaveHappened: false });
    });
    const world = openShop({ ...shop, hasShipped: () => expect.fail("asked") });
    await world.ctx.transaction((tx) => asking.add(tx, { input: { order: "a" } }));
    await world.auth.idle();
    world.clock.forward({ seconds: 1 });
    await world.auth.api.work();
    expect(shop.orders).toEqual(["a", "a"]);
    expect(await rowsOf(world)).toEqual([]);
  });

  test("a kind that fails waits for an administrator, whose retry runs it", async () => {
    const shop = shipping(({ attempt }) => (shop.orders.length === 1 ? lostAnswer() : attempt));
    const world = openShop(shop);
    await world.ctx.transaction((tx) => failing.add(tx, { input: { order: "a" } }));
    await world.auth.idle();
    world.clock.forward({ seconds: 1 });
    expect(await world.auth.api.work()).toEqual({ done: 0, retried: 0, failed: 1 });
    expect(shop.orders).toEqual(["a"]);
    const [entry] = (await world.auth.api.listOutbox()).entries;
    await world.auth.api.retryOutboxEntry({ id: entry?.id ?? "" });
    await world.auth.idle();
    expect(shop.orders).toEqual(["a", "a"]);
    expect(await rowsOf(world)).toEqual([]);
  });
});

describe("the entries of an owner", () => {
  test("run in the order of their transactions, and those of another owner are not kept back", async () => {
    let isAway = true;
    const shop = shipping(({ input }) => {
      if (isAway && input.order === "ann 1") throw new OutboxError("Away.", { mayHaveHappened: false });
    });
    const world = openShop(shop);
    for (const order of ["ann 1", "ann 2", "bob 1", "ann 3"]) {
      await world.ctx.transaction((tx) => asking.add(tx, { input: { order }, owner: order.slice(0, 3) }));
      await world.auth.idle();
    }
    expect(shop.orders).toEqual(["ann 1", "bob 1"]);
    isAway = false;
    world.clock.forward({ seconds: 1 });
    expect(await world.auth.api.work()).toEqual({ done: 3, retried: 0, failed: 0 });
    expect(shop.orders).toEqual(["ann 1", "bob 1", "ann 1", "ann 2", "ann 3"]);
  });

  test("go on behind an entry that has failed for good", async () => {
    const shop = shipping(({ input }) => {
      if (input.order === "1") throw new OutboxError("Never.", { isFinal: true });
    });
    const world = openShop(shop);
    await world.ctx.transaction(async (tx) => {
      for (const order of ["1", "2", "3"]) await asking.add(tx, { input: { order }, owner: "ann" });
    });
    await world.auth.idle();
    expect(shop.orders).toEqual(["1", "2", "3"]);
  });

  test("are removed with the user, of the kinds that say so", async () => {
    const world = openShop({ ship: away });
    const { user } = await world.signUp("ann@example.com");
    await world.ctx.transaction(async (tx) => {
      await failing.add(tx, { input: { order: "failing" }, owner: user.id });
      await asking.add(tx, { input: { order: "asking" }, owner: user.id });
    });
    await world.auth.idle();
    await world.ctx.transactionOn(userModel, user.id, (tx, locked) => deleteUser(tx, locked));
    expect((await rowsOf(world)).map(({ kind }) => kind)).toEqual(["shop.asking"]);
  });
});

describe("an entry with the key of an unfinished entry", () => {
  test("replaces the input", async () => {
    let isAway = true;
    const shop = shipping(() => isAway && away());
    const world = openShop({ ...shop, hasShipped: () => false });
    for (const order of ["one seat", "two seats", "three seats"]) {
      await world.ctx.transaction((tx) => asking.add(tx, { input: { order }, key: "seats" }));
    }
    await world.auth.idle();
    isAway = false;
    world.clock.forward({ minutes: 1 });
    await world.auth.api.work();
    expect(shop.orders.at(-1)).toBe("three seats");
    expect(await rowsOf(world)).toEqual([]);
  });

  test("that runs meanwhile is followed by an attempt with the new input", async () => {
    const world = openShop({
      async ship({ input: { order }, ctx }) {
        orders.push(order);
        if (order === "one seat")
          await ctx.transaction((tx) => asking.add(tx, { input: { order: "two seats" }, key: "seats" }));
      },
    });
    const orders: string[] = [];
    await world.ctx.transaction((tx) => asking.add(tx, { input: { order: "one seat" }, key: "seats" }));
    await world.auth.idle();
    expect(orders).toEqual(["one seat", "two seats"]);
    expect(await rowsOf(world)).toEqual([]);
  });

  test("that failed begins anew", async () => {
    let isWrong = true;
    const shop = shipping(() => {
      if (isWrong) throw new OutboxError("Wrong.", { isFinal: true });
    });
    const world = openShop({ ...shop, hasShipped: () => false });
    await world.ctx.transaction((tx) => asking.add(tx, { input: { order: "wrong" }, key: "k" }));
    await world.auth.idle();
    isWrong = false;
    await world.ctx.transaction((tx) => asking.add(tx, { input: { order: "right" }, key: "k" }));
    await world.auth.idle();
    expect(shop.orders).toEqual(["wrong", "right"]);
    expect(await rowsOf(world)).toEqual([]);
  });
});

describe("a lease", () => {
  test("that ended while the worker worked lets the next worker record the result, and not the first", async () => {
    const second = Promise.withResolvers<void>();
    const first = Promise.withResolvers<void>();
    const shop = shipping(({ attempt }) => (attempt === 1 ? first.promise : second.promise));
    const world = openShop({ ...shop, hasShipped: () => false });
    await world.ctx.transaction((tx) => asking.add(tx, { input: { order: "a" } }));
    const background = world.auth.idle();
    await expect.poll(() => shop.orders).toEqual(["a"]);
    world.clock.forward({ seconds: 90 });
    const working = world.auth.api.work();
    await expect.poll(() => shop.orders).toEqual(["a", "a"]);
    const [row] = await rowsOf(world);
    first.resolve();
    await background;
    expect(await rowsOf(world)).toEqual([row]);
    expect(world.finished()).toEqual([]);
    second.resolve();
    expect(await working).toEqual({ done: 1, retried: 0, failed: 0 });
    expect(await rowsOf(world)).toEqual([]);
  });

  test("that ended lets no failure of the first worker be recorded over the next worker", async () => {
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const shop = shipping(({ attempt }) => (attempt === 1 ? first.promise : second.promise));
    const world = openShop({ ...shop, hasShipped: () => false });
    await world.ctx.transaction((tx) => asking.add(tx, { input: { order: "a" } }));
    const background = world.auth.idle();
    await expect.poll(() => shop.orders).toEqual(["a"]);
    world.clock.forward({ seconds: 90 });
    const working = world.auth.api.work();
    await expect.poll(() => shop.orders).toEqual(["a", "a"]);
    const [row] = await rowsOf(world);
    first.reject(new OutboxError("No.", { isFinal: true }));
    await background;
    expect(await rowsOf(world)).toEqual([row]);
    second.resolve();
    expect(await working).toEqual({ done: 1, retried: 0, failed: 0 });
    expect(world.told()).toEqual([]);
  });
});

test("an auth without a kind has no table and no call of the outbox", () => {
  const { auth } = createTestAuth();
  expect(auth.schema.models.has("outbox")).toBe(false);
  expect(auth.api).not.toHaveProperty("work");
});

test("a kind that no plugin lists is an error that names the kind", async () => {
  const { auth } = createTestAuth();
  const added = contextOf(auth)?.transaction((tx) => asking.add(tx, { input: { order: "a" } }));
  await expect(added).rejects.toThrow('"shop.asking"');
});

test("`auth.api.work` rejects a call inside of a transaction of the app", async () => {
  const world = openShop({ ship: () => undefined });
  await expect(world.auth.transaction(({ api }) => api.work())).rejects.toThrow("outside of auth.transaction");
});

test("a kind that two plugins list is a config error", () => {
  const open = () =>
    createTestAuth({
      plugins: [shopPlugin({ ship: () => undefined }), definePlugin({ id: "other", outbox: [asking] })],
    });
  expect(open).toThrow('the outbox kind "shop.asking" is listed twice');
});

test("the message of an error that no database stores is stored without the difference", async () => {
  const world = openShop({
    ship() {
      throw new Error(`\0${"a".repeat(498)}\u{1f600}`);
    },
  });
  await world.ctx.transaction((tx) => repeated.add(tx, { input: { order: "a" } }));
  await world.auth.idle();
  expect((await rowsOf(world))[0]?.lastError).toBe(`${"a".repeat(498)}\ufffd`);
});
