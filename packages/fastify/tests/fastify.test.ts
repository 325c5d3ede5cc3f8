import { connect } from "node:http2";
import { Transform } from "node:stream";
import { text } from "node:stream/consumers";
import { createGunzip, gzipSync } from "node:zlib";
import cors from "@fastify/cors";
import { sqlite } from "@keyhold/adapter-sql/sqlite";
import { type Auth, createAuth } from "@keyhold/core";
import { keyhold, readSession, requireSession } from "@keyhold/fastify";
import { createTestAuth } from "@keyhold/testing";
import fastify, { type FastifyInstance } from "fastify";
import { afterEach, describe, expect, test, vi } from "vitest";

const ada = { name: "Ada", email: "ada@example.com", password: "correct horse battery" };
const origin = "https://app.example.com";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Starts the app; resolves with the URL. */
async function listen(app: Pick<FastifyInstance, "listen" | "close">): Promise<string> {
  closing.push(() => app.close());
  return app.listen({ host: "127.0.0.1", port: 0 });
}

const post = (url: string, body: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { method: "POST", headers: { "content-type": "application/json", origin, ...headers }, body });

const signUp = (url: string): Promise<Response> => post(`${url}/api/auth/sign-up/email`, JSON.stringify(ada));

const cookieOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");

/** An app with a page that knows the user, and with a custom parser, limit and error page. */
async function appWith(auth: Auth): Promise<FastifyInstance> {
  const app = fastify({ bodyLimit: 1000 });
  await app.register(keyhold, { auth });
  app.get("/me", async (request, reply) => {
    const found = await request.session();
    return found ? `Hello ${found.user.name}` : reply.code(401).send("Sign in first");
  });
  app.get("/protected", { preHandler: requireSession }, async (request) => {
    const { user } = await requireSession(request);
    return { name: user.name };
  });
  app.post("/echo", async (request) => request.body);
  return app;
}

describe("the plugin", () => {
  test("answers the routes, and request.session() is the session of their cookie", async () => {
    const { auth } = createTestAuth();
    const url = await listen(await appWith(auth));
    const answer = await signUp(url);
    expect([answer.status, await answer.json()]).toMatchObject([200, { user: { email: ada.email } }]);
    const page = await fetch(`${url}/me`, { headers: { cookie: cookieOf(answer) } });
    expect([page.status, await page.text()]).toEqual([200, "Hello Ada"]);
    const without = await fetch(`${url}/me`);
    expect([without.status, await without.text()]).toEqual([401, "Sign in first"]);
  });

  test("reads a body once, with the limits and errors of the auth; those of the app stay as they are", async () => {
    const { auth, logged } = createTestAuth();
    const url = await listen(await appWith(auth));
    const cookie = cookieOf(await signUp(url));
    const update = (body: string): Promise<Response> => post(`${url}/api/auth/update-user`, body, { cookie });

    const broken = await update('{"name":');
    expect([broken.status, await broken.json()]).toMatchObject([400, { code: "INVALID_JSON" }]);
    const large = await update(JSON.stringify({ name: "x".repeat(200_000) }));
    expect([large.status, await large.json()]).toMatchObject([413, { code: "PAYLOAD_TOO_LARGE" }]);
    // Above the limit of the app, and below the limit of the auth.
    expect((await update(JSON.stringify({ name: "Ada", unknown: "x".repeat(2000) }))).status).not.toBe(413);

    const echo = await post(`${url}/echo`, '{"a":1}');
    expect([echo.status, await echo.json()]).toEqual([200, { a: 1 }]);
    expect((await post(`${url}/echo`, JSON.stringify({ a: "x".repeat(2000) }))).status).toBe(413);
    expect((await post(`${url}/echo`, "a=1", { "content-type": "application/x-www-form-urlencoded" })).status).toBe(
      415,
    );
    expect(logged).toEqual([]);
  });

  test("takes a form, and a POST without a body", async () => {
    const { auth } = createTestAuth();
    const url = await listen(await appWith(auth));
    const form = await fetch(`${url}/api/auth/verify-email`, {
      method: "POST",
      headers: { origin },
      body: new URLSearchParams({ token: "unknown", callbackURL: "/home" }),
      redirect: "manual",
    });
    expect(form.headers.get("location")).toContain("error=");
    expect((await fetch(`${url}/api/auth/sign-out`, { method: "POST", headers: { origin } })).status).toBe(200);
  });

  test("takes the body that a hook of the app has read and replaced, up to the limit of the app", async () => {
    const { auth, logged } = createTestAuth();
    const app = fastify({ bodyLimit: 1000 });
    app.addHook("preParsing", async (_request, _reply, payload) => payload.pipe(createGunzip()));
    await app.register(keyhold, { auth });
    const url = await listen(app);
    const send = (body: object): Promise<Response> =>
      fetch(`${url}/api/auth/sign-up/email`, {
        method: "POST",
        headers: { "content-type": "application/json", "content-encoding": "gzip", origin },
        body: gzipSync(JSON.stringify(body)),
      });
    expect((await send(ada)).status).toBe(200);
    expect((await send({ ...ada, name: "x".repeat(2000) })).status).toBe(413);
    expect(logged).toEqual([]);
  });

  test("keeps the headers of @fastify/cors, also on its own answers to preflights", async () => {
    const { auth } = createTestAuth({ config: { trustedOrigins: ["https://web.example.com"] } });
    const app = fastify();
    await app.register(cors, { origin: ["https://web.example.com"], credentials: true });
    await app.register(keyhold, { auth });
    const url = await listen(app);
    const headers = { origin: "https://web.example.com", "access-control-request-method": "POST" };
    const preflight = await fetch(`${url}/api/auth/sign-up/email`, { method: "OPTIONS", headers });
    const answer = await post(`${url}/api/auth/sign-up/email`, JSON.stringify(ada), headers);
    expect([preflight.status, answer.status]).toEqual([204, 200]);
    for (const one of [preflight, answer]) {
      expect(one.headers.get("access-control-allow-origin")).toBe("https://web.example.com");
      expect(one.headers.get("access-control-allow-credentials")).toBe("true");
    }
    expect(answer.headers.get("vary")?.toLowerCase()).toMatch(/origin.*cookie/);
    expect(answer.headers.getSetCookie()).not.toEqual([]);
  });

  test("speaks HTTP/2", async () => {
    const { auth } = createTestAuth();
    const app = fastify({ http2: true });
    await app.register(keyhold, { auth });
    const client = connect(await listen(app));
    closing.unshift(() => client.close());
    const stream = client.request({
      ":method": "POST",
      ":path": "/api/auth/sign-up/email",
      "content-type": "application/json",
      origin,
    });
    const status = new Promise((resolve) => stream.once("response", (headers) => resolve(headers[":status"])));
    stream.end(JSON.stringify(ada));
    expect(JSON.parse(await text(stream))).toMatchObject({ user: { email: ada.email } });
    expect(await status).toBe(200);
  });
});

describe("below a prefix", () => {
  test("the routes are at basePath, which begins with the prefix", async () => {
    const { auth } = createTestAuth({ config: { basePath: "/v1/auth" } });
    const app = fastify();
    app.register(
      async (scope) => {
        await scope.register(keyhold, { auth });
        scope.get("/me", { preHandler: requireSession }, async () => "for users");
      },
      { prefix: "/v1" },
    );
    const url = await listen(app);
    const answer = await post(`${url}/v1/auth/sign-up/email`, JSON.stringify(ada));
    expect(answer.status).toBe(200);
    expect((await fetch(`${url}/v1/me`, { headers: { cookie: cookieOf(answer) } })).status).toBe(200);
    expect((await fetch(`${url}/v1/me`)).status).toBe(401);
  });

  test.each(["/v1", "/ap"])("%s, where basePath is another, the start ends with what to write", async (prefix) => {
    const { auth } = createTestAuth();
    const app = fastify();
    app.register(async (scope) => void (await scope.register(keyhold, { auth })), { prefix });
    closing.push(() => app.close());
    await expect(app.ready()).rejects.toThrow(
      `Keyhold is registered below the prefix "${prefix}", but its routes are at "/api/auth": set ` +
        `basePath: "${prefix}/api/auth" in createAuth, or register the plugin outside of the prefix.`,
    );
  });
});

describe("requireSession", () => {
  test("lets users through, and answers 401 with code and message to all others", async () => {
    const { auth } = createTestAuth();
    const url = await listen(await appWith(auth));
    const cookie = cookieOf(await signUp(url));
    const user = await fetch(`${url}/protected`, { headers: { cookie } });
    expect([user.status, await user.json()]).toEqual([200, { name: "Ada" }]);
    const other = await fetch(`${url}/protected`);
    expect([other.status, await other.json()]).toMatchObject([401, { code: "UNAUTHORIZED", message: "Unauthorized" }]);
  });

  test("reads the session once for each request", async () => {
    const { auth } = createTestAuth();
    let reads = 0;
    const counted: Auth = {
      ...auth,
      session: (...args) => {
        reads++;
        return auth.session(...args);
      },
    };
    Reflect.defineProperty(counted, Symbol.for("keyhold.inspection"), {
      value: Reflect.get(auth, Symbol.for("keyhold.inspection")),
    });
    const url = await listen(await appWith(counted));
    const cookie = cookieOf(await signUp(url));
    expect((await fetch(`${url}/protected`, { headers: { cookie } })).status).toBe(200);
    expect(reads).toBe(1);
    expect((await fetch(`${url}/protected`, { headers: { cookie } })).status).toBe(200);
    expect(reads).toBe(2);
  });

  test("a message after the sign-out of an open WebSocket is refused", async () => {
    const { auth } = createTestAuth();
    const app = await appWith(auth);
    // As @fastify/websocket does: the messages of a connection are handled with the request that opened the connection.
    app.get("/messages", async (request) => {
      const before = await requireSession(request);
      await auth.api.signOut({}, { headers: request.headers });
      return { before: before.user.name, after: await readSession(request) };
    });
    const url = await listen(app);
    const cookie = cookieOf(await signUp(url));
    const answer = await app.inject({
      url: "/messages",
      headers: { cookie, upgrade: "websocket", connection: "upgrade" },
    });
    expect(answer.json()).toEqual({ before: "Ada", after: null });
  });

  test("an event after the sign-out is not sent on a stream that stays open", async () => {
    const { auth } = createTestAuth();
    const app = await appWith(auth);
    const at = performance.now();
    const clock = vi.spyOn(performance, "now");
    closing.push(() => clock.mockRestore());
    app.get("/events", async (request) => {
      const before = await requireSession(request);
      await auth.api.signOut({}, { headers: request.headers });
      clock.mockReturnValue(at + 60_000);
      return { before: before.user.name, after: await request.session() };
    });
    const url = await listen(app);
    const cookie = cookieOf(await signUp(url));
    const answer = await fetch(`${url}/events`, { headers: { cookie } });
    expect(await answer.json()).toEqual({ before: "Ada", after: null });
  });

  test("leaves the answer to an error handler of the app", async () => {
    const { auth } = createTestAuth();
    const app = fastify();
    app.setErrorHandler(async (error: Error, _request, reply) => reply.code(403).send({ name: error.name }));
    await app.register(keyhold, { auth });
    app.get("/protected", { preHandler: requireSession }, async () => "for users");
    const url = await listen(app);
    const answer = await fetch(`${url}/protected`);
    expect([answer.status, await answer.json()]).toEqual([403, { name: "AuthError" }]);
  });
});

describe("beside a plugin that has request.session", () => {
  /** An app with a session of another plugin, e.g. of @fastify/session. */
  const appWithOther = (): FastifyInstance => {
    const app = fastify();
    // The types know only the function of this package.
    app.decorateRequest("session", { getter: () => ({ cart: 3 }) as never });
    return app;
  };

  test("the registration ends with a sentence that names the option", async () => {
    const { auth } = createTestAuth();
    const app = appWithOther();
    closing.push(() => app.close());
    await expect(app.register(keyhold, { auth })).rejects.toThrow(
      'Another plugin has request.session: register with { auth, decorator: "auth" } for request.auth(), or with ' +
        "{ auth, decorator: false } for readSession(request) alone.",
    );
  });

  test.each(["auth", false] as const)("with decorator: %j both answer", async (decorator) => {
    const { auth } = createTestAuth();
    const app = appWithOther();
    await app.register(keyhold, { auth, decorator });
    app.get("/cart", async (request) => request.session);
    app.get("/me", async (request) => {
      const found = await readSession(request);
      const own: unknown = Reflect.get(request, "auth");
      const decorated = typeof own === "function" ? await own.call(request) : null;
      return { name: found?.user.name ?? null, isDecorated: decorated !== null && decorated === found };
    });
    app.get("/protected", { preHandler: requireSession }, async () => "for users");
    const url = await listen(app);
    const cookie = cookieOf(await signUp(url));
    const json = async (path: string) => (await fetch(`${url}${path}`, { headers: { cookie } })).json();
    expect(await json("/cart")).toEqual({ cart: 3 });
    expect(await json("/me")).toEqual({ name: "Ada", isDecorated: decorator === "auth" });
    expect((await fetch(`${url}/protected`, { headers: { cookie } })).status).toBe(200);
    expect((await fetch(`${url}/protected`)).status).toBe(401);
  });

  test("outside of the scope of the plugin, requireSession says where to register it", async () => {
    const { auth } = createTestAuth();
    const app = fastify();
    app.setErrorHandler(async (error: Error, _request, reply) => reply.code(500).send(error.message));
    app.register(async (scope) => void (await scope.register(keyhold, { auth })));
    app.get("/protected", { preHandler: requireSession }, async () => "for users");
    const url = await listen(app);
    expect(await (await fetch(`${url}/protected`)).text()).toBe(
      "requireSession: Keyhold is not registered here. Write app.register(keyhold, { auth }) in this scope or above.",
    );
  });
});

describe("the app", () => {
  test("does not start without a secret, and the error names it", async () => {
    const app = fastify();
    await app.register(keyhold, {
      auth: createAuth({ secret: undefined, baseURL: origin, database: sqlite(":memory:") }),
    });
    closing.push(() => app.close());
    await expect(app.listen({ port: 0 })).rejects.toThrow("secret");
  });

  test("has sent its emails when it is closed", async () => {
    let isSent = false;
    const slow = new Transform();
    const { auth } = createTestAuth({
      config: {
        mail: async () => {
          await new Promise((resolve) => slow.once("data", resolve));
          isSent = true;
        },
        emailVerification: { sendOnSignUp: true },
      },
    });
    const app = await appWith(auth);
    const url = await app.listen({ host: "127.0.0.1", port: 0 });
    expect((await signUp(url)).status).toBe(200);
    const closed = app.close();
    slow.push("now");
    await closed;
    expect(isSent).toBe(true);
  });

  test("of an object that is no auth does not start", async () => {
    const { auth } = createTestAuth();
    const app = fastify();
    closing.push(() => app.close());
    await expect(app.register(keyhold, { auth: { ...auth } })).rejects.toThrow("pass the object that createAuth() has");
  });
});
