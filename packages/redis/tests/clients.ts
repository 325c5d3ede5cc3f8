import type { SecondaryStorage } from "@keyhold/core/adapter";
import { type RedisOptions, redis } from "@keyhold/redis";
import { Redis } from "ioredis";
import { createClient } from "redis";

/** A storage over a separate client, as in another process. */
export interface OpenStorage {
  readonly storage: SecondaryStorage;
  close(): void;
}

export const clientNames = ["node-redis", "ioredis"] as const;
export type ClientName = (typeof clientNames)[number];

/** Opens the client as an app does: with automatic reconnects, and a queue for commands while disconnected. */
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
