import { createServer, type RequestListener } from "node:http";

/** The server of a request: better-auth 1.2.12, or Keyhold. */
export type Side = "peer" | "keyhold";

/**
 * One address with two servers behind it, like a load balancer during a canary. The header `x-side` of a request
 * selects one; without it the last argument of `toggle` does.
 */
export interface Front {
  /** Scheme, host and port. */
  readonly url: string;
  serve(side: Side, listener: RequestListener): void;
  /** Requests without a header go here from now on. At the beginning: "peer". */
  toggle(side: Side): void;
  close(): Promise<void>;
}

export async function openFront(): Promise<Front> {
  const listeners = new Map<string, RequestListener>();
  let usual: Side = "peer";
  const server = createServer((request, response) => {
    const listener = listeners.get(String(request.headers["x-side"] ?? usual));
    if (listener) listener(request, response);
    else response.writeHead(502).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("A server on TCP has a port.");
  return {
    url: `http://localhost:${address.port}`,
    serve: (side, listener) => void listeners.set(side, listener),
    toggle(side) {
      usual = side;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
