import type { SecondaryStorage } from "@keyhold/core/adapter";
import { type RedisOptions, redis } from "@keyhold/redis";
import { Redis } from "ioredis";
import { createClient } from "redis";

/** A storage over a client of its own, as another process would have it. */
export interface OpenStorage {
  readonly storage: SecondaryStorage;
  close(): void;
}

export const clientNames = ["node-redis", "ioredis"] as const;
export type ClientName = (typeof clientNames)[number];

/** As an app would open it: both clients reconnect on their own, and keep what is asked meanwhile until they have. */
export async function openStorage(name: ClientName, url: string, options: RedisOptions = {}): Promise<OpenStorage> {
  if (name === "ioredis") {
    const client = new Redis(url);
    client.on("error", () => undefined);
    return {
      storage: redis((command, ...words) => client.call(command, ...words), options),
      close: () => client.disconnect(),
    };
  }
  const client = createClient({ url });
  client.on("error", () => undefined);
  await client.connect();
  return { storage: redis((...words) => client.sendCommand(words), options), close: () => client.destroy() };
}
