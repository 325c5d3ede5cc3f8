import { redis } from "@keyhold/redis";
import { createSentinel } from "redis";

const ports = process.env.REDIS_SENTINEL_PORTS ?? "26379 26380 26381";

export const client = createSentinel({
  name: process.env.REDIS_MASTER ?? "mymaster",
  sentinelRootNodes: ports.split(" ").map((port) => ({ host: "localhost", port: Number(port) })),
});
client.on("error", () => undefined);
client.connect().catch(() => undefined);

export const secondaryStorage = redis((...words) => client.sendCommand(false, words));
