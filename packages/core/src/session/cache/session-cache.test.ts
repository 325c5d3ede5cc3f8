import { memory } from "@keyhold/adapter-memory";
import { createClock, memoryStorage } from "@keyhold/testing";
import { faultyStorage, type StorageCall, type StorageFaultPlan } from "@keyhold/testing/faults";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Session } from "../../contract/context.js";
import { coreModels } from "../../model/models.js";
import { mergeSchema } from "../../model/schema.js";
import { fingerprint } from "../../secret/hash.js";
import { keysFor } from "../../secret/keys.js";
import { type Background, createBackground } from "../../startup/background.js";
import { readConfig } from "../../startup/read-config.js";
import { guardStorage } from "../../storage/guarded-storage.js";
import type { SecondaryStorage } from "../../storage/secondary-storage.js";
import { createSessionCache, type SessionCache } from "./session-cache.js";

const secret = "only for this test: 4f9b7c21d8e3a650";
const { settings } = readConfig({ secret, baseURL: "https://app.example.com", database: memory() });
const { schema } = mergeSchema([{ from: "core", models: coreModels, extends: {} }]);
const keys = keysFor("secondary storage", [secret]);

let clock: ReturnType<typeof createClock>;
let plan: StorageFaultPlan;
let calls: StorageCall[];
let storage: SecondaryStorage;
let background: Background;
let cache: SessionCache;
/** The cache of another process, which shares the storage. */
let others: SessionCache;
let session: Session;

const open = (on: SecondaryStorage): SessionCache => {
  const guarded = guardStorage({ storage: on, now: clock.now, onFailure: () => undefined });
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
  calls = [];
  plan = { before: (call) => void calls.push(call) };
  storage = memoryStorage({ now: clock.now });
  background = createBackground({});
  cache = open(faultyStorage(storage, plan));
  others = open(storage);
  session = sessionOf("h".repeat(43));
});
afterEach(() => void vi.useRealTimers());

const sessionOf = (token: string): Session => {
  const at = clock.now();
  const dates = { createdAt: at, updatedAt: at };
  const user = { id: "u", name: "Ada", email: "ada@example.com", emailVerified: true, image: null, ...dates };
  const expiresAt = new Date(at.getTime() + 7 * 86_400_000);
  return { id: "s", expiresAt, token, ipAddress: null, userAgent: null, userId: "u", user, ...dates };
};

const keep = (): Promise<void> => cache.keep(session, clock.now());

describe("a session cache entry", () => {
  it("is read by all processes that share the storage", async () => {
    expect(await cache.read(session.token)).toBe(null);
    await keep();
    expect([await cache.read(session.token), await others.read(session.token)]).toEqual([session, session]);
  });

  it("lives for a minute from the read of the database, not from its write", async () => {
    const readAt = clock.now();
    clock.forward({ seconds: 50 });
    await cache.keep(session, readAt);
    clock.forward({ milliseconds: 9999 });
    expect(await cache.read(session.token)).toEqual(session);
    clock.forward({ milliseconds: 1 });
    expect(await cache.read(session.token)).toBe(null);
  });

  it("has expired after that minute even if the storage does not remove it", async () => {
    const itsClockStands = createClock().now;
    cache = open(memoryStorage({ now: itsClockStands }));
    await keep();
    clock.forward({ seconds: 60 });
    expect(await cache.read(session.token)).toBe(null);
  });

  it("does not live longer because the clock was set back", async () => {
    await cache.keep(session, new Date(clock.now().getTime() + 1));
    expect(await cache.read(session.token)).toBe(null);
  });

  it("is not made of a row that was read more than a minute ago", async () => {
    const readAt = clock.now();
    clock.forward({ seconds: 60 });
    await cache.keep(session, readAt);
    expect(calls).toEqual([]);
  });

  it("does not outlive its session", async () => {
    session = { ...session, expiresAt: new Date(clock.now().getTime() + 5000) };
    await keep();
    clock.forward({ milliseconds: 4999 });
    expect(await cache.read(session.token)).toEqual(session);
    clock.forward({ milliseconds: 1 });
    expect(await cache.read(session.token)).toBe(null);
  });

  it("does not outlive the absolute end of its session", async () => {
    session = { ...session, createdAt: new Date(clock.now().getTime() - 30 * 86_400_000 + 5000) };
    await keep();
    clock.forward({ seconds: 5 });
    expect(await cache.read(session.token)).toBe(null);
  });

  it("is stored under a hash, also for a row with the token itself", async () => {
    const token = "t".repeat(32);
    session = sessionOf(token);
    await keep();
    expect(calls).toEqual([{ verb: "setIfAbsent", key: `session:${fingerprint(token)}` }]);
    expect(await cache.read(fingerprint(token))).toEqual(session);
    await others.invalidate([token]);
    expect(await cache.read(fingerprint(token))).toBe(null);
  });

  it("of one session is invalid for another, at every key", async () => {
    const other = sessionOf("o".repeat(43));
    await keep();
    const encrypted = await storage.get(`session:${session.token}`);
    await storage.set(`session:${other.token}`, encrypted ?? "", 60);
    expect(await cache.read(other.token)).toBe(null);
  });

  it.each([
    ["empty", ""],
    ["JSON", "null"],
    ["what stands for an invalidation", "invalidated"],
    ["JSON of a copy, unsealed", JSON.stringify({ until: 9e15, session: {}, user: {} })],
    ["long", "x".repeat(10_000)],
  ])("is absent if the stored text is %s", async (_, forged) => {
    await storage.set(`session:${session.token}`, forged, 60);
    expect(await cache.read(session.token)).toBe(null);
  });
});

describe("an invalidation", () => {
  it("ends the entries for all processes at once", async () => {
    await keep();
    await others.invalidate([session.token]);
    expect([await cache.read(session.token), await others.read(session.token)]).toEqual([null, null]);
  });

  it("rejects an entry of a row read before it, until that has expired", async () => {
    const readAt = clock.now();
    await others.invalidate([session.token]);
    for (let second = 0; second < 60; second += 1) {
      await cache.keep(session, readAt);
      expect(await others.read(session.token)).toBe(null);
      clock.forward({ seconds: 1 });
    }
    await cache.keep(session, readAt);
    expect(await others.read(session.token)).toBe(null);
  });

  it("rejects an entry of a row read during a slow change", async () => {
    await others.invalidate([session.token]);
    clock.forward({ seconds: 59 });
    const readAt = clock.now();
    // The change is committed here.
    for (let second = 0; second < 60; second += 1) {
      clock.forward({ seconds: 1 });
      await cache.keep(session, readAt);
      expect(await others.read(session.token)).toBe(null);
    }
  });

  it("allows entries again after two minutes", async () => {
    await others.invalidate([session.token]);
    clock.forward({ seconds: 120 });
    await keep();
    expect(await others.read(session.token)).toEqual(session);
  });

  it("does not affect other sessions", async () => {
    await keep();
    await others.invalidate(["o".repeat(43)]);
    expect(await cache.read(session.token)).toEqual(session);
  });

  it("of no session sends the storage no request", async () => {
    await cache.invalidate([]);
    expect(calls).toEqual([]);
  });
});

describe("while the storage is away", () => {
  it("no entry is read or stored, and no call fails", async () => {
    plan.isUnavailable = true;
    await keep();
    expect(await cache.read(session.token)).toBe(null);
  });

  it("an invalidation is tried although the storage has just failed", async () => {
    await keep();
    plan.isUnavailable = true;
    await cache.read(session.token);
    plan.isUnavailable = false;
    await cache.invalidate([session.token]);
    expect(await others.read(session.token)).toBe(null);
  });

  it("an invalidation holds in this process at once, and for all when the storage is back", async () => {
    await keep();
    plan.isUnavailable = true;
    await cache.invalidate([session.token, "o".repeat(43)]);
    plan.isUnavailable = false;
    expect(await cache.read(session.token)).toBe(null);
    expect(await others.read(session.token), "the storage heard of it although it was away").toEqual(session);
    await passPauses();
    expect(await others.read(session.token)).toBe(null);
    expect(calls.filter(({ verb }) => verb === "set")).toHaveLength(2);
  });

  it("a pending invalidation rejects entries of this process", async () => {
    plan.isUnavailable = true;
    await cache.invalidate([session.token]);
    plan.isUnavailable = false;
    clock.forward({ seconds: 10 });
    await keep();
    expect(calls).toEqual([]);
    await passPauses();
  });

  it("an invalidation that was written without an answer is written again", async () => {
    await keep();
    plan.after = () => Promise.reject(new Error("The connection was lost."));
    await cache.invalidate([session.token]);
    plan.after = undefined;
    expect(await others.read(session.token)).toBe(null);
    await passPauses();
    expect(calls.filter(({ verb }) => verb === "set")).toHaveLength(2);
  });
});

it("of sixteen readers and one invalidation, no entry comes back", async () => {
  for (let round = 0; round < 50; round += 1) {
    session = sessionOf(`${round}`.padStart(43, "r"));
    const { token } = session;
    const readAt = clock.now();
    const readers = Array.from({ length: 16 }, async (_, reader) => {
      for (let step = 0; step < reader; step += 1) await Promise.resolve();
      const mine = reader % 2 ? cache : others;
      if ((await mine.read(token)) === null) await mine.keep(session, readAt);
    });
    await cache.invalidate([token]);
    expect(await others.read(token)).toBe(null);
    await Promise.all(readers);
    expect(await others.read(token), `round ${round}`).toBe(null);
  }
});
