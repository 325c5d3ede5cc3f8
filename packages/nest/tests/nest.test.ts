import "reflect-metadata";
import { memory } from "@keyhold/adapter-memory";
import { AuthError, createAuth, type SessionOf } from "@keyhold/core";
import { commonErrors } from "@keyhold/core/plugin";
import { AuthGuard, KeyholdModule, Public, Session } from "@keyhold/nest";
import { createTestAuth } from "@keyhold/testing";
import {
  Body,
  Controller,
  Get,
  type INestApplication,
  Module,
  type NestApplicationOptions,
  Post,
  UseGuards,
} from "@nestjs/common";
import { APP_GUARD, NestFactory } from "@nestjs/core";
import { ExpressAdapter } from "@nestjs/platform-express";
import { FastifyAdapter } from "@nestjs/platform-fastify";
import { afterEach, describe, expect, test } from "vitest";

const ada = { name: "Ada", email: "ada@example.com", password: "correct horse battery" };
const origin = "https://app.example.com";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

type TestAuth = ReturnType<typeof createTestAuth>["auth"];
type Found = SessionOf<TestAuth>;

/** Decorators by calls: the tests need no flag of the compiler. */
function decorate(
  target: { readonly prototype: object },
  name: string,
  ...decorators: readonly MethodDecorator[]
): void {
  const descriptor = Object.getOwnPropertyDescriptor(target.prototype, name);
  if (!descriptor) throw new Error(`There is no method ${name}.`);
  for (const decorator of decorators) decorator(target.prototype, name, descriptor);
}

class Pages {
  me(found: Found | null): string {
    return found ? `Hello ${found.user.name}` : "Sign in first";
  }
  account({ user }: Found): object {
    return { name: user.name };
  }
  echo(body: unknown): unknown {
    return body;
  }
  failing(): void {
    throw new AuthError(commonErrors.TOO_MANY_REQUESTS, { headers: { "retry-after": "7" } });
  }
}
decorate(Pages, "me", Get("me"), Public());
Session()(Pages.prototype, "me", 0);
decorate(Pages, "account", Get("account"), UseGuards(AuthGuard));
Session()(Pages.prototype, "account", 0);
decorate(Pages, "echo", Post("echo"), Public());
Body()(Pages.prototype, "echo", 0);
decorate(Pages, "failing", Get("failing"), Public());
Controller()(Pages);

interface Setup {
  readonly options?: NestApplicationOptions;
  readonly isGuarded?: boolean;
  readonly prepare?: (app: INestApplication) => void;
}

type Platform = "Express" | "Fastify";
const adapterOf = (platform: Platform) => (platform === "Express" ? new ExpressAdapter() : new FastifyAdapter());

/** Starts an app with these pages; resolves with the URL. */
async function start(platform: Platform, auth: TestAuth, { options, isGuarded, prepare }: Setup = {}): Promise<string> {
  class App {}
  Module({
    imports: [KeyholdModule.forRoot({ auth })],
    controllers: [Pages],
    providers: isGuarded ? [{ provide: APP_GUARD, useClass: AuthGuard }] : [],
  })(App);
  const app = await NestFactory.create(App, adapterOf(platform), { logger: false, abortOnError: false, ...options });
  closing.push(() => app.close());
  prepare?.(app);
  await app.listen(0, "127.0.0.1");
  return app.getUrl();
}

const post = (url: string, body: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { method: "POST", headers: { "content-type": "application/json", origin, ...headers }, body });

const signUp = (url: string): Promise<Response> => post(`${url}/api/auth/sign-up/email`, JSON.stringify(ada));

const cookieOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");

const answered = async (answer: Response | Promise<Response>): Promise<readonly [number, string]> => {
  const response = await answer;
  return [response.status, await response.text()];
};

describe.each(["Express", "Fastify"] as const)("on %s", (platform) => {
  test.each([
    ["with the body parser of Nest", {}],
    ["with raw bodies", { rawBody: true }],
    ["without a body parser", { bodyParser: false }],
  ])("%s the routes answer, and read their bodies themselves", async (_, options) => {
    const { auth, logged } = createTestAuth();
    const url = await start(platform, auth, { options });
    const answer = await signUp(url);
    expect([answer.status, await answer.json()]).toMatchObject([200, { user: { email: ada.email } }]);
    const cookie = cookieOf(answer);
    expect(await answered(fetch(`${url}/me`, { headers: { cookie } }))).toEqual([200, "Hello Ada"]);
    const update = (body: string): Promise<Response> => post(`${url}/api/auth/update-user`, body, { cookie });
    const broken = await update('{"name":');
    expect([broken.status, await broken.json()]).toMatchObject([400, { code: "INVALID_JSON" }]);
    const large = await update(JSON.stringify({ name: "x".repeat(200_000) }));
    expect([large.status, await large.json()]).toMatchObject([413, { code: "PAYLOAD_TOO_LARGE" }]);
    const unknown = await fetch(`${url}/api/auth/unknown`);
    expect([unknown.status, await unknown.json()]).toMatchObject([404, { code: "NOT_FOUND" }]);
    expect(logged).toMatchObject([
      { level: "warning", message: expect.stringContaining("GET /unknown was answered 404") },
    ]);
  });

  test("the parser of the app stays as it is", async () => {
    const url = await start(platform, createTestAuth().auth);
    expect(await answered(post(`${url}/echo`, '{"a":1}'))).toEqual([201, '{"a":1}']);
    expect((await post(`${url}/echo`, "{")).status).toBe(400);
  });

  test("with a global prefix the routes stay at basePath", async () => {
    const url = await start(platform, createTestAuth().auth, { prepare: (app) => void app.setGlobalPrefix("api") });
    const cookie = cookieOf(await signUp(url));
    expect(await answered(fetch(`${url}/api/me`, { headers: { cookie } }))).toEqual([200, "Hello Ada"]);
    const other = await start(platform, createTestAuth().auth, { prepare: (app) => void app.setGlobalPrefix("v1") });
    expect((await signUp(other)).status).toBe(200);
    expect((await fetch(`${other}/v1/me`)).status).toBe(200);
  });

  test("the answers of the routes have the headers of enableCors()", async () => {
    const { auth } = createTestAuth({ config: { trustedOrigins: ["https://web.example.com"] } });
    const prepare = (app: INestApplication): void =>
      app.enableCors({ origin: ["https://web.example.com"], credentials: true });
    const url = await start(platform, auth, { prepare });
    const headers = { origin: "https://web.example.com", "access-control-request-method": "POST" };
    const answer = await post(`${url}/api/auth/sign-up/email`, JSON.stringify(ada), headers);
    const preflight = await fetch(`${url}/api/auth/sign-up/email`, { method: "OPTIONS", headers });
    expect([answer.status, preflight.status]).toEqual([200, 204]);
    for (const one of [answer, preflight])
      expect(one.headers.get("access-control-allow-origin")).toBe("https://web.example.com");
  });

  test("AuthGuard lets users through, and answers 401 with code and message to all others", async () => {
    const url = await start(platform, createTestAuth().auth);
    const cookie = cookieOf(await signUp(url));
    expect(await answered(fetch(`${url}/account`, { headers: { cookie } }))).toEqual([200, '{"name":"Ada"}']);
    const other = await fetch(`${url}/account`);
    expect([other.status, await other.json()]).toEqual([401, { code: "UNAUTHORIZED", message: "Unauthorized" }]);
  });

  test("as a guard of the whole app, AuthGuard leaves the routes of the auth and @Public() open", async () => {
    const url = await start(platform, createTestAuth().auth, { isGuarded: true });
    expect((await fetch(`${url}/account`)).status).toBe(401);
    expect(await answered(fetch(`${url}/me`))).toEqual([200, "Sign in first"]);
    const cookie = cookieOf(await signUp(url));
    expect(await answered(fetch(`${url}/me`, { headers: { cookie } }))).toEqual([200, "Hello Ada"]);
  });

  test("guard and parameter read the session once", async () => {
    const { auth } = createTestAuth();
    let reads = 0;
    const counted = Object.create(auth, {
      session: {
        value: (...args: Parameters<TestAuth["session"]>) => {
          reads++;
          return auth.session(...args);
        },
      },
    });
    const url = await start(platform, counted);
    const cookie = cookieOf(await signUp(url));
    expect((await fetch(`${url}/account`, { headers: { cookie } })).status).toBe(200);
    expect(reads).toBe(1);
  });

  test("an error of auth.api in a handler is answered with its status, headers, code and message", async () => {
    const url = await start(platform, createTestAuth().auth);
    const answer = await fetch(`${url}/failing`);
    expect([answer.status, await answer.json()]).toMatchObject([429, { code: "TOO_MANY_REQUESTS" }]);
    expect(answer.headers.get("retry-after")).toBe("7");
  });

  test("an app without a secret does not start, and the error names it", async () => {
    const auth = createAuth({ secret: undefined, baseURL: origin, database: memory() });
    await expect(start(platform, auth)).rejects.toThrow("secret");
  });
});

test("an application context, which has no server, gets the module without routes", async () => {
  class App {}
  Module({ imports: [KeyholdModule.forRoot({ auth: createTestAuth().auth })] })(App);
  const context = await NestFactory.createApplicationContext(App, { logger: false, abortOnError: false });
  closing.push(() => context.close());
  expect(context.get(AuthGuard)).toBeInstanceOf(AuthGuard);
});
