import { memory } from "@keyhold/adapter-memory";
import { type CountedDatabase, counted, intercept } from "@keyhold/testing/faults";
import { beforeEach, describe, expect, test } from "vitest";
import { someTurns } from "../../../../tests/harness/turns.ts";
import type { Adapter } from "../adapter/adapter.js";
import { isStorageUnavailable } from "../adapter/unavailable.js";
import type { Limiter } from "../contract/limit.js";
import { rateLimitModel } from "../model/models.js";
import { databaseLimiter } from "./database.js";

const limit = { windowSeconds: 60, max: 3 };
const schema = { models: new Map([["rateLimit", rateLimitModel]]) };
const start = Date.parse("2026-01-05T12:00:00.000Z");
let time: number;
let database: CountedDatabase;
let db: Adapter;
let limiter: Limiter;

const now = (): Date => new Date(time);
const rows = () => db.list(rateLimitModel, {}, { orderBy: "id", limit: 9 });
const used = (): readonly string[] => database.calls.map(({ verb }) => verb);

beforeEach(() => {
  time = start;
  database = counted(memory());
  db = database.connect(schema);
  limiter = databaseLimiter(db, now);
});

async function consume(times: number, key = "a"): Promise<readonly boolean[]> {
  const allowed: boolean[] = [];
  for (let turn = 0; turn < times; turn += 1) allowed.push((await limiter.consume(key, limit)).isAllowed);
  return allowed;
}

describe("a limit in the database", () => {
  test("allows as many as configured, and rejects the next until the window ends", async () => {
    expect(await limiter.consume("a", limit)).toEqual({ isAllowed: true, count: 1, retryAfterSeconds: 60 });
    time += 30_500;
    expect(await limiter.consume("a", limit)).toEqual({ isAllowed: true, count: 2, retryAfterSeconds: 30 });
    expect(await limiter.consume("a", limit)).toEqual({ isAllowed: true, count: 3, retryAfterSeconds: 30 });
    expect(await limiter.consume("a", limit)).toEqual({ isAllowed: false, count: 4, retryAfterSeconds: 30 });
    time += 29_499;
    expect(await limiter.consume("a", limit)).toEqual({ isAllowed: false, count: 5, retryAfterSeconds: 1 });
    time += 1;
    expect(await limiter.consume("a", limit)).toEqual({ isAllowed: true, count: 1, retryAfterSeconds: 60 });
  });

  test("is one row per key, with an id derived from it and the end of its window", async () => {
    await consume(2, "/sign-in/email|203.0.113.7");
    expect(await rows()).toEqual([
      {
        id: expect.stringMatching(/^[A-Za-z0-9_-]{32}$/),
        key: "/sign-in/email|203.0.113.7",
        count: 2,
        lastRequest: start + 60_000,
      },
    ]);
    await consume(1, "/sign-in/email|203.0.113.8");
    expect(await rows()).toHaveLength(2);
  });

  test("stores a key of any length within the length of other libraries' tables", async () => {
    const long = [`letters:${"a".repeat(300)}`, `letters:${"a".repeat(299)}b`];
    for (const key of long) expect(await consume(4, key)).toEqual([true, true, true, false]);
    const keys = (await rows()).map(({ key }) => key);
    expect(keys.every((key) => key.length <= 255)).toBe(true);
    expect(new Set(keys).size).toBe(2);
  });

  test("takes one statement for a call, and two for the first of a window", async () => {
    await consume(1);
    expect(used()).toEqual(["add", "insert"]);
    database.reset();
    await consume(2);
    expect(used()).toEqual(["add", "add"]);
    expect(database.transactions).toBe(0);
  });

  test("sends the database no statement in a flood", async () => {
    await consume(4);
    database.reset();
    expect(await consume(1000)).toEqual(Array(1000).fill(false));
    expect(used()).toEqual([]);
  });

  test.each([1, 86_400_000])(
    "is no longer after the clock was set back by %i ms, and begins no new window",
    async (milliseconds) => {
      await consume(4);
      time -= milliseconds;
      expect(await limiter.consume("a", limit)).toMatchObject({ isAllowed: false, retryAfterSeconds: 60 });
      time += 59_999;
      expect(await consume(1)).toEqual([false]);
      time += 1;
      expect(await consume(4)).toEqual([true, true, true, false]);
    },
  );

  test("is shared by processes with different clocks", async () => {
    const slow = databaseLimiter(db, () => new Date(time - 5000));
    await consume(3);
    const allowed: boolean[] = [];
    for (let second = 0; second < 55; second += 1) {
      allowed.push((await slow.consume("a", limit)).isAllowed, ...(await consume(1)));
      time += 1000;
    }
    expect(allowed).toEqual(Array(110).fill(false));
  });

  test("counts on in one window, with and without a cached rejection", async () => {
    await consume(3);
    const refused = await Promise.all(Array.from({ length: 16 }, () => limiter.consume("a", limit)));
    expect(refused.map(({ count }) => count).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 16 }, (_, n) => n + 4),
    );
    time += 10_000;
    expect(await limiter.consume("a", limit)).toMatchObject({ isAllowed: false, count: 20 });
  });

  test("reads the database again after some seconds, since another process may have reset the count", async () => {
    await consume(4);
    await databaseLimiter(db, now).reset(["a"]);
    expect(await consume(1)).toEqual([false]);
    time += 10_000;
    expect(await consume(1)).toEqual([true]);
  });

  test("resets its count, and answers with the previous one", async () => {
    await consume(4);
    expect(await limiter.reset(["a"])).toEqual([3]);
    expect(await rows()).toEqual([]);
    expect(await limiter.reset(["a"])).toEqual([0]);
    expect(await consume(1)).toEqual([true]);
  });

  test("has the count 0 once the window is over", async () => {
    await consume(2);
    time += 60_000;
    expect(await limiter.reset(["a"])).toEqual([0]);
    expect(await rows()).toEqual([]);
  });

  test("is one for all processes, and so is its window", async () => {
    const other = databaseLimiter(db, now);
    await consume(2);
    expect(await other.consume("a", limit)).toMatchObject({ isAllowed: true, count: 3 });
    expect(await other.consume("a", limit)).toMatchObject({ isAllowed: false });
    expect(await consume(1)).toEqual([false]);
  });
});

test("a caller that ends a window later than another caller does not remove the new window", async () => {
  await consume(1);
  time += 60_000;
  const remove: Adapter["remove"] = async (...given) => {
    expect(await consume(3)).toEqual([true, true, true]);
    return db.remove(...given);
  };
  const later = databaseLimiter({ ...db, remove }, now);
  expect(await later.consume("a", limit)).toMatchObject({ isAllowed: false });
});

describe("with many concurrent calls, exactly as many as configured are allowed", () => {
  const race = async (limiters: readonly Limiter[]): Promise<number> => {
    const verdicts = limiters.flatMap((one) => Array.from({ length: 16 }, () => one.consume("a", limit)));
    return (await Promise.all(verdicts)).filter(({ isAllowed }) => isAllowed).length;
  };

  test("in each of twenty windows, one after the other", async () => {
    const shared = memory({ pause: someTurns }).connect(schema);
    for (let window = 0; window < 20; window += 1) {
      const processes = Array.from({ length: 4 }, () => databaseLimiter(shared, now));
      expect(await race(processes)).toBe(3);
      time += 60_000;
    }
  });

  test("if the existing window is ended meanwhile", async () => {
    const shared = memory({ pause: someTurns }).connect(schema);
    const processes = Array.from({ length: 4 }, () => databaseLimiter(shared, now));
    await processes[0]?.consume("a", limit);
    time += 60_000;
    expect(await race(processes)).toBe(3);
  });
});

describe("if the database fails", () => {
  test("the call fails, too: no call is uncounted", async () => {
    const broken = intercept(memory(), { verb: () => Promise.reject(new Error("down")) }).connect(schema);
    await expect(databaseLimiter(broken, now).consume("a", limit)).rejects.toThrow("down");
  });

  test("with inconsistent answers, the call ends as unavailable instead of never", async () => {
    await consume(1);
    const absurd = { ...db, add: async () => null, find: async () => null };
    const outcome = databaseLimiter(absurd, now).consume("a", limit);
    await expect(outcome.catch(isStorageUnavailable)).resolves.toBe(true);
  });
});
