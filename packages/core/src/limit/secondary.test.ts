import { createClock, memoryStorage } from "@keyhold/testing";
import { faultyStorage, type StorageFaultPlan } from "@keyhold/testing/faults";
import { beforeEach, describe, expect, it } from "vitest";
import type { Limiter } from "../contract/limit.js";
import { guardStorage } from "../storage/guarded-storage.js";
import { memoryLimiter } from "./memory.js";
import { secondaryLimiter } from "./secondary.js";

let clock: ReturnType<typeof createClock>;
let plan: StorageFaultPlan;
let limiter: Limiter;

const limit = { windowSeconds: 10, max: 3 };

/** Two processes share only the storage. */
function openLimiter(storage = memoryStorage({ now: clock.now })): Limiter {
  const guarded = guardStorage({ storage, now: clock.now, onFailure: () => undefined });
  return secondaryLimiter(guarded, memoryLimiter(clock.now));
}

beforeEach(() => {
  clock = createClock();
  plan = {};
  limiter = openLimiter(faultyStorage(memoryStorage({ now: clock.now }), plan));
});

const consume = async (times: number): Promise<readonly boolean[]> => {
  const verdicts = [];
  for (let time = 0; time < times; time += 1) verdicts.push((await limiter.consume("key", limit)).isAllowed);
  return verdicts;
};

describe("a limit in the secondary storage", () => {
  it("allows as many as configured in one window, and again in the next", async () => {
    expect(await consume(5)).toEqual([true, true, true, false, false]);
    clock.forward({ seconds: 10 });
    expect(await consume(1)).toEqual([true]);
  });

  it("answers with the count, and with the whole seconds until the next window", async () => {
    expect(await limiter.consume("key", limit)).toEqual({ isAllowed: true, count: 1, retryAfterSeconds: 10 });
    clock.forward({ milliseconds: 9999 });
    expect(await limiter.consume("key", limit)).toEqual({ isAllowed: true, count: 2, retryAfterSeconds: 1 });
  });

  it("is one for all processes that share the storage", async () => {
    const storage = memoryStorage({ now: clock.now });
    const limiters = [openLimiter(storage), openLimiter(storage)];
    const verdicts = await Promise.all(
      Array.from({ length: 16 }, (_, index) => limiters[index % 2]?.consume("key", limit)),
    );
    expect(verdicts.filter((verdict) => verdict?.isAllowed)).toHaveLength(3);
  });

  it("counts each key separately", async () => {
    await consume(3);
    expect((await limiter.consume("other", limit)).count).toBe(1);
  });

  it("begins anew when it is reset, and answers with the previous count", async () => {
    await consume(2);
    expect([await limiter.reset(["key"]), await limiter.reset(["key"])]).toEqual([[2], [0]]);
    expect(await consume(4)).toEqual([true, true, true, false]);
  });
});

describe("a limit in a storage that does not answer", () => {
  it("is counted by the fallback, never uncounted", async () => {
    plan.isUnavailable = true;
    expect(await consume(5)).toEqual([true, true, true, false, false]);
    expect(await limiter.reset(["key"])).toEqual([5]);
  });

  it("allows at most twice as many in one window if the storage fails in its middle", async () => {
    expect(await consume(4)).toEqual([true, true, true, false]);
    plan.isUnavailable = true;
    expect(await consume(4)).toEqual([true, true, true, false]);
    plan.isUnavailable = false;
    clock.forward({ seconds: 1 });
    expect(await consume(1)).toEqual([false]);
  });

  it("answers with the count without counting one more", async () => {
    expect(await limiter.peek(["key"])).toEqual([0]);
    await consume(2);
    expect(await limiter.peek(["key", "other", "key"])).toEqual([2, 0, 2]);
    plan.isUnavailable = true;
    expect(await limiter.peek(["key"])).toEqual([0]);
  });

  it("rejects if the fallback fails, too", async () => {
    plan.isUnavailable = true;
    const broken: Limiter = {
      consume: async () => Promise.reject(new Error("The database is away, too.")),
      peek: async () => [],
      reset: async () => [],
    };
    const guarded = guardStorage({
      storage: faultyStorage(memoryStorage(), plan),
      now: clock.now,
      onFailure: () => undefined,
    });
    await expect(secondaryLimiter(guarded, broken).consume("key", limit)).rejects.toThrow("away, too");
  });
});
