import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import {
  allowBootstrap,
  ask,
  endNode,
  install,
  lastLines,
  makeNode,
  type Node,
  recoveredPosition,
  startNode,
} from "./galera-node.ts";

/** A cluster of three nodes of its own, on loopback, in a temporary folder; nothing of it is kept. */
export interface Galera {
  /** The URL of each node, with the database `keyhold`. */
  readonly urls: readonly string[];
  /** Whether each node answers a read that waits for the writes of the other nodes. */
  appliesWrites(): Promise<boolean>;
  /** Ends a node without a warning (SIGKILL), and waits until the others go on without it. */
  kill(node: number): Promise<void>;
  /** Starts a killed node, and waits until it has every write. */
  restart(node: number): Promise<void>;
  /** Cuts the connections between a node and the others, and waits until the others go on without it. */
  isolate(node: number): Promise<void>;
  /** Ends the isolation, and waits until the node has every write. */
  heal(node: number): Promise<void>;
  /** Whether a server has ended by itself. */
  hasCrashed(): boolean;
  /**
   * Starts the nodes again that do not apply writes, as an operator does: they join the majority; without a majority the
   * node with the newest write begins a new group. No acknowledged write is lost.
   */
  repair(): Promise<void>;
  stop(): Promise<void>;
}

const libraries = ["/usr/lib/galera/libgalera_smm.so", "/usr/lib64/galera-4/libgalera_smm.so"];
const programs = ["mariadbd", "mariadb-install-db", "rsync"];

/** Galera's library; or the missing package as a sentence. */
export function findGalera(): { readonly library: string } | { readonly missing: string } {
  const library = libraries.find((path) => existsSync(path));
  const folders = [...(process.env.PATH ?? "").split(":"), "/usr/sbin"];
  const lacking = programs.filter((name) => !folders.some((folder) => existsSync(join(folder, name))));
  if (library && lacking.length === 0) return { library };
  const what = library ? lacking.join(", ") : `${libraries[0]}`;
  return { missing: `Galera not found: no ${what} (apt-get install mariadb-server galera-4 rsync)` };
}

const nodeCount = 3;
const maxWaitMilliseconds = 60_000;
const maxReadMilliseconds = 30_000;

export async function startGalera(): Promise<Galera> {
  const found = findGalera();
  if ("missing" in found) throw new Error(found.missing);
  const { library } = found;
  const root = mkdtempSync(join(tmpdir(), "keyhold-galera-"));
  // The servers run as the user mysql if this process is root's.
  chmodSync(root, 0o711);
  const nodes: Node[] = [];
  for (let index = 0; index < nodeCount; index += 1) nodes.push(await makeNode(join(root, `${index}`)));
  const cluster = nodes.map(({ groupPort }) => `127.0.0.1:${groupPort}`).join(",");
  const start = (node: Node, options: readonly string[] = []) => startNode(node, library, cluster, options);
  const isUp = ({ server }: Node): boolean => server !== null;
  const others = (node: Node, among = nodes.filter(isUp)): Node[] => among.filter((other) => other !== node);
  const nodeAt = (index: number): Node => {
    const node = nodes[index];
    if (!node) throw new Error(`No node ${index}.`);
    return node;
  };

  async function stop(): Promise<void> {
    await Promise.all(nodes.map(endNode));
    process.off("exit", endAll);
    rmSync(root, { recursive: true, force: true });
  }

  // The servers of a test that ends by force end with it.
  const endAll = (): void => {
    for (const { server } of nodes) server?.kill("SIGKILL");
  };
  process.once("exit", endAll);

  try {
    const [first, ...joining] = nodes;
    if (!first) throw new Error("No node.");
    await install(first);
    await start(first, ["--wsrep-new-cluster"]);
    await waitForSize(first, 1);
    for (const [index, node] of joining.entries()) {
      await start(node);
      await waitForSize(node, index + 2);
    }
    await ask(first, "create database keyhold");
  } catch (error) {
    const logs = nodes.map(({ folder }) => lastLines(join(folder, "log")));
    await stop();
    throw new Error(`The cluster did not start.\n${logs.join("\n")}`, { cause: error });
  }

  const hasCrashed = (): boolean => nodes.some((node) => node.hasCrashed);

  /** Waits as `waitForSize`, and fails as soon as a server has ended by itself. */
  async function waitForGroup(waiting: readonly Node[], size: number): Promise<void> {
    for (const node of waiting) await waitForSize(node, size, hasCrashed);
  }

  async function rejoin(node: Node): Promise<void> {
    await endNode(node);
    await start(node, [`--wsrep-start-position=${await recoveredPosition(node, library)}`]);
    await waitForGroup([node], others(node).length + 1);
  }

  /** The way back after all nodes were lost. */
  async function beginAnew(): Promise<void> {
    await Promise.all(nodes.map(endNode));
    const positions = await Promise.all(nodes.map((node) => recoveredPosition(node, library)));
    const newest = Math.max(...positions.map(writesOf));
    const place = positions.findIndex((position) => writesOf(position) === newest);
    const first = nodeAt(place);
    allowBootstrap(first);
    await start(first, ["--wsrep-new-cluster", `--wsrep-start-position=${positions[place]}`]);
    await waitForGroup([first], 1);
    for (const node of others(first, nodes)) await rejoin(node);
  }

  return {
    urls: nodes.map(({ port }) => `mysql://root@127.0.0.1:${port}/keyhold`),
    async appliesWrites() {
      return (await Promise.all(nodes.map(appliesWrites))).every(Boolean);
    },
    async kill(index) {
      const node = nodeAt(index);
      await endNode(node);
      await waitForGroup(others(node), others(node).length);
    },
    restart: (index) => rejoin(nodeAt(index)),
    async isolate(index) {
      const node = nodeAt(index);
      await ask(node, "set global wsrep_provider_options = 'gmcast.isolate=1'");
      await waitForGroup(others(node), others(node).length);
    },
    async heal(index) {
      const node = nodeAt(index);
      await ask(node, "set global wsrep_provider_options = 'gmcast.isolate=0'");
      await waitForGroup([node], others(node).length + 1);
    },
    hasCrashed,
    async repair() {
      const working = await Promise.all(nodes.map(appliesWrites));
      const lost = nodes.filter((_, index) => !working[index]);
      // A node that has just lost the majority does not know it yet, and takes nobody in.
      if (2 * lost.length > nodeCount) return beginAnew();
      await Promise.all(lost.map(endNode));
      for (const node of lost) await rejoin(node);
    },
    stop,
  };
}

/** The number of a node's last write. */
const writesOf = (position: string): number => Number(position.slice(position.lastIndexOf(":") + 1));

/** Whether the node answers a read that waits for the writes of the other nodes. */
const appliesWrites = async (node: Node): Promise<boolean> => {
  const answered = ask(node, "set statement wsrep_sync_wait = 1 for select 1 from dual").then(
    () => true,
    () => false,
  );
  return Promise.race([answered, pause(maxReadMilliseconds, false, { ref: false })]);
};

/** Waits until the node is part of a group of this size with a majority, and has every write. */
async function waitForSize(node: Node, size: number, isHopeless = (): boolean => node.server === null): Promise<void> {
  const wanted = `${size} Primary Synced`;
  const query = `select concat_ws(' ',
    (select variable_value from information_schema.global_status where variable_name = 'wsrep_cluster_size'),
    (select variable_value from information_schema.global_status where variable_name = 'wsrep_cluster_status'),
    (select variable_value from information_schema.global_status where variable_name = 'wsrep_local_state_comment'))`;
  let last: unknown = "";
  for (const end = Date.now() + maxWaitMilliseconds; Date.now() < end; ) {
    try {
      last = (await ask(node, query))[0]?.[0];
      if (last === wanted) return;
    } catch (error) {
      last = error;
    }
    if (isHopeless()) break;
    await pause(50);
  }
  throw new Error(`A node is not "${wanted}": ${String(last)}`);
}
