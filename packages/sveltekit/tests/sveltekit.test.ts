import { memory } from "@keyhold/adapter-memory";
import { createAuth } from "@keyhold/core";
import { type CurrentEvent, toActions, toHandle, toSession, toWaitUntil } from "@keyhold/sveltekit";
import { describe, expect, test, vi } from "vitest";

const origin = "https://app.example";
const ada = { name: "Ada", email: "ada@example.com", password: "correct horse battery" };

const authAt = (baseURL: string) =>
  createAuth({
    secret: "a secret of this test that is long enough",
    baseURL,
    database: memory(),
    emailAndPassword: { enabled: true },
    log: () => {},
  });

/** An event with a cookie jar as in SvelteKit: the answer also has the cookies that were set. */
function eventAt(path: string, init: RequestInit = {}, platform: unknown = undefined): CurrentEvent {
  const request = new Request(new URL(path, origin), { ...init, headers: { origin, ...init.headers } });
  const jar = new Map<string, string>();
  return {
    request,
    url: new URL(request.url),
    platform,
    cookies: {
      getAll: () => [...jar].map(([name, value]) => ({ name, value })),
      set: (name, value) => void jar.set(name, value),
    },
    getClientAddress: () => "203.0.113.7",
  };
}

const resolve = () => new Response("a page of the app");
const textOf = async (answer: Promise<Response>) => (await answer).text();

describe("the handle", () => {
  const handle = toHandle(authAt(origin));

  test("answers the paths below basePath only", async () => {
    expect(await textOf(handle({ event: eventAt("/api/auth/ok"), resolve }))).toBe('{"ok":true}');
    expect((await handle({ event: eventAt("/api/auth/unknown"), resolve })).status).toBe(404);
    for (const path of ["/", "/api/auth", "/api/authors", "/app/api/auth/ok"])
      expect(await textOf(handle({ event: eventAt(path), resolve })), path).toBe("a page of the app");
  });

  test("counts rate limits by the client's address", async () => {
    const signIn = (address: string) => {
      const body = JSON.stringify({ email: ada.email, password: "a wrong password" });
      const event = eventAt("/api/auth/sign-in/email", {
        method: "POST",
        body,
        headers: { "content-type": "application/json" },
      });
      return handle({ event: { ...event, getClientAddress: () => address }, resolve });
    };
    const statuses: number[] = [];
    for (const address of ["203.0.113.1", "203.0.113.1", "203.0.113.1", "203.0.113.1", "203.0.113.2"])
      statuses.push((await signIn(address)).status);
    expect(statuses).toEqual([401, 401, 401, 429, 401]);
  });

  test("finds the routes with and without the path of baseURL, also with a body", async () => {
    const handleInApp = toHandle(authAt(`${origin}/app`));
    expect(await textOf(handleInApp({ event: eventAt("/api/auth/ok"), resolve }))).toBe('{"ok":true}');
    const body = JSON.stringify(ada);
    const event = eventAt("/app/api/auth/sign-up/email", {
      method: "POST",
      body,
      headers: { "content-type": "application/json" },
    });
    expect((await handleInApp({ event, resolve })).status).toBe(200);
    expect(await textOf(handleInApp({ event: eventAt("/app/account"), resolve }))).toBe("a page of the app");
  });

  test("takes no other object", () => {
    // @ts-expect-error: an object with a handler, not made by createAuth
    expect(() => toHandle({ handler: async () => new Response() })).toThrow("createAuth");
  });
});

describe("the session", () => {
  test("is one query per request, and the new one after an action of the same request", async () => {
    const auth = authAt(origin);
    const event = eventAt("/", { method: "POST" });
    let checks = 0;
    const counted = { session: (headers: Headers) => auth.session(headers).finally(() => void checks++) };
    // SvelteKit makes another event of the request for each load function.
    const current = () => ({ ...event });
    const session = toSession(counted, current);
    const calls = toActions(auth, current);

    expect([await session(), await session(), checks]).toEqual([null, null, 1]);
    expect((await calls.signUp.email(ada)).error).toBe(null);
    expect(await session()).toMatchObject({ user: { name: "Ada" } });
    expect(await session()).toMatchObject({ user: { name: "Ada" } });
    expect(checks).toBe(2);
    await calls.signOut();
    expect(await session()).toBe(null);
  });

  test("of a stream that stays open ends with the sign-out in another request", async () => {
    const auth = authAt(origin);
    const event = eventAt("/", { method: "POST" });
    const session = toSession(auth, () => event);
    await toActions(auth, () => event).signUp.email(ada);
    const at = performance.now();
    const clock = vi.spyOn(performance, "now").mockReturnValue(at);
    const found = await session();
    expect(found).toMatchObject({ user: { name: "Ada" } });
    const cookie = event.cookies.getAll().map(({ name, value }) => `${name}=${encodeURIComponent(value)}`);
    await auth.api.signOut({}, { headers: { cookie: cookie.join("; ") } });
    clock.mockReturnValue(at + 60_000);
    expect(await session()).toBe(null);
    clock.mockRestore();
  });
});

describe("waitUntil", () => {
  const contexts = ["ctx", "context"];

  test.each(contexts)("is the platform's, as `%s`", (name) => {
    const kept: Promise<unknown>[] = [];
    const platform = { [name]: { waitUntil: (work: Promise<unknown>) => void kept.push(work) } };
    const work = Promise.resolve();
    toWaitUntil(() => eventAt("/", {}, platform))(work);
    expect(kept).toEqual([work]);
  });

  test("has no effect on Node, and outside of a request", () => {
    const outside = (): never => {
      throw new Error("There is no request.");
    };
    expect(() => toWaitUntil(() => eventAt("/", {}, { req: {} }))(Promise.resolve())).not.toThrow();
    expect(() => toWaitUntil(outside)(Promise.resolve())).not.toThrow();
  });
});
