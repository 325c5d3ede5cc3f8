import { once } from "node:events";
import { createServer, request } from "node:http";
import { onTestFinished } from "vitest";

/** A proxy at `/app`, which the app behind it does not see. */
export interface StrippingProxy {
  readonly url: string;
  /** Passes the requests on to this URL. */
  forwardTo(url: string): void;
}

const prefix = "/app";

export async function startStrippingProxy(): Promise<StrippingProxy> {
  let target = "";
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url = "" } = incoming;
    if (!url.startsWith(prefix)) return void outgoing.writeHead(404).end();
    const passed = request(target + (url.slice(prefix.length) || "/"), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(outgoing);
    });
    // A server may refuse a large body before it has read it.
    passed.on("error", () => void (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()));
    incoming.pipe(passed);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close().closeAllConnections());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The proxy has no port.");
  return {
    url: `http://localhost:${address.port}${prefix}`,
    forwardTo(url) {
      target = url;
    },
  };
}
