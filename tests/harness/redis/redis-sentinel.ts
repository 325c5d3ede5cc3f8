import { type RedisNode, startNode, until } from "./redis-node.ts";

export interface SentinelSetup {
  readonly servers: readonly RedisNode[];
  readonly sentinels: readonly RedisNode[];
  /** The name of the master at the sentinels. */
  readonly name: string;
  /** The server that the sentinels call the master now. */
  master(): RedisNode;
  remove(): Promise<void>;
}

/** Starts a master, two replicas and three sentinels; two of them decide. */
export async function startSentinel({ downAfterMilliseconds = 1000 } = {}): Promise<SentinelSetup> {
  const name = "keyhold";
  const first = await startNode(["repl-diskless-sync-delay 0"]);
  const replica = [`replicaof 127.0.0.1 ${first.port}`, "repl-diskless-sync-delay 0"];
  const servers = [first, ...(await Promise.all([startNode(replica), startNode(replica)]))];
  const watching = [
    `sentinel monitor ${name} 127.0.0.1 ${first.port} 2`,
    `sentinel down-after-milliseconds ${name} ${downAfterMilliseconds}`,
    `sentinel failover-timeout ${name} 5000`,
  ];
  const sentinels = await Promise.all(Array.from({ length: 3 }, () => startNode(watching, "sentinel")));
  const remove = async (): Promise<void> =>
    void (await Promise.all([...sentinels, ...servers].map((node) => node.remove())));
  const portAt = (sentinel: RedisNode): string | undefined =>
    sentinel.ask("sentinel", "get-master-addr-by-name", name).split("\n")[1];
  try {
    await until("the sentinels know each other and the replicas", () =>
      sentinels.every((sentinel) => {
        const info = sentinel.ask("info", "sentinel");
        return /status=ok/.test(info) && /slaves=2,sentinels=3/.test(info);
      }),
    );
    await until("each replica is synchronized", () =>
      servers.slice(1).every((server) => /master_link_status:up/.test(server.ask("info", "replication"))),
    );
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    servers,
    sentinels,
    name,
    master() {
      const port = sentinels[0] && portAt(sentinels[0]);
      const found = servers.find((server) => String(server.port) === port);
      if (!found) throw new Error(`No server at port ${port}.`);
      return found;
    },
    remove,
  };
}
