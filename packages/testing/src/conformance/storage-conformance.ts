import type { SecondaryStorage } from "@keyhold/core/adapter";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { endsInTime, unique } from "./bench.js";
import { answers, race, surprises } from "./race.js";

/** Makes an empty storage, or a storage with separate keys. */
export type MakeStorage = () => Promise<{ readonly storage: SecondaryStorage; close(): Promise<void> }>;

/** The options of `secondaryStorageConformance`. */
export interface StorageConformanceOptions {
  /** How often each race runs. Default 5. */
  readonly rounds?: number;
}

/** The fixture of the tests: the storage does not exist before the suite runs. */
interface Shelf {
  readonly storage: SecondaryStorage;
  readonly rounds: number;
}

const long = 60;
const short = 0.08;
const timeoutMilliseconds = 10_000;

const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/**
 * The contract of the `SecondaryStorage` port, as tests for vitest. Call the function in a test file of each storage.
 *
 * @example secondaryStorageConformance("memory", async () => ({ storage: memoryStorage(), close: async () => undefined }));
 */
export function secondaryStorageConformance(
  name: string,
  make: MakeStorage,
  { rounds = 5 }: StorageConformanceOptions = {},
): void {
  let made: Awaited<ReturnType<MakeStorage>> | undefined;
  const shelf: Shelf = {
    get storage() {
      if (!made) throw new Error("The storage under test was not made.");
      return made.storage;
    },
    rounds,
  };
  describe(`the secondary storage ${name}`, () => {
    beforeAll(async () => {
      made = await make();
    });
    afterAll(async () => made?.close());
    describeValues(shelf);
    describeLifetimes(shelf);
    describeCounters(shelf);
    describeRaces(shelf);
  });
}

function describeValues(shelf: Shelf): void {
  it("has a name and a timeout", () => {
    expect(shelf.storage.name).toMatch(/\S/);
    expect(shelf.storage.timeoutMilliseconds).toBeGreaterThan(0);
  });

  it("has null for a key that was never set", async () => {
    expect([await shelf.storage.get(unique()), await shelf.storage.consume(unique())]).toEqual([null, null]);
  });

  it("answers the last value", async () => {
    const key = unique();
    await shelf.storage.set(key, "first", long);
    await shelf.storage.set(key, "second", long);
    expect(await shelf.storage.get(key)).toBe("second");
    expect(await shelf.storage.get(key), "reading removed the value").toBe("second");
  });

  it.each([
    ["empty", ""],
    ["JSON", '{"a":"\\u0000","b":[1,null]}'],
    ["of several lines", "a\r\nb\n\tc"],
    ["of many scripts", "é 日本 👩‍👩‍👧 \u{10ffff}"],
    ["of control characters", "\u0000\u0001\u001f\u007f"],
    ["in the form of a number", "007"],
    ["of a hundred thousand characters", "x".repeat(100_000)],
  ])("keeps text that is %s unchanged", async (_, value) => {
    const [key, other] = [unique(), unique()];
    await shelf.storage.set(key, value, long);
    await shelf.storage.setIfAbsent(other, value, long);
    expect([await shelf.storage.get(key), await shelf.storage.consume(other)]).toEqual([value, value]);
  });

  it("distinguishes keys with any characters", async () => {
    const mark = unique();
    const keys = ["a", "A", "a ", "a:b", "a\nb", 'a"b', "ä", "*", "a*", "[a]", "__proto__", "x".repeat(500)];
    for (const key of keys) await shelf.storage.set(`${mark}${key}`, `of ${key}`, long);
    const kept = await Promise.all(keys.map((key) => shelf.storage.get(`${mark}${key}`)));
    expect(kept).toEqual(keys.map((key) => `of ${key}`));
  });

  it("sets a value only if the key has no value", async () => {
    const key = unique();
    expect(await shelf.storage.setIfAbsent(key, "first", long)).toBe(true);
    expect(await shelf.storage.setIfAbsent(key, "second", long)).toBe(false);
    expect(await shelf.storage.get(key)).toBe("first");
    await shelf.storage.set(key, "", long);
    expect(await shelf.storage.setIfAbsent(key, "third", long), "empty text is a value, too").toBe(false);
  });

  it("removes a value when it answers it", async () => {
    const key = unique();
    await shelf.storage.set(key, "value", long);
    expect([await shelf.storage.consume(key), await shelf.storage.consume(key)]).toEqual(["value", null]);
    expect(await shelf.storage.get(key)).toBe(null);
    expect(await shelf.storage.setIfAbsent(key, "again", long)).toBe(true);
  });
}

function describeLifetimes(shelf: Shelf): void {
  it("removes a value after its lifetime, after every verb that sets one", async () => {
    const [first, second] = [unique(), unique()];
    await shelf.storage.set(first, "value", short);
    await shelf.storage.setIfAbsent(second, "value", short);
    await gone(shelf, first);
    await gone(shelf, second);
    expect(await shelf.storage.setIfAbsent(first, "again", long)).toBe(true);
  });

  it("accepts fractions of a second as a lifetime, down to less than a millisecond", async () => {
    const key = unique();
    await shelf.storage.set(key, "value", 0.000_01);
    await gone(shelf, key);
  });

  it("uses the last lifetime, and ignores a rejected one", async () => {
    const [renewed, kept, marker] = [unique(), unique(), unique()];
    await shelf.storage.set(renewed, "value", short);
    await shelf.storage.set(renewed, "value", long);
    await shelf.storage.set(kept, "value", long);
    await shelf.storage.setIfAbsent(kept, "other", short);
    await shelf.storage.set(marker, "value", short);
    await gone(shelf, marker);
    expect([await shelf.storage.get(renewed), await shelf.storage.get(kept)]).toEqual(["value", "value"]);
  });
}

function describeCounters(shelf: Shelf): void {
  it("counts from one, and answers the remaining time of the window", async () => {
    const key = unique();
    const counted = [];
    for (let step = 0; step < 3; step += 1) counted.push(await shelf.storage.increment(key, long));
    expect(counted.map(({ count }) => count)).toEqual([1, 2, 3]);
    let before = long * 1000;
    for (const { remainingMilliseconds } of counted) {
      expect(Number.isSafeInteger(remainingMilliseconds), "not whole milliseconds").toBe(true);
      expect(remainingMilliseconds).toBeGreaterThan(0);
      expect(remainingMilliseconds, "the window was prolonged").toBeLessThanOrEqual(before);
      before = remainingMilliseconds;
    }
  });

  it("starts a new window at one, after any count in the old one", async () => {
    const key = unique();
    expect((await shelf.storage.increment(key, short)).count).toBe(1);
    let count = 2;
    const counting = async (): Promise<void> => {
      while (count > 1) {
        await wait(5);
        ({ count } = await shelf.storage.increment(key, short));
      }
    };
    await endsInTime(counting(), timeoutMilliseconds, "a window never ends while calls count in it");
    expect((await shelf.storage.increment(key, short)).count).toBeLessThanOrEqual(2);
  });

  it("keeps counters apart", async () => {
    const [one, other] = [unique(), unique()];
    await shelf.storage.increment(one, long);
    expect((await shelf.storage.increment(other, long)).count).toBe(1);
    expect((await shelf.storage.increment(one, long)).count).toBe(2);
  });

  it("answers a counter's digits, removes it with take, and then starts at one", async () => {
    const key = unique();
    for (let step = 0; step < 12; step += 1) await shelf.storage.increment(key, long);
    expect([await shelf.storage.get(key), await shelf.storage.get(key)]).toEqual(["12", "12"]);
    expect([await shelf.storage.consume(key), await shelf.storage.consume(key)]).toEqual(["12", null]);
    expect((await shelf.storage.increment(key, long)).count).toBe(1);
  });

  it("rejects to count a value that is no counter, and does not change it", async () => {
    const key = unique();
    await shelf.storage.set(key, "text", long);
    await expect(shelf.storage.increment(key, long)).rejects.toThrow();
    expect(await shelf.storage.get(key)).toBe("text");
  });
}

function describeRaces(shelf: Shelf): void {
  const rounds = async (round: () => Promise<void>): Promise<void> => {
    for (let count = 0; count < shelf.rounds; count += 1) await round();
  };

  it("counts each of sixteen concurrent calls", () =>
    rounds(async () => {
      const key = unique();
      const outcomes = await race(() => shelf.storage.increment(key, long));
      expect(surprises(outcomes), "counting failed").toEqual([]);
      const counts = answers(outcomes).map(({ count }) => count);
      const all = Array.from({ length: 16 }, (_, index) => index + 1);
      expect(
        counts.sort((a, b) => a - b),
        "a step was lost or given twice",
      ).toEqual(all);
    }));

  it("lets one of sixteen set a missing value", () =>
    rounds(async () => {
      const key = unique();
      const outcomes = await race((caller) => shelf.storage.setIfAbsent(key, `of ${caller}`, long));
      expect(surprises(outcomes), "setting failed").toEqual([]);
      expect(answers(outcomes).filter(Boolean), "no caller or several callers set it").toHaveLength(1);
      expect(await shelf.storage.get(key), "the value is not that of the caller with `true`").toBe(
        `of ${answers(outcomes).indexOf(true)}`,
      );
    }));

  it("answers a taken value to one of sixteen", () =>
    rounds(async () => {
      const key = unique();
      await shelf.storage.set(key, "value", long);
      const outcomes = await race(() => shelf.storage.consume(key));
      expect(surprises(outcomes), "taking failed").toEqual([]);
      expect(answers(outcomes).filter((answer) => answer !== null)).toEqual(["value"]);
    }));

  it("never overwrites a concurrent unconditional set", () =>
    rounds(async () => {
      const key = unique();
      const outcomes = await race<unknown>((caller) =>
        caller === 7 ? shelf.storage.set(key, "set", long) : shelf.storage.setIfAbsent(key, "if absent", long),
      );
      expect(surprises(outcomes), "setting failed").toEqual([]);
      expect(await shelf.storage.get(key)).toBe("set");
    }));
}

/** Waits until a value has expired. */
async function gone({ storage }: Shelf, key: string): Promise<void> {
  const watch = async (): Promise<void> => {
    while ((await storage.get(key)) !== null) await wait(5);
  };
  await endsInTime(watch(), timeoutMilliseconds, "a value outlives its lifetime");
}
