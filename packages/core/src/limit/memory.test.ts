import { beforeEach, describe, expect, test } from "vitest";
import type { Limiter } from "../contract/limit.js";
import { maxKeys, memoryLimiter } from "./memory.js";

const limit = { windowSeconds: 10, max: 3 };
let time: number;
let limiter: Limiter;

beforeEach(() => {
  time = Date.parse("2026-01-05T12:00:00.000Z");
  limiter = memoryLimiter(() => new Date(time));
});

const consume = (times: number, key = "a") =>
  Promise.all(Array.from({ length: times }, () => limiter.consume(key, limit)));

describe("a limit in memory", () => {
  test("allows as many as configured, and rejects the next until the window ends", async () => {
    expect(await consume(3)).toEqual([
      { isAllowed: true, count: 1, retryAfterSeconds: 10 },
      { isAllowed: true, count: 2, retryAfterSeconds: 10 },
      { isAllowed: true, count: 3, retryAfterSeconds: 10 },
    ]);
    time += 4500;
    expect(await limiter.consume("a", limit)).toEqual({ isAllowed: false, count: 4, retryAfterSeconds: 6 });
    time += 5499;
    expect(await limiter.consume("a", limit)).toEqual({ isAllowed: false, count: 5, retryAfterSeconds: 1 });
    time += 1;
    expect(await limiter.consume("a", limit)).toEqual({ isAllowed: true, count: 1, retryAfterSeconds: 10 });
  });

  test("begins a window with its first call, regardless of later calls", async () => {
    await consume(1);
    time += 9999;
    await consume(2);
    time += 1;
    expect((await consume(3)).map((verdict) => verdict.isAllowed)).toEqual([true, true, true]);
  });

  test.each([1, 86_400_000])(
    "is no longer after the clock was set back by %i ms, and begins no new window",
    async (milliseconds) => {
      await consume(4);
      time -= milliseconds;
      expect(await limiter.consume("a", limit)).toEqual({ isAllowed: false, count: 5, retryAfterSeconds: 10 });
      time += 9999;
      expect(await limiter.consume("a", limit)).toEqual({ isAllowed: false, count: 6, retryAfterSeconds: 1 });
      time += 1;
      expect(await limiter.consume("a", limit)).toEqual({ isAllowed: true, count: 1, retryAfterSeconds: 10 });
    },
  );

  test("counts each key separately", async () => {
    await consume(4, "a");
    expect((await consume(3, "b")).every((verdict) => verdict.isAllowed)).toBe(true);
  });

  test("resets its count, and answers with the previous one", async () => {
    await consume(5);
    expect(await limiter.reset(["a"])).toEqual([5]);
    expect(await limiter.reset(["a"])).toEqual([0]);
    expect((await limiter.consume("a", limit)).count).toBe(1);
  });

  test("has the count 0 once the window is over", async () => {
    await consume(2);
    time += 10_000;
    expect(await limiter.reset(["a"])).toEqual([0]);
  });

  test("keeps a limited number of keys, the most recently used ones", async () => {
    await consume(4, "used long ago");
    await consume(4, "used again");
    for (let index = 0; index < maxKeys - 2; index += 1) await limiter.consume(`flood ${index}`, limit);
    await consume(1, "used again");
    await consume(1, "one more");
    expect((await limiter.consume("used again", limit)).count).toBe(6);
    expect((await limiter.consume("flood 1", limit)).count).toBe(2);
    expect((await limiter.consume("used long ago", limit)).count).toBe(1);
  });

  test("loses no count of one kind in a flood of another", async () => {
    await limiter.consume("wrong-passwords|ada", limit);
    for (let index = 0; index <= maxKeys; index += 1) await limiter.consume(`/sign-in/email|${index}`, limit);
    expect((await limiter.consume("/sign-in/email|0", limit)).count).toBe(1);
    expect((await limiter.consume("wrong-passwords|ada", limit)).count).toBe(2);
  });
});
