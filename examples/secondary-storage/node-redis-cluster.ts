import { redisCluster } from "@keyhold/redis";
import { createCluster } from "redis";

// Some of the nodes: the client learns the others from them.
const urls = process.env.REDIS_CLUSTER_URLS ?? "redis://localhost:7000 redis://localhost:7001 redis://localhost:7002";

export const client = createCluster({
  rootNodes: urls.split(" ").map((url) => ({ url })),
  // How soon the client looks for the new master of a dead one. Default 5000.
  topologyRefreshOnReconnectionAttemptStrategy: 1000,
});
client.on("error", () => undefined);
// Reaching no node, a cluster client does not try again, unlike the client of one server.
const connect = (): void => void client.connect().catch(() => setTimeout(connect, 1000));
connect();

export const secondaryStorage = redisCluster((key, words) => client.sendCommand(key, false, words));
