import { type RedisOptions, redis, redisCluster } from "@keyhold/redis";
import { Cluster, Redis } from "ioredis";
import { createCluster, createSentinel } from "redis";
import { type RedisCluster, startCluster } from "../../../../tests/harness/redis/redis-cluster.ts";
import { type RedisNode, until } from "../../../../tests/harness/redis/redis-node.ts";
import { type SentinelSetup, startSentinel } from "../../../../tests/harness/redis/redis-sentinel.ts";
import type { ClientName, OpenStorage } from "../clients.js";

/** Servers of which a replica becomes the master if the master dies. */
export interface FailoverSetup {
  /** Opens a client as in the documentation. */
  open(client: ClientName, options?: RedisOptions): Promise<OpenStorage>;
  /** The master and the replicas of a key. */
  serversOf(key: string): Servers;
  /** Waits until a replica of the killed server is the master. */
  promoted(killed: RedisNode, key: string): Promise<void>;
  remove(): Promise<void>;
}

export interface Servers {
  readonly master: RedisNode;
  readonly replicas: readonly RedisNode[];
}

/**
 * Sentinels count from their last answer, which may be a second old: a failover begins at least two seconds after the
 * death of the master, so a process with a timeout of a second notices it. A process that does not may show an ended
 * session for a minute (docs/secondary-storage/cluster.md).
 */
const downAfterMilliseconds = 3000;

export const setups: readonly { readonly name: string; start(): Promise<FailoverSetup> }[] = [
  { name: "a cluster of six nodes", start: async () => clusterSetup(await startCluster()) },
  {
    name: "a master, two replicas and three sentinels",
    start: async () => sentinelSetup(await startSentinel({ downAfterMilliseconds })),
  },
];

export function clusterSetup(cluster: RedisCluster): FailoverSetup {
  const ports = cluster.nodes.map(({ port }) => port);
  return {
    async open(name, options) {
      if (name === "ioredis") {
        const client = new Cluster(ports.map((port) => ({ host: "127.0.0.1", port })));
        client.on("error", () => undefined);
        return {
          storage: redis((command, ...words) => client.call(command, ...words), options),
          close: () => client.disconnect(),
        };
      }
      const client = createCluster({ rootNodes: ports.map((port) => ({ url: `redis://127.0.0.1:${port}` })) });
      client.on("error", () => undefined);
      await client.connect();
      const storage = redisCluster((key, words) => client.sendCommand(key, false, words), options);
      return { storage, close: () => client.destroy() };
    },
    serversOf: (key) => cluster.serversOf(key),
    promoted: (killed) => cluster.healed(killed),
    remove: () => cluster.remove(),
  };
}

export function sentinelSetup(sentinel: SentinelSetup): FailoverSetup {
  const { name: master, sentinels, servers } = sentinel;
  const places = sentinels.map(({ port }) => ({ host: "127.0.0.1", port }));
  return {
    async open(name, options) {
      if (name === "ioredis") {
        const client = new Redis({ sentinels: places, name: master });
        client.on("error", () => undefined);
        return {
          storage: redis((command, ...words) => client.call(command, ...words), options),
          close: () => client.disconnect(),
        };
      }
      const client = createSentinel({ name: master, sentinelRootNodes: places });
      client.on("error", () => undefined);
      await client.connect();
      return {
        storage: redis((...words) => client.sendCommand(false, words), options),
        close: () => client.destroy(),
      };
    },
    serversOf: () => ({
      master: sentinel.master(),
      replicas: servers.filter((server) => server !== sentinel.master()),
    }),
    promoted: (killed) => until("a replica is the master", () => isPromoted(sentinel, killed)),
    remove: () => sentinel.remove(),
  };
}

function isPromoted(sentinel: SentinelSetup, killed: RedisNode): boolean {
  const master = sentinel.master();
  return master !== killed && /role:master/.test(master.ask("info", "replication"));
}

/** Waits until each replica has what the master has. */
export const replicated = ({ master, replicas }: Servers): Promise<void> =>
  until("the replicas have everything", () => {
    const offset = offsetOf(master, "master_repl_offset");
    return replicas.every((replica) => offsetOf(replica, "slave_repl_offset") === offset);
  });

const offsetOf = (node: RedisNode, field: string): string | undefined =>
  node.ask("info", "replication").match(new RegExp(`${field}:(\\d+)`))?.[1];

/** What the master answers during `work` reaches no replica. Then the master is killed, and the replicas continue. */
export async function loseWrites({ master, replicas }: Servers, work: () => Promise<void>): Promise<void> {
  await replicated({ master, replicas });
  for (const replica of replicas) replica.freeze();
  master.ask("client", "kill", "type", "replica");
  try {
    await work();
    await master.kill();
  } finally {
    for (const replica of replicas) replica.thaw();
  }
}
