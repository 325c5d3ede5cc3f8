import "reflect-metadata";
import { AuthGuard, KeyholdModule, Public, Session } from "@keyhold/nest";
import { createTestAuth, signInAs } from "@keyhold/testing";
import { Module, UseGuards } from "@nestjs/common";
import { ExternalContextCreator, NestFactory } from "@nestjs/core";
import { afterEach, beforeEach, expect, test } from "vitest";

type Found = { readonly user: { readonly name: string } } | null;

/** A resolver, a gateway and a consumer of messages, each called with the arguments of its server. */
class Handlers {
  account(found: Found): string {
    return `Hello ${found?.user.name}`;
  }
  open(found: Found): string {
    return found ? `Hello ${found.user.name}` : "Sign in first";
  }
  ping(): string {
    return "pong";
  }
}
function decorate(name: "account" | "open" | "ping", decorator: MethodDecorator): void {
  const descriptor = Object.getOwnPropertyDescriptor(Handlers.prototype, name);
  if (descriptor) decorator(Handlers.prototype, name, descriptor);
}
decorate("account", UseGuards(AuthGuard));
Session()(Handlers.prototype, "account", 0);
decorate("open", Public());
Session()(Handlers.prototype, "open", 0);
decorate("ping", UseGuards(AuthGuard));
decorate("ping", Public());

const closing: (() => unknown)[] = [];
const unhandled: unknown[] = [];
const remember = (reason: unknown): void => void unhandled.push(reason);
beforeEach(() => void process.on("unhandledRejection", remember));
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  process.off("unhandledRejection", remember);
  expect(unhandled.splice(0)).toEqual([]);
});

type Handler = (...args: readonly unknown[]) => Promise<unknown>;

/**
 * The handlers as Nest makes them for the servers of its other packages: @nestjs/graphql makes its resolvers by this
 * function, too.
 */
async function start(type: "graphql" | "ws" | "rpc") {
  const { auth } = createTestAuth();
  let reads = 0;
  const counted = Object.create(auth, {
    session: {
      value: (...args: Parameters<typeof auth.session>) => {
        reads++;
        return auth.session(...args);
      },
    },
  });
  class App {}
  Module({ imports: [KeyholdModule.forRoot({ auth: counted })], providers: [Handlers] })(App);
  const app = await NestFactory.createApplicationContext(App, { logger: false, abortOnError: false });
  closing.push(() => app.close());
  const creator = app.get(ExternalContextCreator);
  const handlers = app.get(Handlers);
  const params = { exchangeKeyForValue: () => undefined };
  const make = (name: "account" | "open" | "ping"): Handler =>
    creator.create(
      handlers as never,
      handlers[name] as never,
      name,
      "__routeArguments__",
      params,
      undefined,
      undefined,
      undefined,
      type,
    );
  const { headers } = await signInAs(auth, { email: "ada@example.com", name: "Ada" });
  return {
    auth,
    headers,
    reads: () => reads,
    account: make("account"),
    open: make("open"),
    ping: make("ping"),
  };
}

test.each([
  ["Apollo, as req", (request: object) => ({ req: request })],
  ["Yoga, as request", (request: object) => ({ request })],
  ["Mercurius, as the request of reply", (request: object) => ({ reply: { request } })],
  ["graphql-ws, as the request of extra", (request: object) => ({ extra: { request } })],
])("a resolver of GraphQL gets the session of the request that its context has from %s", async (_, contextOf) => {
  const { account, open, headers, reads } = await start("graphql");
  expect(await account(undefined, {}, contextOf({ headers }), {})).toBe("Hello Ada");
  expect(reads()).toBe(1);
  expect(await open(undefined, {}, contextOf({ headers: {} }), {})).toBe("Sign in first");
  await expect(account(undefined, {}, contextOf({ headers: {} }), {})).rejects.toMatchObject({
    status: 401,
    response: { code: "UNAUTHORIZED" },
  });
});

test("an operation whose context has no request fails alone, with a sentence that says what to write", async () => {
  const { account, open } = await start("graphql");
  for (const context of [undefined, {}, { req: undefined }, { req: {} }]) {
    await expect(account(undefined, {}, context, {})).rejects.toThrow("context: ({ req }) => ({ req })");
    await expect(open(undefined, {}, context, {})).rejects.toThrow("context: ({ req }) => ({ req })");
  }
});

test.each([
  ["Socket.IO, as handshake", (request: object) => ({ handshake: request })],
  ["ws, as upgradeReq", (request: object) => ({ upgradeReq: request })],
])("a gateway gets the session of the request that its client has from %s", async (_, clientOf) => {
  const { account, open, headers } = await start("ws");
  expect(await account(clientOf({ headers }), "data")).toBe("Hello Ada");
  expect(await open(clientOf({ headers: {} }), "data")).toBe("Sign in first");
  await expect(account(clientOf({ headers: {} }), "data")).rejects.toMatchObject({ status: 403 });
});

test("a message after the sign-out of an open connection is refused", async () => {
  const { auth, headers, account } = await start("ws");
  const client = { handshake: { headers } };
  expect(await account(client, "data")).toBe("Hello Ada");
  await auth.api.signOut({}, { headers });
  await expect(account(client, "data")).rejects.toMatchObject({ status: 403 });
});

test("an operation of GraphQL after the sign-out of an open connection is refused", async () => {
  const { auth, headers, account } = await start("graphql");
  const context = { extra: { request: { headers: { ...headers, upgrade: "websocket" } } } };
  expect(await account(undefined, {}, context, {})).toBe("Hello Ada");
  await auth.api.signOut({}, { headers });
  await expect(account(undefined, {}, context, {})).rejects.toMatchObject({ status: 401 });
});

test("a client without its request fails the message alone, with a sentence that says what to write", async () => {
  const { account } = await start("ws");
  for (const client of [undefined, {}, { handshake: {} }])
    await expect(account(client, "data")).rejects.toThrow("client.upgradeReq = request");
});

test("a message of a microservice has no session: the error names @Public(), and @Public() lets it through", async () => {
  const { account, ping } = await start("rpc");
  await expect(account("data", {})).rejects.toThrow('"rpc": mark the handler with @Public()');
  expect(await ping("data", {})).toBe("pong");
});
