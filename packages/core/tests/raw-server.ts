import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { nodeHandler } from "@keyhold/core/node";
import type { App } from "../../../tests/harness/app.ts";

/** The response over a socket, until the server closed the socket or the timeout passed. */
export interface RawAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** An auth behind `node:http`, and sockets that send arbitrary bytes to the server. */
export interface RawServer {
  readonly port: number;
  /** Sends text (each character a byte) or bytes, and waits for the response. */
  send(...parts: readonly (string | Uint8Array)[]): Promise<RawAnswer>;
  /** Sends text and closes the socket without waiting. */
  abandon(text: string): Promise<void>;
  close(): Promise<void>;
}

/** Shorter than the limit of a test. A busy machine needs seconds for a response. */
const timeoutMilliseconds = 20_000;

export async function serve({ auth }: Pick<App, "auth">): Promise<RawServer> {
  const server = createServer(nodeHandler(auth));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    async send(...parts) {
      const socket = await open(port);
      for (const part of parts) socket.write(typeof part === "string" ? Buffer.from(part, "latin1") : part);
      return readRawAnswer(await collect(socket));
    },
    async abandon(text) {
      const socket = await open(port);
      await new Promise<void>((resolve) => socket.write(text, () => resolve()));
      socket.resetAndDestroy();
    },
    close: () => close(server),
  };
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => resolve(socket));
    socket.once("error", reject);
  });
}

function collect(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const finish = (): void => {
      socket.destroy();
      resolve(Buffer.concat(chunks).toString("utf8"));
    };
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("close", finish);
    socket.on("error", finish);
    socket.setTimeout(timeoutMilliseconds, finish);
  });
}

function readRawAnswer(text: string): RawAnswer {
  const end = text.indexOf("\r\n\r\n");
  const head = end === -1 ? text : text.slice(0, end);
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0);
  return { status, head, body: end === -1 ? "" : text.slice(end + 4) };
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
