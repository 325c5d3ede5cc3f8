import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type App, openApp } from "../../../../tests/harness/app.ts";

let app: App;
let server: Server;
let agent: Agent;

/** As in frameworks: the body of the `Request` is the stream of the socket, and the rest of the body is never read. */
async function bridge(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)] as [string, string]);
  const body = incoming.method === "POST" ? (Readable.toWeb(incoming) as ReadableStream<Uint8Array>) : null;
  const init: RequestInit & { duplex: "half" } = { method: incoming.method ?? "GET", headers, body, duplex: "half" };
  const response = await app.auth.handler(new Request(`http://localhost${incoming.url}`, init));
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(await response.text());
}

beforeAll(async () => {
  app = openApp();
  server = createServer((incoming, outgoing) => void bridge(incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  agent = new Agent({ keepAlive: true, maxSockets: 1 });
});
afterAll(() => {
  agent.destroy();
  server.closeAllConnections();
  return new Promise<void>((resolve) => server.close(() => resolve()));
});

interface Sent {
  readonly status: number | undefined;
  readonly connection: string | undefined;
  readonly isReused: boolean;
}

/** One request of a client that reuses the only connection, if the server allows that. */
function send(method: "GET" | "POST", path: string, body: Buffer | null, isChunked = false): Promise<Sent> {
  const { port } = server.address() as AddressInfo;
  const length = isChunked || !body ? {} : { "content-length": body.length };
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", ...length };
    const sent = request({ port, host: "127.0.0.1", agent, method, path: `/api/auth${path}`, headers }, (response) => {
      const { statusCode: status, headers } = response;
      response
        .resume()
        .on("end", () => resolve({ status, connection: headers.connection, isReused: sent.reusedSocket }));
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

describe.each([
  ["just too large", 70_000, 5],
  ["a mebibyte", 1_048_576, 5],
  ["much too large", 20_000_000, 1],
])("a body that is %s", (_, bytes, rounds) => {
  test.each([
    ["with its length", false],
    ["in chunks", true],
  ])("%s fails with 413, and the next request of the client is answered, too", async (_, isChunked) => {
    const body = Buffer.alloc(bytes, 32);
    for (let round = 0; round < rounds; round += 1) {
      expect((await send("POST", "/sign-in/email", body, isChunked)).status).toBe(413);
      expect((await send("GET", "/ok", null)).status).toBe(200);
      expect((await send("POST", "/sign-in/email", Buffer.from("{}"))).status).toBe(400);
    }
  });
});

test("an unread body of a megabyte does not block the next request either", async () => {
  const large = Buffer.alloc(1_000_000, 32);
  for (const [path, status] of [
    ["/nope", 404],
    ["/get-session", 405],
  ] as const) {
    expect((await send("POST", path, large)).status).toBe(status);
    const next = await send("GET", "/ok", null);
    expect([next.status, next.isReused]).toEqual([200, true]);
  }
});

test("a client that never completes its body gets a response all the same", async () => {
  const body = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new Uint8Array(70_000)) });
  const init: RequestInit & { duplex: "half" } = { method: "POST", body, duplex: "half" };
  const answer = await app.auth.handler(new Request("http://localhost/api/auth/sign-in/email", init));
  expect(answer.status).toBe(413);
});
