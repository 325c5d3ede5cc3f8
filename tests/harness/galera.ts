import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createConnection } from "mysql2/promise";

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

interface Node {
  readonly folder: string;
  readonly port: number;
  readonly groupPort: number;
  readonly transferPorts: readonly [number, number];
  server: ChildProcess | null;
}

const nodeCount = 3;
const isRoot = process.getuid?.() === 0;
const maxWaitMilliseconds = 60_000;

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
  const others = (node: Node): Node[] => nodes.filter((other) => other !== node && other.server !== null);
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

  return {
    urls: nodes.map(({ port }) => `mysql://root@127.0.0.1:${port}/keyhold`),
    async appliesWrites() {
      const reads = nodes.map((node) => ask(node, "set statement wsrep_sync_wait = 1 for select 1 from dual"));
      return (await Promise.allSettled(reads)).every(({ status }) => status === "fulfilled");
    },
    async kill(index) {
      const node = nodeAt(index);
      await endNode(node);
      for (const other of others(node)) await waitForSize(other, others(node).length);
    },
    async restart(index) {
      const node = nodeAt(index);
      await start(node, [`--wsrep-start-position=${await recoveredPosition(node, library)}`]);
      await waitForSize(node, others(node).length + 1);
    },
    async isolate(index) {
      const node = nodeAt(index);
      await ask(node, "set global wsrep_provider_options = 'gmcast.isolate=1'");
      for (const other of others(node)) await waitForSize(other, others(node).length);
    },
    async heal(index) {
      const node = nodeAt(index);
      await ask(node, "set global wsrep_provider_options = 'gmcast.isolate=0'");
      await waitForSize(node, others(node).length + 1);
    },
    stop,
  };
}

async function makeNode(folder: string): Promise<Node> {
  const data = join(folder, "data");
  mkdirSync(data, { recursive: true });
  if (isRoot) execFileSync("chown", ["mysql", folder, data]);
  const [port, groupPort, state, increments] = await freePorts();
  return { folder, port, groupPort, transferPorts: [state, increments], server: null };
}

/** Ports that are free at this moment; all of them are open together, so that they differ. */
async function freePorts(): Promise<readonly [number, number, number, number]> {
  const servers = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const server = createServer().listen(0, "127.0.0.1");
      await once(server, "listening");
      return server;
    }),
  );
  const [a = 0, b = 0, c = 0, d = 0] = servers.map((server) => {
    const address = server.address();
    return typeof address === "object" && address ? address.port : 0;
  });
  await Promise.all(servers.map(async (server) => once(server.close(), "close")));
  return [a, b, c, d];
}

async function install({ folder }: Node): Promise<void> {
  const options = [`--datadir=${folder}/data`, "--auth-root-authentication-method=normal", "--skip-test-db"];
  const log = openSync(join(folder, "install"), "w");
  const child = spawn("mariadb-install-db", ["--no-defaults", ...options, ...asMysql], { stdio: ["ignore", log, log] });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(lastLines(join(folder, "install")));
}

const asMysql = isRoot ? ["--user=mysql"] : [];

const serverOptions = (node: Node, library: string): readonly string[] => [
  "--no-defaults",
  ...asMysql,
  `--datadir=${node.folder}/data`,
  `--socket=${node.folder}/socket`,
  `--pid-file=${node.folder}/pid`,
  `--port=${node.port}`,
  ..."--bind-address=127.0.0.1 --skip-name-resolve --max-connections=300 --skip-log-bin".split(" "),
  ..."--character-set-server=utf8mb4 --collation-server=utf8mb4_general_ci".split(" "),
  ..."--innodb-flush-log-at-trx-commit=0 --innodb-doublewrite=OFF --innodb-flush-method=nosync".split(" "),
  ..."--innodb-buffer-pool-size=32M --innodb-log-file-size=16M --innodb-autoinc-lock-mode=2".split(" "),
  ..."--binlog-format=ROW --wsrep-on=ON --wsrep-sst-method=rsync --wsrep-slave-threads=1".split(" "),
  `--wsrep-provider=${library}`,
];

/** A lost node is noticed after four seconds: the default is five. Less would lose nodes of a busy machine. */
const membership = "evs.keepalive_period=PT0.3S;evs.suspect_timeout=PT4S;evs.inactive_timeout=PT8S";

async function startNode(node: Node, library: string, cluster: string, options: readonly string[]): Promise<void> {
  const [state, increments] = node.transferPorts;
  const provider = [
    `gmcast.listen_addr=tcp://127.0.0.1:${node.groupPort}`,
    `ist.recv_addr=127.0.0.1:${increments}`,
    "gcache.size=16M;gcache.page_size=16M;evs.install_timeout=PT4S;gmcast.peer_timeout=PT3S",
    membership,
  ];
  const log = openSync(join(node.folder, "log"), "a");
  const server = spawn(
    "mariadbd",
    [
      ...serverOptions(node, library),
      `--wsrep-cluster-address=gcomm://${cluster}`,
      `--wsrep-node-address=127.0.0.1:${node.groupPort}`,
      `--wsrep-sst-receive-address=127.0.0.1:${state}`,
      `--wsrep-provider-options=${provider.join(";")}`,
      ...options,
    ],
    { stdio: ["ignore", log, log] },
  );
  node.server = server;
  server.once("exit", () => {
    if (node.server === server) node.server = null;
  });
}

/** The last write of a node that ended without a warning, read from its files. */
async function recoveredPosition(node: Node, library: string): Promise<string> {
  const path = join(node.folder, "recovery");
  const log = openSync(path, "w");
  const options = [...serverOptions(node, library), "--wsrep-cluster-address=gcomm://", "--wsrep-recover"];
  const [code] = await once(spawn("mariadbd", options, { stdio: ["ignore", log, log] }), "exit");
  const position = /Recovered position: (\S+)/.exec(readFileSync(path, "utf8"))?.[1];
  if (code !== 0 || !position) throw new Error(lastLines(path));
  return position;
}

async function endNode(node: Node): Promise<void> {
  const { server } = node;
  if (!server) return;
  const ended = once(server, "exit");
  server.kill("SIGKILL");
  await ended;
}

async function ask({ port }: Node, sql: string): Promise<readonly (readonly unknown[])[]> {
  const connection = await createConnection({ host: "127.0.0.1", port, user: "root", rowsAsArray: true });
  connection.on("error", () => undefined);
  try {
    const [rows] = await connection.query(sql);
    return Array.isArray(rows) ? rows.map((row) => (Array.isArray(row) ? row : [row])) : [];
  } finally {
    connection.destroy();
  }
}

/** Waits until the node is part of a group of this size with a majority, and has every write. */
async function waitForSize(node: Node, size: number): Promise<void> {
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
      if (node.server === null) break;
    }
    await pause(50);
  }
  throw new Error(`A node is not "${wanted}": ${String(last)}`);
}

const lastLines = (path: string): string =>
  existsSync(path) ? readFileSync(path, "utf8").split("\n").slice(-30).join("\n") : "";
