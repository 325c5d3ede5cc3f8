import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Returns a free port for a server that starts later. The port is below the ports that the system gives to clients: a
 * port of the system (`listen(0)`) may be the port of an outgoing connection before the server listens. A node of a
 * cluster also listens on the port 10,000 above its own.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 12_000);
    if ((await isFree(port)) && (await isFree(port + 10_000))) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const isListening = new Promise<boolean>((resolve) => {
    server.once("listening", () => resolve(true));
    server.once("error", () => resolve(false));
  });
  // On all addresses: another server may listen on one of them.
  server.listen(port);
  if (!(await isListening)) return false;
  server.close();
  await once(server, "close");
  return true;
}
