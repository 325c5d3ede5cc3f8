import { redis } from "@keyhold/redis";
import { Redis } from "ioredis";

export const client = new Redis(process.env.REDIS_URL ?? "redis://localhost:6379");
client.on("error", () => undefined);

export const secondaryStorage = redis((name, ...words) => client.call(name, ...words));
