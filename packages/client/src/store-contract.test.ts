import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type AuthServer, newPerson, startAuthServer } from "../../../tests/harness/auth-server.ts";
import { settled } from "../../../tests/harness/settled.ts";
import { type AuthClient, createAuthClient } from "./client.js";

let server: AuthServer;
let browser: typeof fetch;
let client: AuthClient;
const stops: (() => void)[] = [];

beforeAll(async () => {
  server = await startAuthServer();
});
beforeEach(() => {
  browser = server.browser();
  client = newClient();
});
afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  await settled();
});
afterAll(() => server.close());

const newClient = (fetch = browser): AuthClient => createAuthClient({ baseURL: server.url, fetch, retry: 0 });
const watch = (): void => void stops.push(client.session.subscribe(() => undefined));
const known = (): Promise<unknown> => expect.poll(() => client.session.get().isPending).toBe(false);
const email = (): string | undefined => client.session.get().data?.user.email;

async function asked(work: () => unknown): Promise<readonly string[]> {
  const before = server.requests.length;
  await work();
  await settled();
  return server.requests.slice(before).filter((one) => one.startsWith("GET /get-session"));
}

describe("observe", () => {
  test("calls at once, and after each change, until it is ended", async () => {
    const seen: (string | null)[] = [];
    const stop = client.session.observe(({ data, isPending }) =>
      seen.push(isPending ? "pending" : (data?.user.email ?? null)),
    );
    expect(seen).toEqual(["pending"]);
    await known();
    expect(seen.at(-1)).toBe(null);
    const person = newPerson();
    await client.signUp.email(person);
    await settled();
    expect(seen.at(-1)).toBe(person.email);
    stop();
    const { length } = seen;
    await client.signOut();
    await client.session.refetch();
    expect(client.session.get().data).toBe(null);
    expect(seen).toHaveLength(length);
  });
});

describe("requests", () => {
  test("are one for eight mounts in a row, where each is over before the next begins", async () => {
    const mounts = async (): Promise<void> => {
      for (let mount = 0; mount < 8; mount += 1) {
        const stop = client.session.subscribe(() => undefined);
        await known();
        stop();
        await settled();
      }
    };
    expect(await asked(mounts)).toHaveLength(1);
  });

  test("are one for eight mounts that come and go at once", async () => {
    const mounts = (): void => {
      for (let mount = 0; mount < 8; mount += 1) client.session.subscribe(() => undefined)();
      watch();
    };
    expect(await asked(mounts)).toHaveLength(1);
  });
});

describe("refetch", () => {
  test("with disableCookieCache asks the database of the server, also while another read is on its way", async () => {
    expect(await asked(() => client.session.refetch({ disableCookieCache: true }))).toEqual([
      "GET /get-session?disableCookieCache=true",
    ]);
    const both = (): Promise<unknown> =>
      Promise.all([client.session.refetch({ disableCookieCache: true }), client.session.refetch()]);
    expect((await asked(both)).at(-1)).toBe("GET /get-session?disableCookieCache=true");
  });

  test("as the listener of a button sends nothing of the event", async () => {
    const onClick: (event: Event) => unknown = client.session.refetch as (event: Event) => unknown;
    expect(await asked(() => onClick(new Event("click")))).toEqual(["GET /get-session"]);
  });
});

test("a sign-out during a read: the read is repeated, and its older answer is not shown", async () => {
  await client.signUp.email(newPerson());
  let signedOut: Promise<unknown> | undefined;
  client = newClient(async (input, init) => {
    const response = await browser(input, init);
    if (String(input).endsWith("/get-session")) {
      signedOut ??= client.signOut();
      await signedOut;
    }
    return response;
  });
  const seen: unknown[] = [];
  stops.push(client.session.observe(({ data }) => seen.push(data)));
  await known();
  expect(email()).toBe(undefined);
  expect(seen.every((data) => data === null)).toBe(true);
});

describe("a session in the store", () => {
  const failures = [
    ["is kept after 401 of a proxy", { status: 401, body: "<h1>Sign in</h1>" }, true],
    ["is kept after 403 of a proxy in JSON", { status: 403, body: '{"message":"Forbidden"}' }, true],
    ["is kept after 403 of a proxy with a number as its code", { status: 403, body: '{"code":1020}' }, true],
    ["is kept after 404 with a code", { status: 404, body: '{"code":"NOT_FOUND","message":"x"}' }, true],
    ["is kept after 400 with a code", { status: 400, body: '{"code":"INVALID_REQUEST","message":"x"}' }, true],
    ["is cleared after 401 with a code", { status: 401, body: '{"code":"UNAUTHORIZED","message":"x"}' }, false],
    ["is cleared after 403 with a code", { status: 403, body: '{"code":"BANNED_USER","message":"x"}' }, false],
  ] as const;
  test.each(failures)("%s", async (_, failure, isKept) => {
    const person = newPerson();
    await client.signUp.email(person);
    watch();
    await known();
    server.failNext(failure);
    await client.session.refetch();
    expect(email()).toBe(isKept ? person.email : undefined);
    expect(client.session.get().error?.status).toBe(failure.status);
  });
});

test("a date takes the place of its text, which the JSON of a page had", async () => {
  await client.signUp.email(newPerson());
  const { data } = await client.getSession();
  const initialSession = JSON.parse(JSON.stringify(data));
  const birthday = "2001-02-03T00:00:00.000Z";
  Object.assign(initialSession.user, { birthday });
  const fetchWithColumn: typeof fetch = async (url, init) => {
    const response = await browser(url, init);
    const answer = await response.json();
    const type = `${response.headers.get("content-type")}+user.birthday`;
    const body = JSON.stringify({ ...answer, user: { ...answer.user, birthday } });
    return new Response(body, { headers: { "content-type": type } });
  };
  const rendered = createAuthClient({ baseURL: server.url, fetch: fetchWithColumn, retry: 0, initialSession });
  const user = (): object => rendered.session.get().data?.user ?? {};
  expect(user()).toMatchObject({ birthday, createdAt: expect.any(Date) });
  await rendered.session.refetch();
  expect(user()).toMatchObject({ birthday: new Date(birthday), createdAt: expect.any(Date) });
  const before = rendered.session.get().data;
  await rendered.session.refetch();
  expect(rendered.session.get().data).toBe(before);
});
