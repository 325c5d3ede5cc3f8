import type { SecondaryStorage } from "@keyhold/core/adapter";
import { consumeScript, countScript } from "./scripts.js";

/** Sends one command to Redis, as its words, and resolves with the reply. */
export type RedisCommand = (name: string, ...words: string[]) => Promise<unknown>;

export interface RedisOptions {
  /** First part of every key, so that several apps can share one Redis. Default "keyhold". */
  readonly prefix?: string;
  /** How long an answer may take before the database is asked instead. Default 250. */
  readonly timeoutMilliseconds?: number;
}

/**
 * Secondary storage in Redis (5 or later) or Valkey. The client stays the app's own.
 *
 * @example
 * redis((...words) => client.sendCommand(words)); // node-redis
 * redis((name, ...words) => client.call(name, ...words)); // ioredis
 */
export function redis(command: RedisCommand, options: RedisOptions = {}): SecondaryStorage {
  const { prefix = "keyhold", timeoutMilliseconds = 250 } = options;
  const named = (key: string): string => `${prefix}:${key}`;
  return {
    name: "redis",
    timeoutMilliseconds,
    get: async (key) => readText(await command("GET", named(key))),
    async set(key, value, lifetimeSeconds) {
      await command("SET", named(key), value, "PX", inMilliseconds(lifetimeSeconds));
    },
    async setIfAbsent(key, value, lifetimeSeconds) {
      const reply = await command("SET", named(key), value, "PX", inMilliseconds(lifetimeSeconds), "NX");
      return reply !== null;
    },
    consume: async (key) => readText(await command("EVAL", consumeScript, "1", named(key))),
    async increment(key, windowSeconds) {
      const reply = await command("EVAL", countScript, "1", named(key), inMilliseconds(windowSeconds));
      const [count, remainingMilliseconds] = Array.isArray(reply) ? reply.map(Number) : [];
      if (!isWhole(count) || !isWhole(remainingMilliseconds)) throw new Error("Redis answered with no count.");
      return { count, remainingMilliseconds };
    },
  };
}

/** Redis takes whole milliseconds, and none is no lifetime. */
const inMilliseconds = (seconds: number): string => String(Math.max(1, Math.ceil(seconds * 1000)));

const isWhole = (value: number | undefined): value is number => Number.isSafeInteger(value);

/** A client may be set up to answer with bytes; what it cannot have got from us is a surprise. */
function readText(reply: unknown): string | null {
  if (reply === null || typeof reply === "string") return reply;
  if (reply instanceof Uint8Array) return new TextDecoder().decode(reply);
  throw new Error(`Redis answered with a ${typeof reply} instead of text.`);
}
