import { memory } from "@keyhold/adapter-memory";
import { memoryStorage } from "@keyhold/testing";
import { type FaultPlan, faulty, faultyStorage, type StorageFaultPlan } from "@keyhold/testing/faults";
import { describe, expect, test } from "vitest";
import { type App, alice, openApp } from "../../../tests/harness/app.ts";
import { expectError } from "../../../tests/harness/expect-error.ts";
import { openTwo } from "./two-processes.js";
import { openVariant, variants } from "./variants.js";

const enabled = { enabled: true } as const;
const wrong = { ...alice, password: "a wrong password" };

/** The statuses of sixteen failed sign-ins, distributed over the processes. */
async function guess(apps: readonly App[], maxRetryAfter = 10): Promise<readonly number[]> {
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, caller) => apps[caller % apps.length]?.browser().post("/sign-in/email", wrong)),
  );
  for (const answer of answers) {
    if (answer?.status !== 429) continue;
    expectError(answer, 429, "TOO_MANY_REQUESTS", "Too many requests. Please try again later.");
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    expect(Number(answer.headers.get("retry-after"))).toBeLessThanOrEqual(maxRetryAfter);
  }
  return answers.map((answer) => answer?.status ?? 0).sort();
}

const threeOfSixteen = [401, 401, 401, ...Array(13).fill(429)];

test.each(variants)("sixteen sign-ins at two processes get three tries, counted $name", async (variant) => {
  const { storages, close } = await openVariant(variant);
  // Redis counts by its own clock: the hashes of sixteen sign-ins must not outlast the window.
  const limits = { "/sign-in/email": { windowSeconds: 600, max: 3 } };
  const { here, there } = openTwo(storages, { rateLimit: { ...enabled, limits } });
  expect(await guess([here, there], 600)).toEqual(threeOfSixteen);
  expect(here.events.filter(({ type }) => type === "secondary-storage.failed")).toEqual([]);
  close();
});

describe("while the storage does not respond", () => {
  test.each([
    ["fails", { isUnavailable: true }],
    ["hangs", { isHanging: true }],
  ] as const)("because it %s, the database counts for both processes, and no call fails", async (_, plan) => {
    const storage = { ...faultyStorage(memoryStorage(), plan), timeoutMilliseconds: 20 };
    const { here, there } = openTwo([storage, storage], { rateLimit: enabled });
    expect(await guess([here, there])).toEqual(threeOfSixteen);
    for (const { events, logged } of [here, there]) {
      expect(events.filter(({ type }) => type === "secondary-storage.failed")).toHaveLength(1);
      expect(logged.filter(({ level }) => level === "error")).toHaveLength(1);
    }
  });

  test("a window that began in it restarts in the database at one", async () => {
    const plan: StorageFaultPlan = {};
    const storage = faultyStorage(memoryStorage(), plan);
    const { here, there } = openTwo([storage, storage], { rateLimit: enabled });
    expect(await guess([here, there])).toEqual(threeOfSixteen);
    plan.isUnavailable = true;
    expect(await guess([here, there])).toEqual(threeOfSixteen);
    expect(await guess([here, there])).toEqual(Array(16).fill(429));
  });

  test("and the database does not respond either, every try fails: 503 with Retry-After", async () => {
    const fault: FaultPlan = {};
    const app = openApp({
      database: faulty(memory(), fault),
      secondaryStorage: faultyStorage(memoryStorage(), { isUnavailable: true }),
      rateLimit: enabled,
    });
    const browser = app.browser();
    await browser.post("/sign-up/email", { ...alice, username: "alice" });
    fault.isUnavailable = true;
    for (const path of ["/sign-in/email", "/request-password-reset"]) {
      const answer = await app.browser().post(path, alice);
      expectError(answer, 503, "SERVICE_UNAVAILABLE", "Service unavailable, try again later");
      expect(answer.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
    }
    expectError(await browser.get("/get-session"), 503, "SERVICE_UNAVAILABLE", "Service unavailable, try again later");
  });
});

test("wrong passwords of one user are counted in the storage, from any IP address, and reset after a right one", async () => {
  const storage = memoryStorage();
  const limits = { "/sign-in/email": false } as const;
  const { here, there } = openTwo([storage, storage], {
    rateLimit: { ...enabled, limits, wrongPasswords: { windowSeconds: 900, max: 3 } },
  });
  await here.browser().post("/sign-up/email", { ...alice, username: "alice" });
  const statuses = async (person: object, apps: readonly App[]) => {
    const all = [];
    for (const app of apps) all.push((await app.browser().post("/sign-in/email", person)).status);
    return all;
  };
  expect(await statuses(wrong, [here, there])).toEqual([401, 401]);
  expect(await statuses(alice, [there])).toEqual([200]);
  expect(there.events.at(-1)).toMatchObject({ type: "session.created", wrongPasswordsBefore: 2 });
  expect(await statuses(wrong, [here, there, here, there])).toEqual([401, 401, 401, 429]);
  expect(await statuses(alice, [here])).toEqual([429]);
});

test("the keys of counters identify no user", async () => {
  const keys: string[] = [];
  const storage = faultyStorage(memoryStorage(), { before: ({ key }) => void keys.push(key) });
  const { here } = openTwo([storage, storage], { rateLimit: enabled });
  await here.browser().post("/sign-in/email", wrong);
  await here.browser().post("/request-password-reset", { email: alice.email });
  await here.auth.idle();
  expect(keys.length).toBeGreaterThan(2);
  expect(keys.filter((key) => !/^limit:[\w-]{43}$/.test(key))).toEqual([]);
});
