// @vitest-environment jsdom
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type AuthServer, type Failure, newPerson, startAuthServer } from "../../../tests/harness/auth-server.ts";
import { settled } from "../../../tests/harness/settled.ts";
import { type AuthClient, type ClientOptions, createAuthClient } from "./client.js";

let server: AuthServer;
let client: AuthClient;
/** The `fetch` of a browser: all tabs share cookies. */
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
  expect.poll(() => one.session.get().isPending).toBe(false);
const email = (one: AuthClient = client): string | undefined => one.session.get().data?.user.email;

/** The number of session requests during `work`. */
async function reads(work: () => unknown): Promise<number> {
  const before = server.requests.length;
  await work();
  await settled();
  return server.requests.slice(before).filter((one) => one === "GET /get-session").length;
}

describe("the session", () => {
  test("is pending, and not requested, until it has a subscriber", async () => {
    const pending = { data: null, error: null, isPending: true, isRefetching: false, isStale: false };
    expect(await reads(() => expect(client.session.get()).toEqual(pending))).toBe(0);
    expect(await reads(() => watch())).toBe(1);
    expect(client.session.get()).toEqual({ ...pending, isPending: false });
  });

  test("is requested once for any number of subscribers", async () => {
    expect(await reads(() => Array.from({ length: 50 }, () => watch()))).toBe(1);
  });

  test("is requested once if a listener subscribes, unsubscribes and subscribes at once", async () => {
    const comeAndGo = () => {
      client.session.subscribe(() => undefined)();
      watch();
    };
    expect(await reads(comeAndGo)).toBe(1);
  });

  test("is known without a request if it was given", async () => {
    const person = newPerson();
    await client.signUp.email(person);
    const { data } = await client.getSession();
    const html = JSON.parse(JSON.stringify(data));
    const tab = newTab({ initialSession: html });
    expect(await reads(() => watch(tab))).toBe(0);
    expect(email(tab)).toBe(person.email);
    expect(tab.session.get().data?.session.expiresAt).toBeInstanceOf(Date);
  });

  test("is known without a request if null was given", async () => {
    const tab = newTab({ initialSession: null });
    expect(await reads(() => watch(tab))).toBe(0);
    expect(tab.session.get()).toMatchObject({ data: null, isPending: false });
  });

  test("may be given later, and the initial state stays the same", async () => {
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

  test("that failed causes no read", async () => {
    watch();
    await known();
    expect(await reads(() => client.signIn.email({ email: "nobody@example.com", password: "wrong horse" }))).toBe(0);
    expect(await reads(() => client.ok())).toBe(0);
  });

  test("causes a read 10 ms later, so that several cost one request", async () => {
    watch();
    await known();
    expect(await reads(() => Promise.all([client.signOut(), client.signOut(), client.signOut()]))).toBe(1);
  });

  test("during a read causes another read, and the outdated response is not shown", async () => {
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

  test("without subscribers is visible to the next one", async () => {
    const tab = newTab({ initialSession: null });
    const person = newPerson();
    await tab.signUp.email(person);
    expect(await reads(() => watch(tab))).toBe(1);
    expect(email(tab)).toBe(person.email);
  });

  test("in one tab causes one read in every other tab, and one in its own", async () => {
    const tabs = [newTab(), newTab()];
    for (const tab of [client, ...tabs]) watch(tab);
    for (const tab of [client, ...tabs]) await known(tab);
    const person = newPerson();
    expect(await reads(() => client.signUp.email(person))).toBe(3);
    expect([client, ...tabs].map((tab) => email(tab))).toEqual([person.email, person.email, person.email]);
  });

  test("in a tab without subscribers causes a read in tabs with subscribers", async () => {
    watch();
    await known();
    const person = newPerson();
    expect(await reads(() => newTab().signUp.email(person))).toBe(1);
    expect(email()).toBe(person.email);
  });
});

describe("when the user returns to the page, the session", () => {
  test("is read at most every five seconds", async () => {
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

  test("is read when the network is back", async () => {
    watch();
    await known();
    expect(await reads(() => window.dispatchEvent(new Event("online")))).toBe(1);
  });

  test("is read by one request at a time, even if the network comes back often", async () => {
    const comeBack = () => {
      for (let times = 0; times < 5; times += 1) window.dispatchEvent(new Event("online"));
    };
    watch();
    await known();
    expect(await reads(comeBack)).toBe(1);
  });

  test("stays the same object if it has not changed", async () => {
    await client.signUp.email(newPerson());
    const seen = watch();
    await known();
    const { data } = client.session.get();
    expect(data).not.toBeNull();
    const { changes } = seen;
    await client.session.refetch();
    expect(client.session.get().data).toBe(data);
    // The start and the end of a read.
    expect(seen.changes - changes).toBe(2);
  });
});

describe("a read that fails", () => {
  const failed: Failure = { status: 500, body: '{"code":"INTERNAL_SERVER_ERROR","message":"Internal Server Error"}' };

  test("keeps the last value and has the error", async () => {
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

  test("clears the value after 401", async () => {
    await client.signUp.email(newPerson());
    watch();
    await known();
    server.failNext({ status: 401, body: '{"code":"UNAUTHORIZED","message":"Unauthorized"}' });
    await client.session.refetch();
    expect(client.session.get()).toMatchObject({ data: null, error: { code: "UNAUTHORIZED" } });
  });

  test("ends isPending, and the same failure again changes no state", async () => {
    server.failNext(...Array<Failure>(6).fill("disconnect"));
    watch();
    await known();
    const { error } = client.session.get();
    expect(error?.code).toBe("NETWORK_ERROR");
    await client.session.refetch();
    expect(client.session.get().error).toBe(error);
  });

  test("is not repeated automatically", async () => {
    server.failNext(...Array<Failure>(3).fill(failed));
    expect(await reads(() => watch())).toBe(3);
    expect(await reads(settled)).toBe(0);
  });
});

describe("refetch", () => {
  test("resolves after a read that started after the call", async () => {
    watch();
    const first = client.session.refetch();
    const person = newPerson();
    await client.signUp.email(person);
    await Promise.all([first, client.session.refetch(), client.session.refetch()]);
    expect(email()).toBe(person.email);
  });

  test("works without subscribers", async () => {
    const person = newPerson();
    await client.signUp.email(person);
    await client.session.refetch();
    expect(email()).toBe(person.email);
  });
});
