import { redis } from "@keyhold/redis";
import { Redis } from "ioredis";

const ports = process.env.REDIS_SENTINEL_PORTS ?? "26379 26380 26381";

export const client = new Redis({
  name: process.env.REDIS_MASTER ?? "mymaster",
  sentinels: ports.split(" ").map((port) => ({ host: "localhost", port: Number(port) })),
});
client.on("error", () => undefined);

export const secondaryStorage = redis((name, ...words) => client.call(name, ...words));
