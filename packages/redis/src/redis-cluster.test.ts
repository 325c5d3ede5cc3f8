import type { SecondaryStorage } from "@keyhold/core/adapter";
import { createCluster } from "redis";
import { describe, expect, it } from "vitest";
import { redis, redisCluster } from "./redis.js";

interface Sent {
  readonly key: string;
  readonly words: readonly string[];
}

const sent: Sent[] = [];
const noting = redisCluster(
  async (key, words) => {
    sent.push({ key, words });
    return words.includes("EVAL") && words.length > 4 ? [1, 60_000] : null;
  },
  { prefix: "app" },
);

/** Every verb of the port; a missing verb fails to compile. */
const verbs: Record<Exclude<keyof SecondaryStorage, "name" | "timeoutMilliseconds">, () => Promise<unknown>> = {
  get: () => noting.get("session:1"),
  set: () => noting.set("session:1", "{value}", 60),
  setIfAbsent: () => noting.setIfAbsent("session:1", "{value}", 60),
  consume: () => noting.consume("session:1"),
  increment: () => noting.increment("session:1", 60),
};

/** The keys that Redis reads from a command: the first word, or as many as an EVAL says. */
function keysOf([name, ...words]: readonly string[]): readonly string[] {
  if (name === "EVAL") return words.slice(2, 2 + Number(words[1]));
  expect(["GET", "SET"]).toContain(name);
  return words.slice(0, 1);
}

describe("redisCluster", () => {
  it.each(Object.entries(verbs))("sends %s as one command with one key, and tells that key", async (_, run) => {
    sent.length = 0;
    await run();
    expect(sent.map(({ words }) => keysOf(words))).toEqual([["app:session:1"]]);
    expect(sent.map(({ key }) => key)).toEqual(["app:session:1"]);
  });

  it("accepts a cluster of node-redis, by its types", () => {
    const cluster = createCluster({ rootNodes: [] });
    expect(redisCluster((key, words) => cluster.sendCommand(key, false, words)).name).toBe("redis");
  });

  it("says what to write if it gets a client instead of a function", () => {
    const wrong = (): unknown => Reflect.apply(redisCluster, null, [{}]);
    expect(wrong).toThrow("redisCluster((key, words) => cluster.sendCommand(key, false, words))");
    expect(() => Reflect.apply(redis, null, [{}])).toThrow("with a cluster of node-redis, use `redisCluster(");
  });

  it("names itself in the error of an unknown option", () => {
    expect(() => Reflect.apply(redisCluster, null, [async () => null, { prefixx: "app" }])).toThrow("redisCluster()");
  });
});
