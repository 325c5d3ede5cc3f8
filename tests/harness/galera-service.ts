import { once } from "node:events";
import { createServer } from "node:http";
import { type Galera, startGalera } from "./galera.ts";
import { type Losses, loseNodes } from "./lost-nodes.ts";

/** One cluster for all tests of a run, started when the first of them asks for it. */
export interface OfferedGalera {
  /** Answers with the URLs of the nodes, as JSON; `/outages` there begins to lose a node again and again, and answers with the number of steps. */
  readonly url: string;
  /** Starts the cluster, unless it runs. */
  cluster(): Promise<Galera>;
  stop(): Promise<void>;
}

export async function offerGalera(): Promise<OfferedGalera> {
  let started: Promise<Galera> | null = null;
  const cluster = (): Promise<Galera> => (started ??= startGalera());
  let losses: Losses | null = null;

  let checked: Promise<unknown> = Promise.resolve();

  /** A node of MariaDB may stop applying writes for good (MDEV-38843), or end by itself: such a node is started again. */
  async function workingCluster(): Promise<Galera> {
    const galera = await cluster();
    if (losses) return galera;
    // Of several callers the first repairs the cluster.
    const check = checked.then(async () => {
      if (await galera.appliesWrites()) return;
      console.error("A node of Galera applies no writes. The cluster is repaired.");
      await galera.repair();
    });
    checked = check.catch(() => undefined);
    await check;
    return galera;
  }

  const server = createServer(async ({ url }, response) => {
    try {
      const galera = await workingCluster();
      if (url === "/outages") losses ??= loseNodes(galera);
      response.end(JSON.stringify(url === "/outages" ? losses?.steps() : galera.urls));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    cluster,
    async stop() {
      server.closeAllConnections();
      server.close();
      await losses?.stop();
      // A failed start has stopped its servers.
      await (await started?.catch(() => null))?.stop();
    },
  };
}
