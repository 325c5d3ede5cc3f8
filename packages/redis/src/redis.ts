import type { SecondaryStorage } from "@keyhold/core/adapter";
import { checkKnownKeys, type KnownKeys } from "@keyhold/core/options";
import { consumeScript, countScript } from "./scripts.js";

/** Sends a command to Redis, as words, and resolves with the reply. */
export type RedisCommand = (name: string, ...words: string[]) => Promise<unknown>;

/**
 * Sends a command to Redis Cluster, and resolves with the reply. `key`: the only key of the command, which decides the
 * node; `words`: the whole command, including the name and the key.
 */
export type RedisClusterCommand = (key: string, words: string[]) => Promise<unknown>;

/** The options of `redis` and `redisCluster`: the prefix of keys, and the timeout in milliseconds. */
export interface RedisOptions {
  /** The prefix of every key, so that several apps can share a Redis server. Default "keyhold". */
  readonly prefix?: string;
  /** The maximum duration of a command in milliseconds; then the server asks the database instead. Default 250. */
  readonly timeoutMilliseconds?: number;
}

const optionKeys = { prefix: true, timeoutMilliseconds: true } as const satisfies KnownKeys<RedisOptions>;

/**
 * Returns a secondary storage in Redis (5 or later) or Valkey. The app keeps the client.
 *
 * @param command sends a command by the app's client
 * @example
 * redis((...words) => client.sendCommand(words)); // node-redis
 * redis((...words) => sentinel.sendCommand(false, words)); // node-redis, Sentinel
 * redis((name, ...words) => client.call(name, ...words)); // ioredis: a server, Sentinel, or a cluster
 */
export function redis(command: RedisCommand, options: RedisOptions = {}): SecondaryStorage {
  if (typeof command !== "function") throw new TypeError(wrongCommand);
  checkKnownKeys("redis()", options, optionKeys);
  return storageOver((_, [name, ...words]) => command(name, ...words), options);
}

/**
 * Returns a secondary storage in Redis Cluster, over a client that has to be told the key of each command, as
 * node-redis. ioredis finds the key: use `redis` with ioredis.
 *
 * @param command sends a command by the app's client
 * @example
 * redisCluster((key, words) => cluster.sendCommand(key, false, words)); // node-redis
 */
export function redisCluster(command: RedisClusterCommand, options: RedisOptions = {}): SecondaryStorage {
  if (typeof command !== "function") throw new TypeError(wrongClusterCommand);
  checkKnownKeys("redisCluster()", options, optionKeys);
  return storageOver(command, options);
}

type Send = (key: string, words: [string, ...string[]]) => Promise<unknown>;

/** Each command has exactly one key, so that no command crosses the slots of a cluster. */
function storageOver(send: Send, { prefix = "keyhold", timeoutMilliseconds = 250 }: RedisOptions): SecondaryStorage {
  const named = (key: string): string => `${prefix}:${key}`;
  const ask = (name: string, key: string, ...words: string[]): Promise<unknown> => send(key, [name, key, ...words]);
  const run = (script: string, key: string, ...words: string[]): Promise<unknown> =>
    send(key, ["EVAL", script, "1", key, ...words]);
  return {
    name: "redis",
    timeoutMilliseconds,
    get: async (key) => readText(await ask("GET", named(key))),
    async set(key, value, lifetimeSeconds) {
      await ask("SET", named(key), value, "PX", inMilliseconds(lifetimeSeconds));
    },
    async setIfAbsent(key, value, lifetimeSeconds) {
      const reply = await ask("SET", named(key), value, "PX", inMilliseconds(lifetimeSeconds), "NX");
      return reply !== null;
    },
    consume: async (key) => readText(await run(consumeScript, named(key))),
    async increment(key, windowSeconds) {
      const reply = await run(countScript, named(key), inMilliseconds(windowSeconds));
      const [count, remainingMilliseconds] = Array.isArray(reply) ? reply.map(Number) : [];
      if (!isWhole(count) || !isWhole(remainingMilliseconds)) throw new Error("Redis answered with no count.");
      return { count, remainingMilliseconds };
    },
  };
}

const wrongCommand =
  "redis(): the first argument must be a function that sends a command, e.g. `redis((...words) => client.sendCommand(words))` with node-redis, or `redis((name, ...words) => client.call(name, ...words))` with ioredis; with a cluster of node-redis, use `redisCluster((key, words) => cluster.sendCommand(key, false, words))`";

const wrongClusterCommand =
  "redisCluster(): the first argument must be a function that sends a command, e.g. `redisCluster((key, words) => cluster.sendCommand(key, false, words))` with node-redis; with ioredis, use `redis((name, ...words) => cluster.call(name, ...words))`";

/** Redis takes whole milliseconds, and none is no lifetime. */
const inMilliseconds = (seconds: number): string => String(Math.max(1, Math.ceil(seconds * 1000)));

const isWhole = (value: number | undefined): value is number => Number.isSafeInteger(value);

/** Decodes a reply of a client configured for bytes; throws for any other type. */
function readText(reply: unknown): string | null {
  if (reply === null || typeof reply === "string") return reply;
  if (reply instanceof Uint8Array) return new TextDecoder().decode(reply);
  throw new Error(`Redis answered with a ${typeof reply} instead of text.`);
}
