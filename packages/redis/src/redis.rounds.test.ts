import { secondaryStorageConformance } from "@keyhold/testing/conformance";
import { Redis } from "ioredis";
import { createClient, RESP_TYPES } from "redis";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { raceRounds } from "../../../tests/harness/repeats.js";
import { redis } from "./redis.js";

const services = inject("services");
const url = services.redis ?? "";
const prefix = `test-${process.pid}`;

describe.skipIf(services.redis === null)("over a client", () => {
  secondaryStorageConformance(
    "redis over node-redis",
    async () => {
      const client = createClient({ url });
      await client.connect();
      return { storage: redis((...words) => client.sendCommand(words), { prefix }), close: () => client.close() };
    },
    { rounds: raceRounds },
  );

  secondaryStorageConformance("redis over node-redis with RESP 3 and bytes for text", async () => {
    const client = createClient({ url, RESP: 3 });
    await client.connect();
    const bytes = client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer });
    return { storage: redis((...words) => bytes.sendCommand(words), { prefix }), close: () => client.close() };
  });

  secondaryStorageConformance(
    "redis over ioredis",
    async () => {
      const client = new Redis(url);
      const storage = redis((name, ...words) => client.call(name, ...words), { prefix });
      return { storage, close: async () => client.disconnect() };
    },
    { rounds: raceRounds },
  );
});

describe.skipIf(services.redis === null)("a key in Redis", () => {
  let client: Redis;
  let storage: ReturnType<typeof redis>;

  beforeAll(() => {
    client = new Redis(url);
    storage = redis((name, ...words) => client.call(name, ...words), { prefix });
  });
  afterAll(() => client.disconnect());

  it("has the prefix, by default keyhold", async () => {
    await storage.set("session:1", "value", 60);
    expect(await client.get(`${prefix}:session:1`)).toBe("value");
    const plain = redis((name, ...words) => client.call(name, ...words));
    await plain.set(prefix, "value", 60);
    expect(await client.get(`keyhold:${prefix}`)).toBe("value");
  });

  it("expires after a write by any verb", async () => {
    await storage.set("set", "value", 60);
    await storage.setIfAbsent("set-if-absent", "value", 60);
    await storage.increment("counter", 60);
    await storage.increment("counter", 60);
    for (const key of ["set", "set-if-absent", "counter"]) {
      const milliseconds = await client.pttl(`${prefix}:${key}`);
      expect(milliseconds, key).toBeGreaterThan(0);
      expect(milliseconds, key).toBeLessThanOrEqual(60_000);
    }
  });

  it("gets an expiry if it is a counter without one", async () => {
    await client.set(`${prefix}:endless`, "41");
    expect(await storage.increment("endless", 60)).toEqual({ count: 42, remainingMilliseconds: 60_000 });
    expect(await client.pttl(`${prefix}:endless`)).toBeGreaterThan(0);
  });

  it("is never read as text if it has another type", async () => {
    await client.rpush(`${prefix}:list`, "value");
    await expect(storage.get("list")).rejects.toThrow("WRONGTYPE");
    await client.del(`${prefix}:list`);
  });
});

describe("an invalid reply", () => {
  const answering = (reply: unknown): ReturnType<typeof redis> => redis(async () => reply);

  it.each([[42], [undefined], [["value"]], [true]])("is rejected as text: %j", async (reply) => {
    await expect(answering(reply).get("key")).rejects.toThrow("instead of text");
    await expect(answering(reply).consume("key")).rejects.toThrow("instead of text");
  });

  it.each([[null], ["1"], [[]], [[1]], [["many", 60]], [[1, null, 3].slice(0, 1)]])(
    "is rejected as a count: %j",
    async (reply) => {
      await expect(answering(reply).increment("key", 60)).rejects.toThrow("no count");
    },
  );

  it("is accepted as a count if a client returns numbers as text", async () => {
    expect(await answering(["3", "59000"]).increment("key", 60)).toEqual({ count: 3, remainingMilliseconds: 59_000 });
  });
});
