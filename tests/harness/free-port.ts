import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Returns a free port. A node of a cluster also listens on the port 10,000 above its own. Both are below the ports that
 * the system gives to clients: a connection would take the port before the server that is started.
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
  server.listen(port, "127.0.0.1");
  if (!(await isListening)) return false;
  server.close();
  await once(server, "close");
  return true;
}
