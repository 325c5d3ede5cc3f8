import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { serve } from "@hono/node-server";
import type { LogEntry } from "@keyhold/core";
import { nodeHandler } from "@keyhold/core/node";
import { createTestAuth } from "@keyhold/testing";
import { Elysia } from "elysia";
import express from "express";
import fastify from "fastify";
import { Hono } from "hono";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

/** Frameworks that read a body before the auth gets the request. */

const log: LogEntry[] = [];
let { auth } = createTestAuth();
beforeEach(() => {
  log.length = 0;
  ({ auth } = createTestAuth({ config: { log: (entry) => log.push(entry) } }));
});

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const ada = { name: "Ada", email: "ada@example.com", password: "correct horse" };
const form = new URLSearchParams({ token: "unknown", callbackURL: "/home" });

type Send = (path: string, init: RequestInit) => Promise<Response>;

const signUp = (send: Send): Promise<Response> =>
  send("/api/auth/sign-up/email", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(ada),
  });

const expectSignedUp = async (answer: Response): Promise<void> => {
  expect([answer.status, await answer.json()]).toMatchObject([200, { user: { email: ada.email } }]);
  expect(log).toEqual([]);
};

/** The button of the page behind a link. */
const postForm = (send: Send): Promise<Response> =>
  send("/api/auth/verify-email", { method: "POST", body: form, redirect: "manual" });

/** Never a validation error about fields that were sent, and one entry of the log with the remedy. */
async function expectNamed(answer: Response): Promise<void> {
  expect([answer.status, await answer.json()]).toEqual([
    500,
    {
      code: "BODY_READ_BEFORE",
      message: "The server has read the body before the auth: mount the auth first, or pass the body to it",
    },
  ]);
  expect(log).toHaveLength(1);
  expect(log[0]?.message).toBe("BODY_READ_BEFORE at POST /sign-up/email.");
  expect(log[0]?.cause).toContain(
    "The body was read before the auth got the request, and was not kept. Mount the auth before all that reads bodies " +
      "(parsers, validators, logs), or hand over what was read",
  );
}

async function listen(listener: RequestListener | Server): Promise<Send> {
  const server = typeof listener === "function" ? createServer(listener) : listener;
  closing.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  if (!server.listening) await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init);
}

describe("Express", () => {
  test.each([
    ["express.json()", express.json()],
    ["express.text()", express.text({ type: "*/*" })],
    ["express.raw()", express.raw({ type: "*/*" })],
  ])("with %s before the auth: the parsed body is used", async (_, parser) => {
    const app = express();
    app.use(parser);
    app.all("/api/auth/{*any}", nodeHandler(auth));
    await expectSignedUp(await signUp(await listen(app)));
  });

  test.each([true, false])(
    "with express.urlencoded() before the auth (extended: %s): a form is still one",
    async (extended) => {
      const app = express();
      app.use(express.urlencoded({ extended }));
      app.all("/api/auth/{*any}", nodeHandler(auth));
      const send = await listen(app);
      const parsed = await postForm(send);
      const fresh = await postForm(await listen(nodeHandler(auth)));
      expect(parsed.headers.get("location")).toContain("error=");
      expect([parsed.status, parsed.headers.get("location")]).toEqual([fresh.status, fresh.headers.get("location")]);
      expect(log).toEqual([]);
    },
  );

  test("with a middleware that reads the body and drops it: the log names the order of mounts", async () => {
    const app = express();
    app.use((request, _response, next) => {
      request.on("data", () => undefined).on("end", next);
    });
    app.all("/api/auth/{*any}", nodeHandler(auth));
    await expectNamed(await signUp(await listen(app)));
  });
});

describe("Fastify", () => {
  test("as the handler of a route: the parsed body is used, and headers of the reply are kept", async () => {
    const app = fastify();
    closing.push(() => app.close());
    app.addHook("onRequest", async (_request, reply) => {
      reply.header("x-from-fastify", "yes");
    });
    app.all("/api/auth/*", nodeHandler(auth));
    await app.ready();
    const answer = await signUp(await listen(app.server));
    expect(answer.headers.get("x-from-fastify")).toBe("yes");
    await expectSignedUp(answer);
  });

  test("with request and reply handed on: the parsed body is used", async () => {
    const app = fastify();
    closing.push(() => app.close());
    const handle = nodeHandler(auth);
    app.all("/api/auth/*", (request, reply) => handle(request, reply));
    await app.ready();
    await expectSignedUp(await signUp(await listen(app.server)));
  });

  test("with request.raw and reply.raw: the log names what to hand over", async () => {
    const app = fastify();
    closing.push(() => app.close());
    const handle = nodeHandler(auth);
    app.all("/api/auth/*", (request, reply) => {
      reply.hijack();
      handle(request.raw, reply.raw);
    });
    await app.ready();
    await expectNamed(await signUp(await listen(app.server)));
    expect(log[0]?.cause).toContain("nodeHandler takes the framework's own request and response");
  });
});

describe("an API route of Next.js, which parses before its handler runs", () => {
  test("uses the parsed body", async () => {
    const handle = nodeHandler(auth);
    const send = await listen(async (request, response) => {
      Object.assign(request, { body: JSON.parse(await text(request)) });
      handle(request, response);
    });
    await expectSignedUp(await signUp(send));
  });
});

describe("Hono", () => {
  const mount =
    (app: Hono): Send =>
    async (path, init) =>
      app.request(`http://localhost:3000${path}`, init);

  test("with the text that it has kept: it is used", async () => {
    const app = new Hono();
    app.use(async (context, next) => {
      await context.req.json();
      await next();
    });
    app.all("/api/auth/*", async (context) => auth.handler(context.req.raw, { body: await context.req.text() }));
    await expectSignedUp(await signUp(mount(app)));
  });

  test("with a body that a middleware has read: the log names the order of mounts", async () => {
    const app = new Hono();
    app.use(async (context, next) => {
      await context.req.json();
      await next();
    });
    app.all("/api/auth/*", (context) => auth.handler(context.req.raw));
    await expectNamed(await signUp(mount(app)));
    expect(log[0]?.cause).toContain("auth.handler(request, { body }) the text or the parsed value");
  });

  test("on Node, with a body that a middleware has read: the log names the order of mounts", async () => {
    const app = new Hono();
    app.use(async (context, next) => {
      await context.req.text();
      await next();
    });
    app.all("/api/auth/*", (context) => auth.handler(context.req.raw));
    const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" });
    await new Promise((resolve) => server.once("listening", resolve));
    if (!("closeAllConnections" in server)) throw new Error("It is a server of HTTP/2.");
    await expectNamed(await signUp(await listen(server)));
  });
});

describe("Elysia", () => {
  const origin = "http://localhost:3000";

  test("with the body that it has parsed: it is used", async () => {
    const app = new Elysia().all("/api/auth/*", ({ request, body }) => auth.handler(request, { body }));
    await expectSignedUp(await signUp((path, init) => app.handle(new Request(origin + path, init))));
  });

  test("with a hook that reads the body: the log names the order of mounts", async () => {
    const app = new Elysia()
      .onBeforeHandle(({ body }) => void body)
      .all("/api/auth/*", ({ request }) => auth.handler(request));
    await expectNamed(await signUp((path, init) => app.handle(new Request(origin + path, init))));
  });
});

describe("a Request", () => {
  const request = (): Request =>
    new Request("http://localhost:3000/api/auth/sign-up/email", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(ada),
    });

  test("whose body was read is answered with 500, and the log names the order of mounts", async () => {
    const read = request();
    await read.text();
    await expectNamed(await auth.handler(read));
  });

  test("whose body is locked by a reader is answered with 500, and does not hang", async () => {
    const locked = request();
    locked.body?.getReader();
    await expectNamed(await auth.handler(locked));
  });

  test.each<readonly [string, unknown]>([
    ["the text", JSON.stringify(ada)],
    ["the bytes", new TextEncoder().encode(JSON.stringify(ada))],
    ["the parsed value", ada],
  ])("with %s of its body beside it is answered", async (_, body) => {
    const read = request();
    await read.text();
    await expectSignedUp(await auth.handler(read, { body }));
  });

  test("without a body needs none", async () => {
    const answer = await auth.handler(new Request("http://localhost:3000/api/auth/sign-out", { method: "POST" }));
    expect(answer.status).toBe(200);
  });
});
