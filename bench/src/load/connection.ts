import { connect, type Socket } from "node:net";

/** One keep-alive connection with one request in flight: the cheapest client there is, to leave the cores to the servers. */
export interface Connection {
  /** Sends the bytes of a request, answers with the bytes of the response. */
  send(request: Buffer): Promise<Buffer>;
  close(): void;
}

const answerTimeoutMs = 30_000;

export async function openConnection(port: number): Promise<Connection> {
  const socket = await connected(port);
  let received: Buffer = Buffer.alloc(0);
  let caller: {
    resolve(response: Buffer): void;
    reject(error: Error): void;
  } | null = null;
  socket.on("data", (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    if (!caller || !isComplete(received)) return;
    const { resolve } = caller;
    const response = received;
    caller = null;
    received = Buffer.alloc(0);
    resolve(response);
  });
  socket.setTimeout(answerTimeoutMs, () => socket.destroy(new Error("no answer in time")));
  socket.on("error", (error) => caller?.reject(error));
  socket.on("close", () => caller?.reject(new Error("the server closed the connection")));
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        caller = { resolve, reject };
        socket.write(request);
      }),
    close() {
      caller = null;
      socket.destroy();
    },
  };
}

function connected(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true }, () => resolve(socket));
    socket.once("error", reject);
  });
}

/** Complete by content-length, or by the last chunk of a chunked body. */
function isComplete(response: Buffer): boolean {
  const headEnd = response.indexOf("\r\n\r\n");
  if (headEnd < 0) return false;
  const length = /\r\ncontent-length: *(\d+)/i.exec(response.toString("latin1", 0, headEnd));
  if (length) return response.length >= headEnd + 4 + Number(length[1]);
  return response.toString("latin1", response.length - 5) === "0\r\n\r\n";
}

export const statusOf = (response: Buffer): number => Number(response.toString("latin1", 9, 12));

/** The `name=value` pairs of the response's cookies, in the form of a browser's request. */
export function cookiesOf(response: Buffer): string {
  const head = response.toString("latin1", 0, response.indexOf("\r\n\r\n"));
  return [...head.matchAll(/\r\nset-cookie: *([^;\r]+)/gi)].map((match) => match[1]).join("; ");
}
