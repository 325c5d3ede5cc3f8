import { describe, expect, it } from "vitest";
import { createClock } from "./clock.js";
import { secondaryStorageConformance } from "./conformance/storage-conformance.js";
import { faultyStorage, type StorageCall, type StorageFaultPlan } from "./faulty-storage.js";
import { memoryStorage } from "./memory-storage.js";

const close = async (): Promise<void> => undefined;

secondaryStorageConformance("memory", async () => ({ storage: memoryStorage(), close }));
secondaryStorageConformance("memory, without planned faults", async () => ({
  storage: faultyStorage(memoryStorage(), {}),
  close,
}));

describe("a memory storage", () => {
  it("uses its own clock", async () => {
    const clock = createClock();
    const storage = memoryStorage({ now: clock.now });
    await storage.set("key", "value", 60);
    clock.forward({ seconds: 59 });
    expect(await storage.get("key")).toBe("value");
    clock.forward({ seconds: 1 });
    expect(await storage.get("key")).toBe(null);
  });

  it("rejects a value without a lifetime, as real ones do", async () => {
    await expect(memoryStorage().set("key", "value", 0)).rejects.toThrow("lifetime");
    await expect(memoryStorage().setIfAbsent("key", "value", Number.NaN)).rejects.toThrow("lifetime");
  });
});

describe("a faulty storage", () => {
  const verbs = ["get", "set", "setIfAbsent", "consume", "increment"] as const;
  const use = (storage: ReturnType<typeof memoryStorage>, verb: (typeof verbs)[number]): Promise<unknown> => {
    if (verb === "set" || verb === "setIfAbsent") return storage[verb]("key", "1", 60);
    return verb === "increment" ? storage.increment("key", 60) : storage[verb]("key");
  };

  it.each(verbs)("that is down rejects %s, without an effect", async (verb) => {
    const inner = memoryStorage();
    const plan: StorageFaultPlan = { isUnavailable: true };
    await expect(use(faultyStorage(inner, plan), verb)).rejects.toThrow("Planned");
    expect(await inner.get("key")).toBe(null);
    plan.isUnavailable = false;
    await use(faultyStorage(inner, plan), verb);
  });

  it.each(verbs)("that hangs never ends %s, without an effect", async (verb) => {
    const inner = memoryStorage();
    const hanging = use(faultyStorage(inner, { isHanging: true }), verb);
    const settled = await Promise.race([hanging, new Promise((resolve) => setImmediate(() => resolve("still")))]);
    expect(settled).toBe("still");
    expect(await inner.get("key")).toBe(null);
  });

  it("stands still before a verb or after it, as it is planned", async () => {
    const inner = memoryStorage();
    const seen: (readonly [string, StorageCall, string | null])[] = [];
    const storage = faultyStorage(inner, {
      before: async (call) => void seen.push(["before", call, await inner.get("key")]),
      after: async (call) => void seen.push(["after", call, await inner.get("key")]),
    });
    await storage.set("key", "value", 60);
    const call: StorageCall = { verb: "set", key: "key" };
    expect(seen).toEqual([
      ["before", call, null],
      ["after", call, "value"],
    ]);
  });
});
