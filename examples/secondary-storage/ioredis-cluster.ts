import { redis } from "@keyhold/redis";
import { Cluster } from "ioredis";

// Some of the nodes: the client learns the others from them.
const urls = process.env.REDIS_CLUSTER_URLS ?? "redis://localhost:7000 redis://localhost:7001 redis://localhost:7002";

export const client = new Cluster(urls.split(" "));
client.on("error", () => undefined);

export const secondaryStorage = redis((name, ...words) => client.call(name, ...words));
