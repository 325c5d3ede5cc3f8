// @vitest-environment jsdom
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type AuthServer, newPerson, startAuthServer } from "../../../tests/harness/auth-server.ts";
import { settled } from "../../../tests/harness/settled.ts";
import { accountLists } from "./account-lists.js";
import { type ClientOptions, createAuthClient } from "./client.js";

const plugins = [accountLists()] as const;
const newTab = (options: Pick<ClientOptions<typeof plugins>, "initialSession" | "fetch"> = {}) =>
  createAuthClient({ baseURL: server.url, fetch: browser, plugins, retry: 0, ...options });
type Client = ReturnType<typeof newTab>;

let server: AuthServer;
/** The `fetch` of a browser: all tabs share cookies. */
let browser: typeof fetch;
let client: Client;
let person: ReturnType<typeof newPerson>;
const stops: (() => void)[] = [];

beforeAll(async () => {
  server = await startAuthServer();
});
beforeEach(() => {
  browser = server.browser();
  client = newTab();
  person = newPerson();
});
afterEach(async () => {
  vi.useRealTimers();
  for (const stop of stops.splice(0)) stop();
  await settled();
});
afterAll(() => server.close());

async function watch(...stores: { subscribe(listener: () => void): () => void }[]): Promise<void> {
  for (const store of stores) stops.push(store.subscribe(() => undefined));
  await settled();
}
const email = (tab: Client = client): string | undefined => tab.session.get().data?.user.email;

/** A request of this browser that no client has sent, e.g. of a form. */
const send = (path: string, body: object): Promise<Response> =>
  browser(`${server.url}/api/auth${path}`, {
    method: "POST",
    credentials: "include",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

/** The requests during `work`. */
async function asked(work: () => unknown): Promise<readonly string[]> {
  const before = server.requests.length;
  await work();
  await settled();
  return server.requests.slice(before);
}

describe("getSession()", () => {
  test("shows a session that no call of a client has opened or ended, in every tab", async () => {
    const other = newTab();
    await watch(client.session, other.session);
    expect([email(), email(other)]).toEqual([undefined, undefined]);
    await send("/sign-up/email", person);
    await client.getSession();
    expect(email()).toBe(person.email);
    await settled();
    expect([email(), email(other)]).toEqual([person.email, person.email]);
    await send("/sign-out", {});
    await client.getSession();
    expect(client.session.get().data).toBeNull();
    await settled();
    expect([email(), email(other)]).toEqual([undefined, undefined]);
  });

  test("that shows another session reloads the lists of the account", async () => {
    await client.signUp.email(person);
    await watch(client.session, client.sessions);
    expect(client.sessions.get().data).toHaveLength(1);
    await send("/sign-out", {});
    await client.getSession();
    await settled();
    expect(client.sessions.get().data).toBeNull();
  });

  test("that shows the known session sends one request, and changes no state", async () => {
    await client.signUp.email(person);
    await watch(client.session, newTab().session);
    const state = client.session.get();
    expect(await asked(() => client.getSession())).toEqual(["GET /get-session"]);
    expect(client.session.get()).toBe(state);
  });

  test("whose answer is older than a sign-in shows nobody the session from before", async () => {
    await watch(client.session);
    let isSignedIn = false;
    const slow: typeof fetch = async (input, init) => {
      const response = await browser(input, init);
      if (!isSignedIn && String(input).endsWith("/get-session")) {
        isSignedIn = true;
        await tab.signIn.email(person);
        await settled();
        tab.session.subscribe(() => shown.push(email(tab)));
      }
      return response;
    };
    const shown: (string | undefined)[] = [];
    await send("/sign-up/email", person);
    await send("/sign-out", {});
    const tab = newTab({ fetch: slow, initialSession: null });
    await watch(tab.session);
    await tab.getSession();
    await settled();
    expect(email(tab)).toBe(person.email);
    expect(shown).not.toContain(undefined);
  });

  test("whose answer is older than a sign-out shows nobody the session from before", async () => {
    await client.signUp.email(person);
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const late = newTab({
      initialSession: null,
      fetch: async (input, init) => {
        const response = await browser(input, init);
        if (String(input).includes("get-session")) await held;
        return response;
      },
    });
    const old = late.getSession();
    await settled();
    await late.signOut();
    release();
    expect((await old).data?.user.email).toBe(person.email);
    expect(email(late)).toBeUndefined();
  });

  test("without subscribers is known to the next subscriber", async () => {
    await send("/sign-up/email", person);
    await client.getSession();
    expect(email()).toBe(person.email);
    await watch(client.session);
    expect(email()).toBe(person.email);
  });

  test("that fails leaves the session", async () => {
    await client.signUp.email(person);
    await watch(client.session);
    server.failNext({ status: 500, body: '{"code":"INTERNAL_SERVER_ERROR","message":"Internal Server Error"}' });
    expect((await client.getSession()).error?.status).toBe(500);
    await settled();
    expect(email()).toBe(person.email);
  });
});

describe("a session in an open tab", () => {
  test("that expires is read at its end, and is null", async () => {
    await client.signUp.email(person);
    await settled();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    await watch(client.session);
    const end = client.session.get().data?.session.expiresAt.getTime() ?? 0;
    expect(await asked(() => vi.advanceTimersByTime(end - Date.now()))).toEqual([]);
    expect(email()).toBe(person.email);
    // On a loaded machine a late message of another tab repeats the read.
    const reads = new Set(await asked(() => vi.advanceTimersByTime(1000)));
    expect([...reads]).toEqual(["GET /get-session?disableRefresh=true"]);
    expect(client.session.get().data).toBeNull();
    expect(await asked(() => vi.advanceTimersByTime(86_400_000))).toEqual([]);
  });

  test("that a visit has prolonged is read at its later end", async () => {
    await client.signUp.email(person);
    await settled();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    await watch(client.session);
    const first = client.session.get().data?.session.expiresAt.getTime() ?? 0;
    vi.advanceTimersByTime(first - Date.now() - 60_000);
    await client.session.refetch();
    expect(await asked(() => vi.advanceTimersByTime(120_000))).toEqual([]);
    expect(email()).toBe(person.email);
  });

  test("is read once at an early end, and not without end, if the clock of the browser is ahead", async () => {
    await client.signUp.email(person);
    const { data } = await client.getSession();
    const soon = data && { ...data, session: { ...data.session, expiresAt: new Date(Date.now() + 60_000) } };
    await settled();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    const tab = newTab({ initialSession: soon });
    await watch(tab.session);
    expect(await asked(() => vi.advanceTimersByTime(61_000))).toEqual(["GET /get-session?disableRefresh=true"]);
    expect(email(tab)).toBe(person.email);
    const past = data && { ...data, session: { ...data.session, expiresAt: new Date(Date.now() - 60_000) } };
    tab.session.hydrate(past);
    expect(await asked(() => vi.advanceTimersByTime(86_400_000))).toEqual([]);
  });

  test("with an end beyond the longest timer of a browser is not read at once", async () => {
    await client.signUp.email(person);
    const { data } = await client.getSession();
    const far = data && { ...data, session: { ...data.session, expiresAt: new Date(Date.now() + 2 ** 31 + 1000) } };
    await settled();
    const tab = newTab({ initialSession: far });
    expect(await asked(() => watch(tab.session))).toEqual([]);
  });

  test("that another browser revoked is null after the next call of any route", async () => {
    await client.signUp.email(person);
    await watch(client.session);
    const other = createAuthClient({
      baseURL: server.url.replace("127.0.0.1", "localhost"),
      fetch: server.browser(),
      retry: 0,
    });
    await other.signIn.email({ email: person.email, password: person.password });
    await other.revokeOtherSessions();
    expect(email()).toBe(person.email);
    expect((await client.listSessions()).error?.status).toBe(401);
    await settled();
    expect(client.session.get().data).toBeNull();
  });
});
