import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type App, alice, countRows, home, openApp, sessionsOf, userByEmail } from "../../../../tests/harness/app.ts";
import { type RawServer, serve } from "../raw-server.js";

let app: App;
let server: RawServer;

beforeAll(async () => {
  app = openApp();
  server = await serve(app);
});
afterAll(() => server.close());

const last = "Host: localhost\r\nConnection: close\r\n\r\n";
const get = (target: string, headers = "") => server.send(`GET ${target} HTTP/1.1\r\n${headers}${last}`);
const post = (path: string, body: string | Buffer, headers = "Content-Type: application/json\r\n") =>
  server.send(
    `POST /api/auth${path} HTTP/1.1\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n${last}`,
    typeof body === "string" ? Buffer.from(body) : body,
  );
const isUp = async () => expect((await get("/api/auth/ok")).body).toBe('{"ok":true}');

describe("over a socket", () => {
  test("a route is answered, with its headers and its length", async () => {
    const { status, head, body } = await get("/api/auth/ok");
    expect(status).toBe(200);
    expect(body).toBe('{"ok":true}');
    expect(head).toContain("content-type: application/json");
    expect(head).toContain("content-length: 11");
    expect(head).not.toMatch(/x-powered-by|\r\nserver:/i);
  });

  test("a sign-up sets its cookie, and stores the peer's address", async () => {
    const { status, head } = await post("/sign-up/email", JSON.stringify({ ...alice, rememberMe: false }));
    expect(status).toBe(200);
    expect(head.match(/\r\nset-cookie: /g)).toHaveLength(2);
    const [session] = await sessionsOf(app, (await userByEmail(app)).id);
    expect(session?.ipAddress).toBe("127.0.0.1");
  });

  test("a body in pieces is put together", async () => {
    const head = `POST /api/auth/sign-in/email HTTP/1.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n${last}`;
    const pieces = [...JSON.stringify(alice)].map((character) => `1\r\n${character}\r\n`);
    expect((await server.send(head, ...pieces, "0\r\n\r\n")).status).toBe(200);
  });

  test("cookies of several lines are all read", async () => {
    const { head } = await post("/sign-in/email", JSON.stringify(alice));
    const cookie = /set-cookie: (keyhold\.session_token=[^;]+)/.exec(head)?.[1];
    const { body } = await get("/api/auth/get-session", `Cookie: a=1\r\nCookie: ${cookie}\r\n`);
    expect(JSON.parse(body)).toMatchObject({ user: { email: alice.email } });
  });

  test("the host of a request is ignored", async () => {
    const answer = await server.send("GET /api/auth/ok HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
    expect(answer.status).toBe(200);
    expect(answer.head + answer.body).not.toContain("evil.example");
  });

  test.each([
    ["/ok", 200],
    ["/sign-out", 405],
    ["/nope", 404],
  ])("HEAD of %s is answered without a body, and without the length of one", async (path, expected) => {
    const { status, head, body } = await server.send(`HEAD /api/auth${path} HTTP/1.1\r\n${last}`);
    expect(status).toBe(expected);
    expect(head).toMatch(/^cache-control: no-store$/im);
    expect(head).not.toMatch(/^content-length:/im);
    expect(body).toBe("");
  });

  test("two requests on one connection get an answer each", async () => {
    const one = "GET /api/auth/ok HTTP/1.1\r\nHost: localhost\r\n\r\n";
    const { body } = await server.send(one, `GET /api/auth/nope HTTP/1.1\r\n${last}`);
    expect(body).toContain("HTTP/1.1 404 Not Found");
  });

  test("a client that sends Expect: 100-continue gets a 100", async () => {
    const body = JSON.stringify(alice);
    const headers = `Content-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${body.length}\r\n`;
    const { head, body: rest } = await server.send(`POST /api/auth/sign-in/email HTTP/1.1\r\n${headers}${last}`, body);
    expect(head).toBe("HTTP/1.1 100 Continue");
    expect(rest).toContain("HTTP/1.1 200 OK");
  });

  test("a page of another origin is rejected, like without a socket", async () => {
    const headers = "Content-Type: application/json\r\nOrigin: https://evil.example\r\n";
    expect((await post("/sign-in/email", JSON.stringify(alice), headers)).status).toBe(403);
  });

  test("two origins in one header are not trusted", async () => {
    const headers = `Content-Type: application/json\r\nOrigin: ${home}\r\nOrigin: https://evil.example\r\n`;
    expect((await post("/sign-in/email", JSON.stringify(alice), headers)).status).toBe(403);
  });
});

describe("a malformed request target", () => {
  test.each([
    ["OPTIONS *", 400],
    ["GET *", 400],
    ["TRACE /api/auth/ok", 405],
    ["GET //localhost/api/auth/ok", 404],
    ["GET //evil.example", 404],
    ["GET /\\evil.example", 404],
    ["GET /api/auth\\ok", 404],
    ["GET /api\\auth\\ok", 404],
    ["GET /api/auth/./ok", 404],
    ["GET /api/auth/x/../ok", 404],
    ["GET /style.css/%2e%2e/api/auth/ok", 404],
    ["GET /api/auth/%2E/ok", 404],
    ['GET /api/auth/ok?a=%2e%2e/&b=../"', 200],
    ["GET /api/auth/%", 404],
    ["GET /api/auth/%zz", 404],
    ["GET /api/auth/[", 404],
    ["GET /api/auth/x/../../../../etc/passwd", 404],
    ["GET /api/auth/ok#fragment", 200],
    ["GET /api/auth/ok?#?", 200],
    ["GET /?", 404],
    ["M-SEARCH /api/auth/ok", 405],
    ["PROPFIND /api/auth/ok", 405],
    ["DELETE /api/auth/nope", 404],
  ])("%s is answered %i, and the server goes on", async (line, status) => {
    const answer = await server.send(`${line} HTTP/1.1\r\n${last}`);
    expect(answer.status).toBe(status);
    if (status >= 400)
      expect(JSON.parse(answer.body)).toEqual({ code: expect.any(String), message: expect.any(String) });
    await isUp();
  });

  test("an absolute URL as a target is answered", async () => {
    expect((await get("http://evil.example/api/auth/ok")).status).toBeLessThan(500);
    await isUp();
  });

  test("a tunnel is not opened", async () => {
    const { status } = await server.send(`CONNECT evil.example:443 HTTP/1.1\r\n${last}`);
    expect(status).not.toBe(200);
    await isUp();
  });

  test("TRACE gets the allowed methods, and no echo", async () => {
    const { head, body } = await server.send(`TRACE /api/auth/ok HTTP/1.1\r\nX-Secret: hunter2\r\n${last}`);
    expect(head).toContain("allow: GET, HEAD");
    expect(head + body).not.toContain("hunter2");
  });
});

describe("bytes that are not a request", () => {
  test.each([
    ["noise", "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003\r\n\r\n"],
    ["words", "hello there\r\n\r\n"],
    ["another protocol", "SSH-2.0-OpenSSH_9.6\r\n"],
    ["HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    ["a version that never was", `GET /api/auth/ok HTTP/9.9\r\n${last}`],
    ["a target without a slash", `GET api/auth/ok HTTP/1.1\r\n${last}`],
    ["a target that is not ASCII", `GET /api/auth/\u00ff HTTP/1.1\r\n${last}`],
    ["no host", "GET /api/auth/ok HTTP/1.1\r\nConnection: close\r\n\r\n"],
    ["a NUL in a header", `GET /api/auth/ok HTTP/1.1\r\nX: a\u0000b\r\n${last}`],
    ["a header without a name", `GET /api/auth/ok HTTP/1.1\r\n: x\r\n${last}`],
    ["a blank in a header's name", `GET /api/auth/ok HTTP/1.1\r\nA B: x\r\n${last}`],
    ["20,000 characters of target", `GET /api/auth/${"x".repeat(20_000)} HTTP/1.1\r\n${last}`],
    ["20,000 characters of cookie", `GET /api/auth/get-session HTTP/1.1\r\nCookie: ${"x".repeat(20_000)}\r\n${last}`],
    ["two lengths", `POST /api/auth/sign-out HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n${last}xx`],
    [
      "a length and pieces",
      `POST /api/auth/sign-out HTTP/1.1\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n${last}0\r\n\r\n`,
    ],
    ["a negative length", `POST /api/auth/sign-out HTTP/1.1\r\nContent-Length: -1\r\n${last}`],
    ["pieces of no size", `POST /api/auth/sign-out HTTP/1.1\r\nTransfer-Encoding: chunked\r\n${last}zz\r\n`],
    ["an unknown way to send", `POST /api/auth/sign-out HTTP/1.1\r\nTransfer-Encoding: x\r\n${last}`],
  ])("%s are answered 4xx, and the server goes on", async (_, text) => {
    const { status } = await server.send(text);
    expect([400, 408, 411, 413, 414, 431, 501, 505]).toContain(status);
    await isUp();
  });
});

describe("an unusual header is harmless:", () => {
  test.each([
    "Host: <script>\r\n",
    "__proto__: x\r\nconstructor: y\r\n",
    "Cookie: \u00ff\u00fe=\u00fd\r\n",
    "Cookie: =\r\nCookie: ;\r\n",
    "Cookie: keyhold.session_token=%\r\n",
    "Authorization: Bearer %\r\n",
    "User-Agent: \u00e4\u00f6\u00fc\r\n",
    "Upgrade: websocket\r\nConnection: Upgrade\r\n",
    "X-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: some:\r\n",
    "Content-Length: 5\r\n",
    Array.from({ length: 200 }, (_, index) => `X-${index}: 1\r\n`).join(""),
  ])("%j", async (headers) => {
    const { status } = await server.send(`GET /api/auth/get-session HTTP/1.1\r\n${headers}${last}`, "12345");
    expect([200, 400]).toContain(status);
    await isUp();
  });
});

describe("a body", () => {
  const json = "Content-Type: application/json\r\n";

  // Up to 32 megabytes are discarded.
  test.each([1, 31, 33])("of %i megabytes fails with 413", async (megabytes) => {
    const answer = await post("/sign-in/email", Buffer.alloc(megabytes * 1024 * 1024, "x"), json);
    // Beyond the limit of discarded bytes, the connection may be closed before the client reads the response.
    expect(megabytes > 32 ? [413, 0] : [413]).toContain(answer.status);
    await isUp();
  });

  test("of ten megabytes in pieces fails with 413", async () => {
    const head = `POST /api/auth/sign-in/email HTTP/1.1\r\n${json}Transfer-Encoding: chunked\r\n${last}`;
    const piece = `10000\r\n${"x".repeat(0x10000)}\r\n`;
    const answer = await server.send(head, ...Array.from({ length: 160 }, () => piece), "0\r\n\r\n");
    expect(answer.status).toBe(413);
    expect(JSON.parse(answer.body)).toEqual({ code: "PAYLOAD_TOO_LARGE", message: "Payload too large" });
  });

  test("of one byte more than 64 KiB fails with 413, and of one byte less does not", async () => {
    const padded = (length: number) => JSON.stringify(alice).padEnd(length);
    expect((await post("/sign-in/email", padded(65_537))).status).toBe(413);
    expect((await post("/sign-in/email", padded(65_536))).status).toBe(200);
  });

  test("of bytes that are not UTF-8 fails with 400", async () => {
    const head = `POST /api/auth/sign-in/email HTTP/1.1\r\n${json}Content-Length: 2\r\n${last}`;
    expect((await server.send(head, new Uint8Array([0xff, 0xfe]))).status).toBe(400);
  });

  test("that breaks off writes no row, is not logged, and the server goes on", async () => {
    const before = await countRows(app);
    const body = JSON.stringify({ ...alice, email: "late@example.com" });
    for (const part of [0, 1, 20, body.length - 1]) {
      const headers = `${json}Host: localhost\r\nContent-Length: ${body.length}\r\n\r\n`;
      await server.abandon(`POST /api/auth/sign-up/email HTTP/1.1\r\n${headers}${body.slice(0, part)}`);
    }
    await server.abandon(
      `POST /api/auth/sign-up/email HTTP/1.1\r\n${json}Transfer-Encoding: chunked\r\nHost: x\r\n\r\n5\r\n{"na`,
    );
    await isUp();
    expect(await countRows(app)).toEqual(before);
    expect(app.logged.filter(({ level }) => level === "error")).toEqual([]);
  });

  test("that a client aborts is not waited for, and the server goes on", async () => {
    const body = JSON.stringify(alice);
    const head = `POST /api/auth/sign-in/email HTTP/1.1\r\n${json}Host: localhost\r\nContent-Length: ${body.length}\r\n\r\n`;
    await Promise.all(Array.from({ length: 20 }, () => server.abandon(head + body)));
    await isUp();
    expect(app.logged.filter(({ level }) => level === "error")).toEqual([]);
  });
});
