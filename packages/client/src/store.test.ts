// @vitest-environment jsdom
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type AuthServer, type Failure, newPerson, startAuthServer } from "../tests/auth-server.js";
import { settled } from "../tests/settled.js";
import { type AuthClient, type ClientOptions, createAuthClient } from "./client.js";

let server: AuthServer;
let client: AuthClient;
/** One browser's `fetch`: all its tabs have the same cookies. */
let browser: typeof fetch;
const stops: (() => void)[] = [];

beforeAll(async () => {
  server = await startAuthServer();
});
beforeEach(() => {
  browser = server.browser();
  client = newTab();
});
afterEach(async () => {
  vi.useRealTimers();
  for (const stop of stops.splice(0)) stop();
  await settled();
});
afterAll(() => server.close());

const newTab = (options: Pick<ClientOptions<readonly []>, "initialSession"> = {}): AuthClient =>
  createAuthClient({ baseURL: server.url, fetch: browser, retry: { attempts: 2, delayMilliseconds: 5 }, ...options });

function watch(one: AuthClient = client): { changes: number } {
  const seen = { changes: 0 };
  stops.push(
    one.session.subscribe(() => {
      seen.changes += 1;
    }),
  );
  return seen;
}

const known = (one: AuthClient = client): Promise<unknown> =>
  vi.waitFor(() => expect(one.session.get().isPending).toBe(false));
const email = (one: AuthClient = client): string | undefined => one.session.get().data?.user.email;

/** How many times the session was asked for while something was done. */
async function reads(work: () => unknown): Promise<number> {
  const before = server.requests.length;
  await work();
  await settled();
  return server.requests.slice(before).filter((one) => one === "GET /get-session").length;
}

describe("the session", () => {
  test("is pending, and nobody asks for it, until somebody watches", async () => {
    const pending = { data: null, error: null, isPending: true, isRefetching: false };
    expect(await reads(() => expect(client.session.get()).toEqual(pending))).toBe(0);
    expect(await reads(() => watch())).toBe(1);
    expect(client.session.get()).toEqual({ ...pending, isPending: false });
  });

  test("is asked for once, however many watch", async () => {
    expect(await reads(() => Array.from({ length: 50 }, () => watch()))).toBe(1);
  });

  test("is asked for once by somebody who comes, goes and comes at once", async () => {
    const comeAndGo = () => {
      client.session.subscribe(() => undefined)();
      watch();
    };
    expect(await reads(comeAndGo)).toBe(1);
  });

  test("is known without asking when it was handed in", async () => {
    const person = newPerson();
    await client.signUp.email(person);
    const { data } = await client.getSession();
    const html = JSON.parse(JSON.stringify(data));
    const tab = newTab({ initialSession: html });
    expect(await reads(() => watch(tab))).toBe(0);
    expect(email(tab)).toBe(person.email);
    expect(tab.session.get().data?.session.expiresAt).toBeInstanceOf(Date);
  });

  test("is known without asking when it was handed in as none", async () => {
    const tab = newTab({ initialSession: null });
    expect(await reads(() => watch(tab))).toBe(0);
    expect(tab.session.get()).toMatchObject({ data: null, isPending: false });
  });

  test("may be handed in later, and what was known at the start stays what it was", async () => {
    await client.signUp.email(newPerson());
    const { data } = await client.getSession();
    const tab = newTab();
    tab.session.hydrate(data);
    expect(await reads(() => watch(tab))).toBe(0);
    expect(tab.session.get().data).toEqual(data);
    expect(tab.session.getInitial().isPending).toBe(true);
  });
});

describe("a change", () => {
  test("is read once after sign-up, sign-in and sign-out", async () => {
    watch();
    await known();
    const person = newPerson();
    expect(await reads(() => client.signUp.email(person))).toBe(1);
    expect(email()).toBe(person.email);
    expect(await reads(() => client.signOut())).toBe(1);
    expect(client.session.get().data).toBeNull();
    expect(await reads(() => client.signIn.email(person))).toBe(1);
    expect(email()).toBe(person.email);
  });

  test("that did not happen is not read", async () => {
    watch();
    await known();
    expect(await reads(() => client.signIn.email({ email: "nobody@example.com", password: "wrong horse" }))).toBe(0);
    expect(await reads(() => client.ok())).toBe(0);
  });

  test("is read 10 ms later, so that several cost one request", async () => {
    watch();
    await known();
    expect(await reads(() => Promise.all([client.signOut(), client.signOut(), client.signOut()]))).toBe(1);
  });

  test("while the session is being read is read after that, and the old answer is not shown", async () => {
    const person = newPerson();
    await client.signUp.email(person);
    await client.signOut();
    let signedInMeanwhile: Promise<unknown> | undefined;
    const slow: typeof fetch = async (input, init) => {
      const response = await browser(input, init);
      if (String(input).endsWith("/get-session")) {
        signedInMeanwhile ??= client.signIn.email(person);
        await signedInMeanwhile;
      }
      return response;
    };
    client = createAuthClient({ baseURL: server.url, fetch: slow });
    const seen = watch();
    await known();
    expect(email()).toBe(person.email);
    expect(seen.changes).toBe(1);
  });

  test("that nobody watched is seen by the next one who does", async () => {
    const tab = newTab({ initialSession: null });
    const person = newPerson();
    await tab.signUp.email(person);
    expect(await reads(() => watch(tab))).toBe(1);
    expect(email(tab)).toBe(person.email);
  });

  test("in one tab is read once in every other, and once in its own", async () => {
    const tabs = [newTab(), newTab()];
    for (const tab of [client, ...tabs]) watch(tab);
    for (const tab of [client, ...tabs]) await known(tab);
    const person = newPerson();
    expect(await reads(() => client.signUp.email(person))).toBe(3);
    expect([client, ...tabs].map((tab) => email(tab))).toEqual([person.email, person.email, person.email]);
  });

  test("in a tab that does not watch is read in those that do", async () => {
    watch();
    await known();
    const person = newPerson();
    expect(await reads(() => newTab().signUp.email(person))).toBe(1);
    expect(email()).toBe(person.email);
  });
});

describe("a person who comes back", () => {
  test("is asked about at most every five seconds", async () => {
    let now = 0;
    const clock = vi.spyOn(performance, "now").mockImplementation(() => now);
    watch();
    await known();
    const comeBack = () => {
      for (let times = 0; times < 20; times += 1) window.dispatchEvent(new Event("focus"));
      document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    };
    now = 4999;
    expect(await reads(comeBack)).toBe(0);
    now = 5000;
    expect(await reads(comeBack)).toBe(1);
    expect(await reads(comeBack)).toBe(0);
    clock.mockRestore();
  });

  test("is asked about when the network is", async () => {
    watch();
    await known();
    expect(await reads(() => window.dispatchEvent(new Event("online")))).toBe(1);
  });

  test("is asked about once at a time, however often the network comes back", async () => {
    const comeBack = () => {
      for (let times = 0; times < 5; times += 1) window.dispatchEvent(new Event("online"));
    };
    watch();
    await known();
    expect(await reads(comeBack)).toBe(1);
  });

  test("gets the same object when nothing has changed", async () => {
    await client.signUp.email(newPerson());
    const seen = watch();
    await known();
    const { data } = client.session.get();
    expect(data).not.toBeNull();
    const { changes } = seen;
    await client.session.refetch();
    expect(client.session.get().data).toBe(data);
    // It began, and it ended.
    expect(seen.changes - changes).toBe(2);
  });
});

describe("a look that fails", () => {
  const failed: Failure = { status: 500, body: '{"code":"INTERNAL_SERVER_ERROR","message":"Internal Server Error"}' };

  test("keeps what was known and says why", async () => {
    const person = newPerson();
    await client.signUp.email(person);
    watch();
    await known();
    server.failNext(failed, failed, failed);
    expect(await reads(() => client.session.refetch())).toBe(3);
    expect(email()).toBe(person.email);
    expect(client.session.get().error).toMatchObject({ code: "INTERNAL_SERVER_ERROR", status: 500 });
    await client.session.refetch();
    expect(client.session.get().error).toBeNull();
  });

  test("clears what was known after 401", async () => {
    await client.signUp.email(newPerson());
    watch();
    await known();
    server.failNext({ status: 401, body: '{"code":"UNAUTHORIZED","message":"Unauthorized"}' });
    await client.session.refetch();
    expect(client.session.get()).toMatchObject({ data: null, error: { code: "UNAUTHORIZED" } });
  });

  test("ends the waiting, and the same failure again changes nothing", async () => {
    server.failNext(...Array<Failure>(6).fill("disconnect"));
    watch();
    await known();
    const { error } = client.session.get();
    expect(error?.code).toBe("NETWORK_ERROR");
    await client.session.refetch();
    expect(client.session.get().error).toBe(error);
  });

  test("does not ask again and again by itself", async () => {
    server.failNext(...Array<Failure>(3).fill(failed));
    expect(await reads(() => watch())).toBe(3);
    expect(await reads(settled)).toBe(0);
  });
});

describe("refetch", () => {
  test("resolves when a look has ended that began after it", async () => {
    watch();
    const first = client.session.refetch();
    const person = newPerson();
    await client.signUp.email(person);
    await Promise.all([first, client.session.refetch(), client.session.refetch()]);
    expect(email()).toBe(person.email);
  });

  test("works when nobody watches", async () => {
    const person = newPerson();
    await client.signUp.email(person);
    await client.session.refetch();
    expect(email()).toBe(person.email);
  });
});
