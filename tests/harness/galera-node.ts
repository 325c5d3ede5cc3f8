import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { createConnection } from "mysql2/promise";

/** A server of a cluster, with its folder and its ports on loopback. */
export interface Node {
  readonly folder: string;
  readonly port: number;
  readonly groupPort: number;
  readonly transferPorts: readonly [number, number];
  server: ChildProcess | null;
  /** Whether the server has ended by itself since its last start. */
  hasCrashed: boolean;
}

const isRoot = process.getuid?.() === 0;

export async function makeNode(folder: string): Promise<Node> {
  const data = join(folder, "data");
  mkdirSync(data, { recursive: true });
  if (isRoot) execFileSync("chown", ["mysql", folder, data]);
  const [port, groupPort, state, increments] = await freePorts();
  return { folder, port, groupPort, transferPorts: [state, increments], server: null, hasCrashed: false };
}

/**
 * Ports that are free at this moment; all of them are open together, so that they differ. They are below those that
 * systems give to clients (32768 and higher): a connection would take the port of a killed node.
 */
async function freePorts(): Promise<readonly [number, number, number, number]> {
  const servers = [await listenBelow(), await listenBelow(), await listenBelow(), await listenBelow()] as const;
  const ports = servers.map((server) => {
    const address = server.address();
    return typeof address === "object" && address ? address.port : 0;
  });
  await Promise.all(servers.map(async (server) => once(server.close(), "close")));
  const [a = 0, b = 0, c = 0, d = 0] = ports;
  return [a, b, c, d];
}

async function listenBelow(): Promise<Server> {
  for (;;) {
    const server = createServer().listen(randomInt(20_000, 32_000), "127.0.0.1");
    const [error] = await Promise.race([once(server, "listening"), once(server, "error")]);
    if (!error) return server;
  }
}

export async function install({ folder }: Node): Promise<void> {
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
  ..."--innodb-flush-log-at-trx-commit=2 --innodb-doublewrite=OFF --innodb-flush-method=nosync".split(" "),
  ..."--innodb-buffer-pool-size=32M --innodb-log-file-size=16M --innodb-autoinc-lock-mode=2".split(" "),
  ..."--binlog-format=ROW --wsrep-on=ON --wsrep-sst-method=rsync --wsrep-slave-threads=1".split(" "),
  `--wsrep-provider=${library}`,
];

/** A lost node is noticed after four seconds: the default is five. Less would lose nodes of a busy machine. */
const membership = "evs.keepalive_period=PT0.3S;evs.suspect_timeout=PT4S;evs.inactive_timeout=PT8S";

export async function startNode(
  node: Node,
  library: string,
  cluster: string,
  options: readonly string[],
): Promise<void> {
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
  node.hasCrashed = false;
  server.once("exit", (code, signal) => {
    if (node.server !== server) return;
    node.server = null;
    node.hasCrashed = true;
    console.error(`A node of Galera ended by itself (${code ?? signal}).\n${lastLines(join(node.folder, "log"))}`);
  });
}

/** The last write of a node that ended without a warning, read from its files: the cluster's id, a colon, a number. */
export async function recoveredPosition(node: Node, library: string): Promise<string> {
  const path = join(node.folder, "recovery");
  const log = openSync(path, "w");
  const options = [...serverOptions(node, library), "--wsrep-cluster-address=gcomm://", "--wsrep-recover"];
  const [code] = await once(spawn("mariadbd", options, { stdio: ["ignore", log, log] }), "exit");
  const position = /Recovered position: (\S+)/.exec(readFileSync(path, "utf8"))?.[1];
  if (code !== 0 || !position) throw new Error(lastLines(path));
  return position;
}

/** A group of nodes ends without a last node, if all are killed: then no node may begin a group, unless its file says so. */
export function allowBootstrap({ folder }: Node): void {
  const path = join(folder, "data", "grastate.dat");
  writeFileSync(path, readFileSync(path, "utf8").replace("safe_to_bootstrap: 0", "safe_to_bootstrap: 1"));
}

export async function endNode(node: Node): Promise<void> {
  const { server } = node;
  node.hasCrashed = false;
  if (!server) return;
  node.server = null;
  const ended = once(server, "exit");
  server.kill("SIGKILL");
  await ended;
}

export async function ask({ port }: Node, sql: string): Promise<readonly (readonly unknown[])[]> {
  const connection = await createConnection({ host: "127.0.0.1", port, user: "root", rowsAsArray: true });
  connection.on("error", () => undefined);
  try {
    const [rows] = await connection.query(sql);
    return Array.isArray(rows) ? rows.map((row) => (Array.isArray(row) ? row : [row])) : [];
  } finally {
    connection.destroy();
  }
}

export const lastLines = (path: string): string =>
  existsSync(path) ? readFileSync(path, "utf8").split("\n").slice(-30).join("\n") : "";
