import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { close, listen } from "../../../tests/harness/auth-server.ts";
import type { CallOptions } from "./calls.js";
import { browser } from "./platform.js";
import { type Input, prepare } from "./send.js";

/** A server that answers with the request. */
let mirror: Server;
let base: string;
beforeAll(async () => {
  mirror = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method, url, headers } = request;
    response.end(JSON.stringify({ method, url, headers, body: Buffer.concat(chunks).toString() }));
  });
  base = `${await listen(mirror)}/api/auth`;
});
afterAll(() => close(mirror));

type Asked = {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

async function ask(route: string, input?: Input, options?: CallOptions): Promise<Asked> {
  const sender = { base, platform: browser, retry: 0 };
  return (await prepare(sender, route, input, options)()).data as Asked;
}

test("a POST has its input in a JSON body", async () => {
  const { method, url, headers, body } = await ask("POST /sign-in/email", {
    email: "ada@example.com",
    at: new Date(0),
  });
  expect([method, url, headers["content-type"]]).toEqual(["POST", "/api/auth/sign-in/email", "application/json"]);
  expect(body).toBe('{"email":"ada@example.com","at":"1970-01-01T00:00:00.000Z"}');
});

test("a POST without input has an empty object for a body", async () => {
  expect((await ask("POST /sign-out")).body).toBe("{}");
});

test("a GET has its input in the query, and no body", async () => {
  const { method, url, headers, body } = await ask("GET /x", { a: "x & y", b: 1, c: false, at: new Date(0) });
  expect([method, url]).toEqual(["GET", "/api/auth/x?a=x%20%26%20y&b=1&c=false&at=1970-01-01T00%3A00%3A00.000Z"]);
  expect([headers.accept, headers["content-type"], body]).toEqual(["application/json;dates=1", undefined, ""]);
});

test("a GET omits undefined input from its query", async () => {
  expect((await ask("GET /x", { a: undefined, b: null })).url).toBe("/api/auth/x");
});

test("a call's own headers are sent, but do not replace the content type", async () => {
  const { headers } = await ask("POST /x", {}, { headers: { "x-trace": "7", "content-type": "text/plain" } });
  expect([headers["x-trace"], headers["content-type"]]).toEqual(["7", "application/json"]);
});

test("cookies go along, across origins too", async () => {
  const seen: unknown[] = [];
  const observed: typeof fetch = (input, init) => {
    seen.push(init?.credentials);
    return fetch(input, init);
  };
  const sender = { base, platform: browser, fetch: observed, retry: 0, catchAllError: false };
  await prepare(sender, "GET /x")();
  await prepare(sender, "POST /x")();
  expect(seen).toEqual(["include", "include"]);
});
