// @vitest-environment jsdom
import type { PluginTypes } from "@keyhold/core/plugin";
import type { CoreEndpoints } from "@keyhold/core/types";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type AuthServer, newPerson, startAuthServer } from "../../../tests/harness/auth-server.ts";
import { settled } from "../../../tests/harness/settled.ts";
import { accountLists } from "./account-lists.js";
import { createAuthClient } from "./client.js";
import { clientPlugin } from "./plugin.js";

const newTab = (fetch: typeof globalThis.fetch, baseURL = server.url) =>
  createAuthClient({ baseURL, fetch, plugins: [accountLists()], retry: 0 });
type Client = ReturnType<typeof newTab>;

let server: AuthServer;
let browser: typeof fetch;
let client: Client;
let person: ReturnType<typeof newPerson>;
const stops: (() => void)[] = [];

beforeAll(async () => {
  server = await startAuthServer();
});
beforeEach(async () => {
  browser = server.browser();
  client = newTab(browser);
  person = newPerson();
  await client.signUp.email(person);
});
afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  await settled();
});
afterAll(() => server.close());

/** Subscribes to a store. */
async function watch(store: { subscribe(listener: () => void): () => void; get(): { isPending: boolean } }) {
  stops.push(store.subscribe(() => undefined));
  for (let waited = 0; store.get().isPending && waited < 50; waited += 1) await settled();
}

/** The requests of these routes during `work`. */
async function asked(work: () => unknown, routes = /^GET \/(list-|get-session)/): Promise<string[]> {
  const before = server.requests.length;
  await work();
  await settled();
  return server.requests
    .slice(before)
    .filter((one) => routes.test(one))
    .sort();
}

/** The user in another browser: by another name of the server, since tabs of a browser tell each other. */
async function elsewhere(): Promise<Client> {
  const other = newTab(server.browser(), server.url.replace("127.0.0.1", "localhost"));
  await other.signIn.email({ email: person.email, password: person.password });
  return other;
}

describe("a list", () => {
  test("is read with the first subscriber, once for all of them", async () => {
    expect(await asked(() => settled())).toEqual([]);
    expect(await asked(() => Promise.all([watch(client.sessions), watch(client.sessions)]))).toEqual([
      "GET /list-sessions",
    ]);
    expect(client.sessions.get().data).toMatchObject([{ isCurrent: true }]);
    expect(client.sessions.get().data?.[0]?.createdAt).toBeInstanceOf(Date);
  });

  test("is read again after a call that changes it, and no other list is", async () => {
    await elsewhere();
    await watch(client.sessions);
    await watch(client.accounts);
    expect(client.sessions.get().data).toHaveLength(2);
    expect(await asked(() => client.revokeOtherSessions())).toEqual(["GET /list-sessions"]);
    expect(client.sessions.get().data).toHaveLength(1);
  });

  test("is read again after a change of the session", async () => {
    const other = await elsewhere();
    await watch(client.sessions);
    const away = client.sessions.get().data?.find(({ isCurrent }) => !isCurrent);
    expect(await asked(() => client.revokeSession({ id: away?.id }))).toEqual(["GET /list-sessions"]);
    expect(client.sessions.get().data).toHaveLength(1);
    expect((await other.getSession()).data).toBeNull();
  });

  test("is not read again after a call that fails", async () => {
    await watch(client.sessions);
    const wrong = { currentPassword: "wrong horse", newPassword: "another good one" };
    expect(await asked(() => client.changePassword(wrong))).toEqual([]);
  });

  test("is refreshed after a change in another tab", async () => {
    await elsewhere();
    await watch(client.sessions);
    await newTab(browser).revokeOtherSessions();
    await expect.poll(() => client.sessions.get().data).toHaveLength(1);
  });

  test("is dropped with the last subscriber: the next one may be another user", async () => {
    await watch(client.sessions);
    expect(client.sessions.get().data).toHaveLength(1);
    for (const stop of stops.splice(0)) stop();
    await settled();
    expect(client.sessions.get()).toMatchObject({ data: null, isPending: true });
    expect(await asked(() => watch(client.sessions))).toEqual(["GET /list-sessions"]);
  });

  test.each([
    [
      "an error of the server clears",
      { status: 403, body: '{"code":"GONE","message":"Not yours any more"}' },
      "GONE",
      null,
    ],
    [
      "a failure keeps",
      { status: 503, body: '{"code":"SERVICE_UNAVAILABLE","message":"Later"}' },
      "SERVICE_UNAVAILABLE",
      1,
    ],
    [
      "too many requests keep",
      { status: 429, body: '{"code":"TOO_MANY_REQUESTS","message":"Slow"}' },
      "TOO_MANY_REQUESTS",
      1,
    ],
    [
      "a response of another server keeps",
      { status: 403, body: "<h1>Sign in to the café's network</h1>" },
      "UNEXPECTED_RESPONSE",
      1,
    ],
  ] as const)("%s the last value", async (_, failure, code, length) => {
    await watch(client.sessions);
    server.failNext(failure);
    await client.sessions.refetch();
    expect(client.sessions.get().error?.code).toBe(code);
    expect(client.sessions.get().data?.length ?? null).toBe(length);
  });

  test("is empty, and that is no error, where a plugin says so of a code", async () => {
    const mine = clientPlugin<PluginTypes & { readonly stores: { readonly mine: CoreEndpoints["listSessions"] } }>({
      id: "mine",
      routes: {},
      stores: { mine: "GET /list-sessions" },
      empty: { mine: "UNAUTHORIZED" },
    });
    const tab = createAuthClient({ baseURL: server.url, fetch: browser, plugins: [mine], retry: 0 });
    await watch(tab.mine);
    expect(tab.mine.get().data).toHaveLength(1);
    await tab.signOut();
    await settled();
    expect(tab.mine.get()).toMatchObject({ data: null, error: null, isPending: false });
  });

  test("that was fetched without a subscriber is dropped when another user signs in", async () => {
    await client.sessions.refetch();
    expect(client.sessions.get().data).toHaveLength(1);
    await client.signOut();
    expect(client.sessions.get().data).toBeNull();
  });
});

describe("the end of a session", () => {
  test("clears the list and the session after a sign-out in this tab", async () => {
    for (const end of [() => client.revokeSessions(), () => client.deleteUser({ password: person.password })]) {
      await client.signIn.email({ email: person.email, password: person.password });
      await watch(client.session);
      await watch(client.sessions);
      await client.session.refetch();
      expect(client.session.get().data?.user.email).toBe(person.email);
      const { error } = await end();
      expect(error).toBeNull();
      await settled();
      expect(client.session.get()).toMatchObject({ data: null, error: null });
      expect(client.sessions.get()).toMatchObject({ data: null, error: { code: "UNAUTHORIZED" } });
    }
  });

  test("is noticed at the next call where it was ended elsewhere", async () => {
    await watch(client.session);
    await (await elsewhere()).revokeOtherSessions();
    expect(client.session.get().data?.user.email).toBe(person.email);
    const { error } = await client.updateUser({ name: "Too late" });
    expect(error?.code).toBe("UNAUTHORIZED");
    await settled();
    expect(client.session.get().data).toBeNull();
  });

  test("is detected by the read of a list, and causes one request", async () => {
    await watch(client.session);
    await (await elsewhere()).revokeOtherSessions();
    expect(await asked(() => watch(client.sessions))).toEqual(["GET /get-session", "GET /list-sessions"]);
    expect(client.session.get().data).toBeNull();
    expect(await asked(() => client.sessions.refetch())).toEqual(["GET /list-sessions"]);
  });
});

describe("the session is read again", () => {
  test("after each call that changes its data", async () => {
    await watch(client.session);
    await client.updateUser({ name: "Ada" });
    await settled();
    expect(client.session.get().data?.user.name).toBe("Ada");

    const before = client.session.get().data?.session.id;
    const newPassword = "another horse battery";
    await client.changePassword({ currentPassword: person.password, newPassword });
    await settled();
    expect(client.session.get().data?.session.id).not.toBe(before);
  });
});
