import { fileURLToPath } from "node:url";
import { createContext, runInContext } from "node:vm";
import { build } from "esbuild";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type AuthServer, newPerson, startAuthServer } from "../../../tests/harness/auth-server.ts";
import { settled } from "../../../tests/harness/settled.ts";
import { type AuthClient, createAuthClient } from "./client.js";
import type { Platform, PlatformEvents } from "./platform.js";

let server: AuthServer;
let browser: typeof fetch;
const stops: (() => void)[] = [];
/** The stores that listen. */
const listening = new Set<PlatformEvents>();

const platform: Platform = {
  credentials: "include",
  listen(events) {
    listening.add(events);
    return () => listening.delete(events);
  },
};

beforeAll(async () => {
  server = await startAuthServer();
});
beforeEach(() => {
  browser = server.browser();
});
afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  await settled();
});
afterAll(() => server.close());

const newClient = (more: Partial<Platform> = {}, fetch = browser): AuthClient =>
  createAuthClient({ baseURL: server.url, fetch, retry: 0, platform: { ...platform, ...more } });

describe("the platform of a client", () => {
  test("gives each request its credentials and headers, which may come later and replace others", async () => {
    const sent: RequestInit[] = [];
    const observed: typeof fetch = (input, init = {}) => {
      sent.push(init);
      return browser(input, init);
    };
    const headers: Platform["headers"] = async (route, { base }) => {
      await Promise.resolve();
      return { "x-route": route, "x-base": base, accept: "application/json" };
    };
    const client = newClient({ credentials: "omit", headers }, observed);
    await client.ok();
    expect(sent).toMatchObject([
      {
        credentials: "omit",
        headers: { "x-route": "GET /ok", "x-base": `${server.url}/api/auth`, accept: "application/json" },
      },
    ]);
  });

  test("that cannot make headers fails the call, which does not reject", async () => {
    const client = newClient({ headers: () => Promise.reject(new Error("locked")) });
    expect((await client.ok()).error).toMatchObject({ code: "NETWORK_ERROR", status: 0 });
  });

  test("receives the headers and the answer of each request before the call resolves", async () => {
    const received: unknown[] = [];
    const sent = { "x-mine": "1" };
    const client = newClient({
      headers: () => sent,
      async received(headers, answer, given) {
        await Promise.resolve();
        received.push([headers?.get("content-type")?.split(";")[0], answer, given === sent]);
      },
    });
    const answer = await client.ok();
    expect(received).toEqual([["application/json", answer, true]]);
    server.failNext("disconnect");
    const { error } = await client.ok();
    expect(received[1]).toEqual([undefined, { data: null, error }, true]);
  });

  test("may replace an answer", async () => {
    const client = newClient({ received: () => ({ data: { ok: false }, error: null }) });
    server.failNext("disconnect");
    expect(await client.ok()).toEqual({ data: { ok: false }, error: null });
  });

  test("tells a store with a subscriber when to read, and is told when the last subscriber leaves", async () => {
    const client = newClient();
    expect(listening.size).toBe(0);
    const stop = client.session.subscribe(() => undefined);
    await expect.poll(() => client.session.get().isPending).toBe(false);
    expect(listening.size).toBe(1);
    const before = server.requests.length;
    for (const { look, reconnected } of listening) {
      look();
      await settled();
      expect(server.requests.length).toBe(before);
      reconnected();
    }
    await settled();
    expect(server.requests.slice(before)).toEqual(["GET /get-session"]);
    stop();
    await settled();
    expect(listening.size).toBe(0);
  });

  test("remembers a session, which is stale until a read succeeds", async () => {
    const person = newPerson();
    const first = newClient();
    await first.signUp.email(person);
    const { data } = await first.getSession();
    const remembered = JSON.parse(JSON.stringify(data));
    const client = newClient({ initialSession: () => remembered });
    expect(client.session.get()).toMatchObject({
      isPending: false,
      isStale: true,
      data: { user: { email: person.email } },
    });
    expect(client.session.get().data?.session.expiresAt).toBeInstanceOf(Date);
    server.failNext("disconnect");
    await client.session.refetch();
    expect(client.session.get()).toMatchObject({ isStale: true, error: { code: "NETWORK_ERROR" } });
    expect(client.session.get().data?.user.email).toBe(person.email);
    await client.session.refetch();
    expect(client.session.get()).toMatchObject({ isStale: false, error: null });
    expect(client.session.get().data?.user.email).toBe(person.email);
  });

  test("remembers no session where the page knows better", () => {
    const options = { baseURL: server.url, platform: { ...platform, initialSession: () => ({ user: {} }) } };
    const client = createAuthClient({ ...options, initialSession: null });
    expect(client.session.get()).toMatchObject({ data: null, isStale: false, isPending: false });
  });
});

test("outside browsers a client touches no URL, URLSearchParams, BroadcastChannel, document, window or location", async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: `
        import { accountLists, createAuthClient } from "@keyhold/client";
        globalThis.createClient = (options) => createAuthClient({ ...options, plugins: [accountLists()] });`,
      resolveDir: fileURLToPath(new URL(".", import.meta.url)),
    },
    bundle: true,
    format: "iife",
    target: "es2022",
    platform: "neutral",
    write: false,
  });
  const touched: string[] = [];
  const context = createContext({ AbortController, performance, queueMicrotask, setTimeout, clearTimeout });
  for (const name of ["URL", "URLSearchParams", "BroadcastChannel", "document", "window", "location"])
    Object.defineProperty(context, name, {
      get() {
        touched.push(name);
        throw new Error(`${name} is not here`);
      },
    });
  runInContext(outputFiles[0]?.text ?? "", context);
  const client: AuthClient & { readonly sessions: AuthClient["session"] } = context.createClient({
    baseURL: `${server.url}/`,
    fetch: browser,
    platform,
  });
  const person = newPerson();
  for (const store of [client.session, client.sessions]) stops.push(store.subscribe(() => undefined));
  await client.signUp.email(person);
  await expect.poll(() => client.session.get().data?.user.email).toBe(person.email);
  await expect.poll(() => client.sessions.get().data).toHaveLength(1);
  expect((await client.verifyEmail({ token: "a b&c \ud83d" })).error?.code).toBe("INVALID_TOKEN");
  await client.signOut();
  await expect.poll(() => client.session.get().data).toBe(null);
  expect(touched).toEqual([]);
});
