import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";

/** Names the process for a request by its port; without this header the processes take turns. */
export const processHeader = "x-process";
/** The client IP address of a simulated client: the proxy hands it on as the address of the connection. */
export const clientHeader = "x-client";
/** How the proxy marks its own answers: why no process has answered. */
export const proxyHeader = "x-proxy";

/**
 * Why no process has answered. `refused`: no process took the connection, so no request was sent. `gone`: the process
 * named by the client is no longer there. `cut`: the request was sent, and its connection broke before the answer, so
 * the outcome is unknown.
 */
export type ProxyFailure = "refused" | "gone" | "cut";

/** A proxy in front of several processes, each by its port of this host. */
export interface RoundRobin {
  readonly url: string;
  ports(): readonly number[];
  add(port: number): void;
  /** Sends no more requests to a process; resolves when its last answer is complete. */
  remove(port: number): Promise<void>;
  /** How many requests went to another process, because the first one refused the connection. */
  retried(): number;
  close(): Promise<void>;
}

interface Target {
  readonly port: number;
  running: number;
  idle: () => void;
}

/** The parts of a request that the proxy sends on. */
interface Forwarded {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/**
 * Starts a proxy that deals requests to processes in turn. If a process refuses the connection, the next one gets the
 * request. A request that was sent is never repeated: the process may have carried it out.
 */
export async function startRoundRobin(): Promise<RoundRobin> {
  const targets: Target[] = [];
  let turn = 0;
  let retried = 0;

  /** The processes to try, in order. */
  function candidates(port: string | undefined): readonly Target[] {
    if (port !== undefined) return targets.filter((target) => target.port === Number(port));
    turn += 1;
    return targets.map((_, index) => targets[(turn + index) % targets.length]).filter((target) => target !== undefined);
  }

  async function forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const forwarded = await readRequest(incoming);
    const named = incoming.headers[processHeader]?.toString();
    for (const [tries, target] of candidates(named).entries()) {
      target.running += 1;
      try {
        const socket = await open(target.port);
        if (socket === null) continue;
        if (tries > 0) retried += 1;
        return await exchange(socket, forwarded, outgoing);
      } finally {
        target.running -= 1;
        if (target.running === 0) target.idle();
      }
    }
    fail(outgoing, named === undefined ? "refused" : "gone");
  }

  const server = createServer((incoming, outgoing) => {
    forward(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  return {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    ports: () => targets.map(({ port }) => port),
    add: (port) => void targets.push({ port, running: 0, idle: () => undefined }),
    async remove(port) {
      const index = targets.findIndex((target) => target.port === port);
      const [target] = index === -1 ? [] : targets.splice(index, 1);
      if (!target || target.running === 0) return;
      await new Promise<void>((resolve) => {
        target.idle = resolve;
      });
    },
    retried: () => retried,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

export const portOf = (address: AddressInfo | string | null): number =>
  typeof address === "object" && address !== null ? address.port : 0;

async function readRequest(incoming: IncomingMessage): Promise<Forwarded> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const { method = "GET", url: path = "/", headers } = incoming;
  const { [processHeader]: _process, [clientHeader]: client, connection: _connection, ...others } = headers;
  // The proxy's own entry; a header of the client itself would come before it.
  const own = client?.toString() ?? incoming.socket.remoteAddress ?? "";
  return { method, path, headers: { ...others, "x-forwarded-for": own }, body: Buffer.concat(chunks) };
}

/** A new connection; null if the process refuses it. */
function open(port: number): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(socket));
    socket.once("error", () => resolve(null));
  });
}

/** Sends the request and hands on the answer. */
function exchange(socket: Socket, { method, path, headers, body }: Forwarded, outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const cut = (): void => {
      fail(outgoing, "cut");
      resolve();
    };
    const sent = request({ method, path, headers, createConnection: () => socket }, async (answer) => {
      try {
        const chunks: Buffer[] = [];
        for await (const chunk of answer) chunks.push(chunk);
        outgoing.writeHead(answer.statusCode ?? 500, withoutConnection(answer.headers));
        outgoing.end(Buffer.concat(chunks));
        resolve();
      } catch {
        cut();
      }
    });
    sent.once("error", cut);
    sent.end(body);
  });
}

function withoutConnection(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { connection: _connection, "keep-alive": _keepAlive, "transfer-encoding": _encoding, ...others } = headers;
  return others;
}

function fail(outgoing: ServerResponse, reason: ProxyFailure): void {
  if (outgoing.headersSent) return;
  const headers = { [proxyHeader]: reason, ...(reason === "refused" ? { "retry-after": "1" } : {}) };
  outgoing.writeHead(reason === "refused" ? 503 : 502, headers).end();
}
