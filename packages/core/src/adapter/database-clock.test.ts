import { memory } from "@keyhold/adapter-memory";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Limiter } from "../contract/limit.js";
import { databaseLimiter } from "../limit/database.js";
import { rateLimitModel } from "../model/models.js";
import type { Adapter } from "./adapter.js";
import { createDatabaseClock } from "./database-clock.js";

const start = Date.parse("2026-01-05T12:00:00.000Z");
const schema = { models: new Map([["rateLimit", rateLimitModel]]) };
const own = (): Date => new Date();
let time: number;
let asked: number;
let db: Adapter;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  time = start;
  asked = 0;
  db = {
    ...memory().connect(schema),
    now: async () => {
      asked += 1;
      return new Date(time);
    },
  };
});
afterEach(() => {
  vi.useRealTimers();
});

/** Runs a function in a process with a clock ahead of the database's. */
async function ahead<T>(milliseconds: number, run: () => Promise<T>): Promise<T> {
  vi.setSystemTime(time + milliseconds);
  return run();
}

describe("the database's clock", () => {
  test("is known after one question, which is repeated every half minute at most", async () => {
    const clock = createDatabaseClock(db, own, own);
    await ahead(90_000, clock.synchronize);
    expect(clock.now()).toEqual(new Date(start));
    for (let second = 0; second < 30; second += 1) {
      time += 999;
      await ahead(90_000, clock.synchronize);
      expect(clock.now()).toEqual(new Date(time));
    }
    expect(asked).toBe(1);
    time += 999;
    await ahead(90_000, clock.synchronize);
    expect(asked).toBe(2);
  });

  test("is requested once by many callers", async () => {
    const clock = createDatabaseClock(db, own, own);
    await ahead(0, () => Promise.all(Array.from({ length: 16 }, clock.synchronize)));
    expect(asked).toBe(1);
  });

  test.each([-1, -86_400_000, 86_400_000])("is requested anew if this clock is set by %i ms", async (by) => {
    const clock = createDatabaseClock(db, own, own);
    await ahead(0, clock.synchronize);
    await ahead(by, clock.synchronize);
    expect(clock.now()).toEqual(new Date(start));
  });

  test("is requested again after a failure", async () => {
    const { now } = db;
    db = { ...db, now: async () => Promise.reject(new Error("away")) };
    const clock = createDatabaseClock({ now: () => db.now() }, own, own);
    await expect(ahead(0, clock.synchronize)).rejects.toThrow("away");
    db = { ...db, now };
    await ahead(5000, clock.synchronize);
    expect(clock.now()).toEqual(new Date(start));
  });

  test("is the clock of this process if the database has no own", async () => {
    const clock = createDatabaseClock({ now: async () => null }, own, own);
    await ahead(5000, clock.synchronize);
    expect(clock.now()).toEqual(new Date(start + 5000));
  });

  test("is the clock of a test, about which the database is not asked", async () => {
    const clock = createDatabaseClock(db, () => new Date(5), own);
    await ahead(0, clock.synchronize);
    expect(clock.now()).toEqual(new Date(5));
    expect(asked).toBe(0);
  });

  test("corrects a given clock in step with the system's", async () => {
    const clock = createDatabaseClock(db, () => new Date(Date.now() + 90_000), own);
    await ahead(0, clock.synchronize);
    expect(clock.now()).toEqual(new Date(start));
    time += 60_000;
    await ahead(0, clock.synchronize);
    expect(clock.now()).toEqual(new Date(time));
  });

  test.each([
    ["stopped", 0],
    ["moved", 901_000],
  ])("does not correct a given clock that is %s", async (_, by) => {
    let given = start;
    const clock = createDatabaseClock(db, () => new Date(given), own);
    await ahead(0, clock.synchronize);
    time += 2000;
    given += by;
    await ahead(0, clock.synchronize);
    expect(clock.now()).toEqual(new Date(given));
  });
});

test.each([90_000, 86_400_000])(
  "processes with clocks %i ms apart together allow exactly as many as a limit says",
  async (apart) => {
    const limit = { windowSeconds: 60, max: 3 };
    const open = (): Limiter => {
      const { now, synchronize } = createDatabaseClock(db, own, own);
      return databaseLimiter(db, now, synchronize);
    };
    const [one, other] = [open(), open()];
    for (let window = 0; window < 3; window += 1) {
      let allowed = 0;
      for (let second = 0; second < 60; second += 1) {
        allowed += Number((await ahead(0, () => one.consume("a", limit))).isAllowed);
        allowed += Number((await ahead(apart, () => other.consume("a", limit))).isAllowed);
        time += 1000;
      }
      expect(allowed).toBe(limit.max);
    }
  },
);
