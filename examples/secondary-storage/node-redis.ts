import { redis } from "@keyhold/redis";
import { createClient } from "redis";

export const client = createClient({ url: process.env.REDIS_URL ?? "redis://localhost:6379" });
// Without a listener the client would end the process when Redis is down; the auth emits "secondary-storage.failed".
client.on("error", () => undefined);
// Not awaited: the app starts without Redis, too.
client.connect().catch(() => undefined);

export const secondaryStorage = redis((...words) => client.sendCommand(words));
