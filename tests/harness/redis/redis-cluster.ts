import { type RedisNode, redisCli, startNode, until } from "./redis-node.ts";

export interface RedisCluster {
  readonly nodes: readonly RedisNode[];
  /** The node that serves the writes of a key now, and its replicas. */
  serversOf(key: string): { readonly master: RedisNode; readonly replicas: readonly RedisNode[] };
  /** Waits until each slot has a living master in the view of all nodes but the killed one. */
  healed(killed?: RedisNode): Promise<void>;
  remove(): Promise<void>;
}

/** Starts three masters with a replica each. `nodeTimeoutMilliseconds`: when a silent node counts as failed. */
export async function startCluster({ nodeTimeoutMilliseconds = 1000 } = {}): Promise<RedisCluster> {
  const config = [
    "cluster-enabled yes",
    `cluster-node-timeout ${nodeTimeoutMilliseconds}`,
    "repl-diskless-sync-delay 0",
  ];
  const nodes = await Promise.all(Array.from({ length: 6 }, () => startNode(config)));
  const remove = async (): Promise<void> => void (await Promise.all(nodes.map((node) => node.remove())));
  const nodeAt = (port: string | undefined): RedisNode => {
    const found = nodes.find((node) => String(node.port) === port);
    if (!found) throw new Error(`No node at port ${port}.`);
    return found;
  };

  const isHealed = (node: RedisNode, killed: RedisNode | undefined): boolean => {
    const info = node.ask("cluster", "info");
    const isWhole = /cluster_state:ok/.test(info) && /cluster_slots_ok:16384/.test(info);
    const owners = linesOf(node).filter(({ ranges }) => ranges.length > 0);
    return isWhole && owners.every(({ port, hasFailed }) => !hasFailed && port !== String(killed?.port));
  };

  const cluster: RedisCluster = {
    nodes,
    serversOf(key) {
      const living = nodes.find(canAnswer);
      if (!living) throw new Error("No node answers.");
      const slot = Number(living.ask("cluster", "keyslot", key));
      const rows = linesOf(living);
      const master = rows.find((row) => row.isMaster && row.ranges.some(([from, to]) => from <= slot && slot <= to));
      const replicas = rows.filter((row) => row.masterId === master?.id && !row.hasFailed);
      return { master: nodeAt(master?.port), replicas: replicas.map((row) => nodeAt(row.port)) };
    },
    healed: (killed) =>
      until("the cluster is healed", () =>
        nodes.filter((node) => node !== killed).every((node) => isHealed(node, killed)),
      ),
    remove,
  };
  try {
    const places = nodes.map(({ port }) => `127.0.0.1:${port}`);
    redisCli("--cluster", "create", ...places, "--cluster-replicas", "1", "--cluster-yes");
    await cluster.healed();
    await until(
      "each replica is synchronized",
      () =>
        nodes.every((node) => /role:master|master_link_status:up/.test(node.ask("info", "replication"))) &&
        nodes.every((node) => linesOf(node).filter((row) => row.masterId !== null).length === 3),
    );
    return cluster;
  } catch (error) {
    await remove();
    throw error;
  }
}

interface NodeLine {
  readonly id: string | undefined;
  readonly port: string | undefined;
  readonly isMaster: boolean;
  readonly hasFailed: boolean;
  readonly masterId: string | null;
  readonly ranges: readonly (readonly [number, number])[];
}

/** The lines of CLUSTER NODES: id, address, flags, master, ping, pong, epoch, link, slots. */
function linesOf(node: RedisNode): readonly NodeLine[] {
  return node
    .ask("cluster", "nodes")
    .split("\n")
    .map((line) => {
      const [id, place, flags = "", masterId = "-", , , , , ...slots] = line.split(" ");
      const hasFailed = /fail/.test(flags);
      return {
        id,
        port: place?.match(/:(\d+)@/)?.[1],
        isMaster: /master/.test(flags) && !hasFailed,
        hasFailed,
        masterId: masterId === "-" ? null : masterId,
        ranges: slots.map((range): [number, number] => {
          const [from, to = from] = range.split("-").map(Number);
          return [from ?? 0, to ?? 0];
        }),
      };
    });
}

function canAnswer(node: RedisNode): boolean {
  try {
    return node.ask("ping") === "PONG";
  } catch {
    return false;
  }
}
