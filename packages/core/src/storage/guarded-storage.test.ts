import { createClock, memoryStorage } from "@keyhold/testing";
import { faultyStorage, type StorageCall, type StorageFaultPlan } from "@keyhold/testing/faults";
import { beforeEach, describe, expect, it } from "vitest";
import { type GuardedStorage, guardStorage } from "./guarded-storage.js";
import type { SecondaryStorage } from "./secondary-storage.js";

let plan: StorageFaultPlan;
let clock: ReturnType<typeof createClock>;
let failures: string[];
let asked: StorageCall[];
let guarded: GuardedStorage;

const open = (storage: SecondaryStorage): GuardedStorage =>
  guardStorage({ storage, now: clock.now, onFailure: (error) => failures.push(String(error)) });

beforeEach(() => {
  asked = [];
  plan = { before: (call) => void asked.push(call) };
  clock = createClock();
  failures = [];
  guarded = open({ ...faultyStorage(memoryStorage(), plan), timeoutMilliseconds: 20 });
});

const ask = (options?: { isUrgent: boolean }): Promise<string | null> =>
  guarded.ask((storage) => storage.get("key"), "otherwise", options);

describe("a question to the storage", () => {
  it("has its answer, including null", async () => {
    expect(await ask()).toBe(null);
    await guarded.ask((storage) => storage.set("key", "value", 60), undefined);
    expect(await ask()).toBe("value");
    expect(failures).toEqual([]);
  });

  it("is answered by the fallback if the storage rejects", async () => {
    plan.isUnavailable = true;
    expect(await ask()).toBe("otherwise");
  });

  it("is answered by the fallback if the storage throws instead of rejecting", async () => {
    const answer = await guarded.ask(() => {
      throw new Error("thrown at once");
    }, "otherwise");
    expect([answer, failures]).toEqual(["otherwise", ["Error: thrown at once"]]);
  });

  it("is answered by the fallback if the storage hangs, and the error has the timeout", async () => {
    plan.isHanging = true;
    expect(await ask()).toBe("otherwise");
    expect(failures).toEqual(["Error: No answer of memory within 20 ms."]);
  });

  it("ignores an answer, or an error, that comes too late", async () => {
    const late: ((error: Error) => void)[] = [];
    const answer = guarded.ask(() => new Promise((_, reject) => void late.push(reject)), "otherwise");
    expect(await answer).toBe("otherwise");
    for (const reject of late) reject(new Error("late"));
    expect(failures).toHaveLength(1);
  });
});

describe("a storage that has failed", () => {
  beforeEach(async () => {
    plan.isUnavailable = true;
    await ask();
    plan.isUnavailable = false;
  });

  it("gets no question for a second", async () => {
    clock.forward({ milliseconds: 999 });
    expect([await ask(), asked]).toEqual(["otherwise", []]);
    clock.forward({ milliseconds: 1 });
    expect([await ask(), asked.length]).toEqual([null, 1]);
  });

  it("gets urgent questions at once, and all questions once it answers one", async () => {
    expect(await ask({ isUrgent: true })).toBe(null);
    expect([await ask(), asked.length]).toEqual([null, 2]);
  });

  it("is tried by one question, while the others use the fallback", async () => {
    clock.forward({ seconds: 1 });
    plan.before = async (call) => {
      asked.push(call);
      await Promise.resolve();
    };
    const answers = await Promise.all(Array.from({ length: 16 }, () => ask()));
    expect(answers.filter((answer) => answer === null)).toHaveLength(1);
    expect(asked).toHaveLength(1);
    expect(await ask()).toBe(null);
  });

  it("is tried by another one if the first one never ended", async () => {
    clock.forward({ seconds: 1 });
    guarded.ask(() => new Promise(() => undefined), "otherwise");
    expect(await ask()).toBe("otherwise");
    clock.forward({ seconds: 1 });
    expect(await ask()).toBe(null);
  });

  it("gets no question for another second if it fails again", async () => {
    clock.forward({ seconds: 1 });
    plan.isUnavailable = true;
    await ask();
    plan.isUnavailable = false;
    clock.forward({ milliseconds: 999 });
    expect(await ask()).toBe("otherwise");
    clock.forward({ milliseconds: 1 });
    expect(await ask()).toBe(null);
  });
});

describe("a failure of the storage is reported", () => {
  it("once, for any duration", async () => {
    plan.isUnavailable = true;
    for (let second = 0; second < 5; second += 1) {
      await ask();
      await ask({ isUrgent: true });
      clock.forward({ seconds: 1 });
    }
    expect(failures).toHaveLength(1);
  });

  it("again, if the storage has answered in between", async () => {
    for (const isUnavailable of [true, false, true]) {
      plan.isUnavailable = isUnavailable;
      await ask();
      clock.forward({ seconds: 1 });
    }
    expect(failures).toHaveLength(2);
  });

  it("at most once a second, for any number of failures", async () => {
    for (let time = 0; time < 20; time += 1) {
      plan.isUnavailable = time % 2 === 0;
      await ask({ isUrgent: true });
      clock.forward({ milliseconds: 50 });
    }
    expect(failures).toHaveLength(1);
  });
});

describe("the time of the last failure", () => {
  it("stays after the storage answers again, and is null before a failure", async () => {
    await ask();
    expect(guarded.lastFailureAt()).toBe(null);
    plan.isUnavailable = true;
    const failedAt = clock.now().getTime();
    await ask();
    plan.isUnavailable = false;
    clock.forward({ seconds: 1 });
    await ask();
    expect(guarded.lastFailureAt()).toBe(failedAt);
  });

  it("is null if the clock was set back to before it", async () => {
    let time = Date.parse("2026-01-01T12:00:00Z");
    const now = (): Date => new Date(time);
    const other = guardStorage({ storage: memoryStorage(), now, onFailure: () => undefined });
    await other.ask(() => Promise.reject(new Error("failed")), null);
    time -= 1;
    expect(other.lastFailureAt()).toBe(null);
  });
});

it("a clock that is set back makes no rest longer", async () => {
  let time = Date.parse("2026-01-01T12:00:00Z");
  const now = (): Date => new Date(time);
  const other = guardStorage({ storage: faultyStorage(memoryStorage(), plan), now, onFailure: () => undefined });
  plan.isUnavailable = true;
  await other.ask((storage) => storage.get("key"), "otherwise");
  plan.isUnavailable = false;
  time -= 3_600_000;
  expect(await other.ask((storage) => storage.get("key"), "otherwise")).toBe(null);
});
