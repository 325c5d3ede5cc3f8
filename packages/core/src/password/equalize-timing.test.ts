import { beforeEach, describe, expect, test } from "vitest";
import { createTimingEqualizer, type TimingEqualizer } from "./equalize-timing.js";

let time = 0;
/** The delay of each failure. */
let slept: number[] = [];
let timing: TimingEqualizer;

beforeEach(() => {
  time = 0;
  slept = [];
  timing = createTimingEqualizer({
    now: () => time,
    sleep: async (milliseconds) => void slept.push(milliseconds),
  });
});

/** A check of a kind with this duration, delayed like a caller's. */
async function check(kind: string, milliseconds: number, isRight = false): Promise<boolean> {
  const run = async (): Promise<boolean> => {
    time += milliseconds;
    return isRight;
  };
  return timing.even(await timing.time({ kind, run }));
}

describe("a failure", () => {
  test("is not delayed if every hash is of one kind", async () => {
    await check("ours", 100);
    await check("ours", 10);
    expect(slept).toEqual([]);
  });

  test("takes as long as the slowest kind in this process, from its first one on", async () => {
    await check("bcrypt", 300);
    await check("ours", 20);
    await check("legacy", 55);
    expect(slept).toEqual([280, 245]);
  });

  test("of a fast kind takes as long as one of this library", async () => {
    await check("ours", 20);
    await check("pbkdf2", 5);
    expect(slept).toEqual([15]);
  });

  test("has the result of its check", async () => {
    expect([await check("bcrypt", 300, true), await check("ours", 20)]).toEqual([true, false]);
  });

  test("waits for the slowest kind, after any number of faster ones", async () => {
    await check("bcrypt", 300);
    for (let round = 0; round < 100; round += 1) await check("legacy", 50);
    expect(new Set(slept)).toEqual(new Set([250]));
  });

  test("waits less if a kind becomes faster than it was", async () => {
    await check("bcrypt", 900);
    for (let round = 0; round < 200; round += 1) await check("bcrypt", 300);
    slept = [];
    await check("ours", 20);
    expect(slept[0]).toBeGreaterThanOrEqual(280);
    expect(slept[0]).toBeLessThan(282);
  });

  test("never waits for more than five seconds, even after a slow moment of the machine", async () => {
    await check("bcrypt", 600_000);
    await check("ours", 0);
    expect(slept).toEqual([5000]);
  });

  test("is delayed if the check before it threw", async () => {
    await check("bcrypt", 300);
    const broken = timing.time({ kind: "ours", run: () => Promise.reject(new Error("broken")) });
    await expect(broken).rejects.toThrow("broken");
    await check("ours", 20);
    expect(slept).toEqual([280]);
  });
});

test("a thousand kinds are stored as a few", async () => {
  for (let kind = 0; kind < 1000; kind += 1) await check(`kind ${kind}`, kind);
  slept = [];
  await check("others", 0);
  expect(slept[0]).toBeGreaterThan(900);
});
