import { memory } from "@keyhold/adapter-memory";
import { createClock, memoryStorage } from "@keyhold/testing";
import { faultyStorage, type StorageFaultPlan } from "@keyhold/testing/faults";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Session } from "../../contract/context.js";
import { coreModels } from "../../model/models.js";
import { mergeSchema } from "../../model/schema.js";
import { keysFor } from "../../secret/keys.js";
import { type Background, createBackground } from "../../startup/background.js";
import { readConfig } from "../../startup/read-config.js";
import { guardStorage } from "../../storage/guarded-storage.js";
import type { SecondaryStorage } from "../../storage/secondary-storage.js";
import { createSessionCache, type SessionCache } from "./session-cache.js";

const secret = "only for this test: 4f9b7c21d8e3a650";
const { settings } = readConfig({ secret, baseURL: "https://app.example.com", database: memory() });
const { schema } = mergeSchema([{ from: "core", models: coreModels, extends: {} }]);
const token = "h".repeat(43);
const key = `session:${token}`;

let clock: ReturnType<typeof createClock>;
let background: Background;
let storage: SecondaryStorage;
/** The faults of each process, since each has its own connection. */
let plan: StorageFaultPlan;
let plansOfOthers: StorageFaultPlan;
let cache: SessionCache;
let others: SessionCache;

const open = (faults: StorageFaultPlan): SessionCache => {
  const faulted = faultyStorage(storage, faults);
  const guarded = guardStorage({ storage: faulted, now: clock.now, onFailure: () => undefined });
  const keys = keysFor("secondary storage", [secret]);
  return createSessionCache({ storage: guarded, schema, settings, keys, now: clock.now, later: background.later });
};

/** Runs the background work to the end; the pauses between the tries take no time. */
async function passPauses(): Promise<void> {
  const idle = background.idle();
  await vi.runAllTimersAsync();
  await idle;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  clock = createClock();
  background = createBackground({});
  storage = memoryStorage({ now: clock.now });
  plan = {};
  plansOfOthers = {};
  cache = open(plan);
  others = open(plansOfOthers);
});
afterEach(() => void vi.useRealTimers());

const session = (): Session => {
  const at = clock.now();
  const dates = { createdAt: at, updatedAt: at };
  const user = { id: "u", name: "Ada", email: "ada@example.com", emailVerified: true, image: null, ...dates };
  const expiresAt = new Date(at.getTime() + 7 * 86_400_000);
  return { id: "s", expiresAt, token, ipAddress: null, userAgent: null, userId: "u", user, ...dates };
};
const keep = (): Promise<void> => others.keep(session(), clock.now());

const noticeFailure = async (): Promise<void> => {
  plan.isUnavailable = true;
  await cache.read("o".repeat(43));
  plan.isUnavailable = false;
};

describe("if the storage loses an invalidation, as in a failover to a replica that was behind,", () => {
  beforeEach(async () => {
    await keep();
    const entry = (await storage.get(key)) ?? "";
    await others.invalidate([token]);
    await storage.set(key, entry, 60);
  });

  it("a process that noticed the failure never reads the old entry", async () => {
    await noticeFailure();
    for (let second = 0; second < 60; second += 1) {
      clock.forward({ seconds: 1 });
      expect(await cache.read(token)).toBe(null);
    }
  });

  it("a process that did not notice it reads the old entry for a minute at most", async () => {
    clock.forward({ milliseconds: 59_999 });
    expect(await others.read(token)).toMatchObject({ id: "s" });
    clock.forward({ milliseconds: 1 });
    expect(await others.read(token)).toBe(null);
  });
});

describe("for ten seconds after a failure of the storage", () => {
  it("no entry is read, because other processes may have pending invalidations", async () => {
    await noticeFailure();
    clock.forward({ seconds: 1 });
    await keep();
    plansOfOthers.isUnavailable = true;
    await others.invalidate([token]);
    expect(await cache.read(token), "the invalidation is pending at the other process").toBe(null);
    plansOfOthers.isUnavailable = false;
    await passPauses();
    clock.forward({ seconds: 9 });
    expect(await cache.read(token)).toBe(null);
  });

  it("no entry is stored, nor later of a row read during them", async () => {
    await noticeFailure();
    clock.forward({ milliseconds: 9999 });
    const readAt = clock.now();
    await cache.keep(session(), readAt);
    clock.forward({ seconds: 1 });
    await cache.keep(session(), readAt);
    expect(await storage.get(key)).toBe(null);
  });

  it("and not longer", async () => {
    await noticeFailure();
    clock.forward({ seconds: 10 });
    await cache.keep(session(), clock.now());
    expect(await cache.read(token)).toMatchObject({ id: "s" });
  });
});
