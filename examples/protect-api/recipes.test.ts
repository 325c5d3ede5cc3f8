import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { createBrowser } from "@keyhold/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

process.env.AUTH_SECRET = `for tests only: ${crypto.randomUUID()}`;
const { auth } = await import("./auth.ts");
// Other files of this process start auths without a secret.
delete process.env.AUTH_SECRET;

const origin = "http://localhost:3000";
const foreign = "https://evil.example";

/** The routes of each framework as a listener of Node; those of Next.js get the request of the platform, as in Next.js. */
const frameworks: Readonly<Record<string, () => Promise<RequestListener>>> = {
  Express: async () => (await import("./express.ts")).app,
  Hono: async () => getRequestListener((await import("./hono.ts")).app.fetch),
  async Fastify() {
    const { app } = await import("./fastify.ts");
    await app.ready();
    return app.routing as RequestListener;
  },
  async "Next.js"() {
    const routes: Readonly<Record<string, unknown>> = await import("./next-route.ts");
    return getRequestListener((request) => {
      const route = routes[request.method] as ((request: Request) => Promise<Response>) | undefined;
      return route?.(request) ?? new Response(null, { status: 405 });
    });
  },
};

let people = 0;
/** A new user, with cookies, a key that may only read, and an access token. */
async function person() {
  people += 1;
  const browser = createBrowser(auth, { baseURL: origin, ipAddress: `203.0.113.${people}` });
  const email = `person${people}@example.com`;
  const account = { name: "Ada", email, password: "correct horse battery staple" };
  const { user } = await (await browser.post("/sign-up/email", account)).json();
  const make = async (...actions: readonly string[]): Promise<string> =>
    (await (await browser.post("/api-key/create", { permissions: { files: actions } })).json()).key;
  const { token } = await (await browser.get("/token")).json();
  return {
    browser,
    userId: user.id as string,
    cookie: browser.headers().get("cookie") ?? "",
    reader: await make("read"),
    writer: await make("read", "write"),
    token: token as string,
  };
}

describe.each(Object.keys(frameworks))("protectApi with %s", (name) => {
  let server: Server;
  let ada: Awaited<ReturnType<typeof person>>;

  const ask = (headers: Record<string, string>, method = "GET", query = ""): Promise<Response> =>
    fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/files${query}`, { method, headers });
  const status = async (...given: Parameters<typeof ask>): Promise<number> => (await ask(...given)).status;

  beforeAll(async () => {
    server = createServer(await frameworks[name]?.());
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    ada = await person();
  });
  afterAll(() => {
    server.close();
  });

  test("takes a session, a key and an access token, and knows which of them calls", async () => {
    const { cookie, reader, token, userId } = ada;
    const session = { kind: "session", userId };
    expect(await (await ask({ cookie })).json()).toEqual(session);
    expect(await (await ask({ authorization: `Bearer ${token}` })).json()).toEqual(session);
    const sent: readonly Record<string, string>[] = [{ "x-api-key": reader }, { authorization: `Bearer ${reader}` }];
    for (const headers of sent) {
      const answer = await ask(headers);
      expect(answer.headers.get("ratelimit")).toMatch(/^"key";r=9\d;t=\d+$/);
      expect(await answer.json()).toEqual({ kind: "api-key", userId });
    }
  });

  test("refuses a request without a credential, and a wrong one also beside cookies", async () => {
    const { cookie, reader, token } = ada;
    const none = await ask({});
    expect([none.status, none.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    const [head = "", payload = ""] = token.split(".");
    const wrong: readonly Record<string, string>[] = [
      { "x-api-key": `${reader}x` },
      { authorization: `Bearer ${head}.${payload}.${"A".repeat(86)}` },
    ];
    for (const headers of wrong)
      expect([await status(headers), await status({ ...headers, cookie })]).toEqual([401, 401]);
  });

  test("refuses two credentials, and a key in the URL", async () => {
    const { reader, token, cookie } = ada;
    expect(await status({ "x-api-key": reader, authorization: `Bearer ${token}` })).toBe(400);
    expect(await status({}, "GET", `?key=${reader}`)).toBe(400);
    expect(await status({ cookie }, "GET", `?a=1&key=${reader}`)).toBe(400);
  });

  test("refuses a key without the permission", async () => {
    const { reader, writer } = ada;
    expect([await status({ "x-api-key": reader }, "POST"), await status({ "x-api-key": writer }, "POST")]).toEqual([
      403, 200,
    ]);
  });

  test("lets no page of another origin change data by cookies", async () => {
    const { cookie, writer, token } = ada;
    expect(await status({ cookie, origin }, "POST")).toBe(200);
    expect(await status({ cookie, origin: foreign }, "POST")).toBe(403);
    expect(await status({ cookie }, "POST")).toBe(403);
    expect(await status({ cookie, "sec-fetch-site": "cross-site" }, "POST")).toBe(403);
    // A browser adds neither a key nor a token by itself.
    expect(await status({ "x-api-key": writer, origin: foreign }, "POST")).toBe(200);
    expect(await status({ authorization: `Bearer ${token}`, origin: foreign }, "POST")).toBe(200);
  });

  test("answers a preflight of another origin without leave", async () => {
    const asked = { origin: foreign, "access-control-request-method": "POST" };
    const { headers } = await ask({ ...asked, "access-control-request-headers": "x-api-key" }, "OPTIONS");
    expect([...headers.keys()].filter((header) => header.startsWith("access-control"))).toEqual([]);
  });

  test("refuses the token of a session that has ended, and a key that was deleted, at the next request", async () => {
    const { browser, token, reader } = await person();
    const { apiKeys } = await (await browser.get("/api-key/list")).json();
    const authorization = `Bearer ${token}`;
    expect([await status({ authorization }), await status({ "x-api-key": reader })]).toEqual([200, 200]);
    for (const { id } of apiKeys) await browser.post("/api-key/delete", { keyId: id });
    await browser.post("/sign-out", {});
    expect([await status({ authorization }), await status({ "x-api-key": reader })]).toEqual([401, 401]);
  });
});
