import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { createTestAuth } from "@keyhold/testing";
import { afterEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { type AnyEndpoint, endpointsFor } from "../contract/endpoint.js";
import { accepted, ok } from "../contract/outcome.js";
import { definePlugin } from "../contract/plugin.js";
import { nodeHandler } from "../entries/node.js";

const declare = endpointsFor<unknown, Record<never, never>>({});
const maxBytes = 200_000;

/** Answers with the input. */
const readSignedBody = declare({
  route: "POST /signed/here",
  access: "public",
  doc: "Takes what a machine has signed.",
  input: z.object({}),
  output: z.unknown(),
  takesSignedBody: { maxBytes },
  limit: null,
  async handle({ signed, session, caller }) {
    if (signed?.headers.get("x-unread")) return accepted("unread");
    const body = await signed?.readBody();
    const seen = {
      bytes: body && [...body.subarray(0, 8)],
      length: body?.length,
      header: signed?.headers.get("webhook-id"),
      session,
      hasCookie: caller.hasSessionCookie,
    };
    return signed?.headers.get("x-later") ? accepted(seen) : ok(seen);
  },
});

const readJsonBody = declare({
  route: "POST /json",
  access: "public",
  doc: "Takes JSON.",
  input: z.object({}).loose(),
  output: z.unknown(),
  limit: null,
  handle: ({ signed }) => ok({ signed }),
});

const open = () =>
  createTestAuth({ plugins: [definePlugin({ id: "machine", pages: [readSignedBody], endpoints: { readJsonBody } })] });

const send = (fixture: ReturnType<typeof open>, body: BodyInit, headers: Record<string, string> = {}) =>
  fixture.auth.handler(
    new Request("http://localhost:3000/api/auth/signed/here", { method: "POST", body, headers: { ...headers } }),
  );

describe("a route that takes a signed body", () => {
  test("gets every byte unchanged, with any content type", async () => {
    const bytes = new Uint8Array([0, 255, 13, 10, 123, 34, 239, 187]);
    for (const type of ["application/json", "text/plain", "application/octet-stream"]) {
      const response = await send(open(), bytes, { "content-type": type, "webhook-id": "one" });
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({ bytes: [...bytes], header: "one" });
    }
  });

  test("gets the text that a framework has kept, but no parsed value: a signature covers bytes", async () => {
    const fixture = open();
    const url = "http://localhost:3000/api/auth/signed/here";
    const read = async (body: unknown): Promise<Response> => {
      const request = new Request(url, { method: "POST", body: '{"a": 1}' });
      await request.text();
      return fixture.auth.handler(request, { body });
    };
    expect(await (await read('{"a": 1}')).json()).toMatchObject({ length: 8 });
    expect((await read({ a: 1 })).status).toBe(500);
    expect(fixture.logged.at(-1)?.cause).toContain("Mount the auth before all that reads bodies");
  });

  test("checks no origin, and gets no cookie", async () => {
    const fixture = open();
    const ada = await fixture.signUp("ada@example.com");
    const headers = {
      origin: "https://evil.example",
      cookie: ada.browser.cookies.header() ?? "",
      "content-type": "text/plain",
    };
    const response = await send(fixture, "{}", headers);
    expect(await response.json()).toMatchObject({ session: null, hasCookie: false });
  });

  test("accepts its declared maximum, and no more, by the declared or the actual length", async () => {
    const fixture = open();
    expect(await (await send(fixture, new Uint8Array(maxBytes))).json()).toMatchObject({ length: maxBytes });
    expect((await send(fixture, new Uint8Array(maxBytes + 1))).status).toBe(413);
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(65_536)) });
    const init = { method: "POST", body: endless, duplex: "half" };
    const url = "http://localhost:3000/api/auth/signed/here";
    expect((await fixture.auth.handler(new Request(url, init))).status).toBe(413);
  });

  test("may answer by the headers alone, without reading a byte of the body", async () => {
    const body = new ReadableStream({ pull: () => expect.unreachable() }, { highWaterMark: 0 });
    const init = { method: "POST", body, duplex: "half", headers: { "x-unread": "1" } };
    const url = "http://localhost:3000/api/auth/signed/here";
    expect((await open().auth.handler(new Request(url, init))).status).toBe(202);
  });

  test("may answer that the request had no effect", async () => {
    expect((await send(open(), "x", { "x-later": "1" })).status).toBe(202);
  });

  test("does not change the bodies of other routes", async () => {
    const fixture = open();
    const url = "http://localhost:3000/api/auth/json";
    const json = { "content-type": "application/json" };
    const post = (body: string) => fixture.auth.handler(new Request(url, { method: "POST", body, headers: json }));
    expect(await (await post("{}")).json()).toEqual({ signed: null });
    expect((await post(`{"a":"${"x".repeat(70_000)}"}`)).status).toBe(413);
  });

  const wrong = (changes: object): AnyEndpoint => Object.freeze({ ...readSignedBody, ...changes });

  test.each<[string, AnyEndpoint]>([
    ["acts for a session", wrong({ access: "session" })],
    ["has a parameter in its path", wrong({ route: "POST /signed/:id" })],
    ["is a GET", wrong({ route: "GET /signed/here" })],
  ])("is a config error if it %s", (_, endpoint) => {
    const start = () => createTestAuth({ plugins: [definePlugin({ id: "wrong", pages: [endpoint] })] });
    expect(start).toThrow(`${endpoint.route} of "wrong" takes a signed body and must be a public POST`);
  });

  test("is a config error if it could be called by name, without a body", () => {
    const start = () => createTestAuth({ plugins: [definePlugin({ id: "wrong", endpoints: { readSignedBody } })] });
    expect(start).toThrow("of one path, listed in `pages`");
  });
});

describe("behind node:http, a signed body", () => {
  const closing: (() => void)[] = [];
  afterEach(() => {
    for (const close of closing.splice(0)) close();
  });

  async function listenOn(before: (incoming: IncomingMessage) => Promise<void> = async () => {}): Promise<number> {
    const handle = nodeHandler(open().auth);
    const server = createServer((incoming, outgoing) => void before(incoming).then(() => handle(incoming, outgoing)));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    closing.push(() => server.close());
    return (server.address() as AddressInfo).port;
  }

  async function listen(before?: (incoming: IncomingMessage) => Promise<void>) {
    const port = await listenOn(before);
    return (body: BodyInit) => fetch(`http://127.0.0.1:${port}/api/auth/signed/here`, { method: "POST", body });
  }

  test("arrives complete up to its own maximum, although other routes accept less", async () => {
    const post = await listen();
    expect(await (await post(new Uint8Array(maxBytes))).json()).toMatchObject({ length: maxBytes });
    expect((await post(new Uint8Array(maxBytes + 1))).status).toBe(413);
  });

  test.each([1000, maxBytes, 8 * 1024 * 1024])(
    "of %i bytes may stay unread, and the connection goes on",
    async (size) => {
      const port = await listenOn();
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const sockets = new Set<unknown>();
      const send = (headers: Record<string, string>, body: Uint8Array) =>
        new Promise<number | undefined>((resolve, reject) => {
          const url = `http://127.0.0.1:${port}/api/auth/signed/here`;
          const sent = request(url, { method: "POST", agent, headers }, (response) => {
            sockets.add(response.socket);
            response.resume().on("end", () => resolve(response.statusCode));
          });
          sent.on("error", reject).end(body);
        });
      expect(await send({ "x-unread": "1" }, new Uint8Array(size))).toBe(202);
      expect(await send({}, new Uint8Array(1000))).toBe(200);
      expect(sockets.size).toBe(1);
      agent.destroy();
    },
  );

  test("that does not end is cut off", async () => {
    const socket = connect(await listenOn(), "127.0.0.1");
    socket.on("error", () => undefined).resume();
    const closed = new Promise((resolve) => socket.on("close", resolve));
    socket.write("POST /api/auth/signed/here HTTP/1.1\r\nhost: a\r\nx-unread: 1\r\ntransfer-encoding: chunked\r\n\r\n");
    const chunk = `100000\r\n${"x".repeat(1024 * 1024)}\r\n`;
    const more = (): void => {
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.on("drain", more);
    more();
    await closed;
  });

  test("that breaks off gets no response, and the server goes on", async () => {
    const port = await listenOn();
    const socket = connect(port, "127.0.0.1");
    socket.write("POST /api/auth/signed/here HTTP/1.1\r\nhost: a\r\ncontent-length: 100000\r\n\r\nhalf");
    await once(socket, "connect");
    socket.destroy();
    expect((await fetch(`http://127.0.0.1:${port}/api/auth/signed/here`, { method: "POST", body: "x" })).status).toBe(
      200,
    );
  });

  test("is the bytes that a framework has kept, not its parsed value", async () => {
    const text = '{ "a" : 1.0 }';
    const post = await listen(async (incoming) => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk);
      const rawBody = Buffer.concat(chunks);
      Object.assign(incoming, { rawBody, body: JSON.parse(String(rawBody)) });
    });
    const { bytes, length } = await (await post(text)).json();
    expect({ bytes, length }).toEqual({ bytes: [...Buffer.from(text).subarray(0, 8)], length: text.length });
  });
});
