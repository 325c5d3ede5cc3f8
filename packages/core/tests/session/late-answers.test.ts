import { memory } from "@keyhold/adapter-memory";
import type { Adapter, Database } from "@keyhold/core/adapter";
import { beforeEach, describe, expect, test } from "vitest";
import {
  type App,
  alice,
  openApp,
  password,
  sessionModel,
  sessionsOf,
  userByEmail,
} from "../../../../tests/harness/app.ts";
import type { Answer, Browser, SetCookie } from "../../../../tests/harness/browser.ts";

const day = 86_400;
let app: App;
let browser: Browser;
/** Runs once, after the next read of a session. */
let afterRead: (() => Promise<unknown>) | null = null;

beforeEach(async () => {
  afterRead = null;
  app = openApp({ database: interrupted(memory()) });
  browser = app.browser();
  await browser.post("/sign-up/email", alice);
});

/** A database in which another request can run between the read of a session and the next statement. */
function interrupted(database: Database): Database {
  return {
    ...database,
    connect(schema) {
      const adapter = database.connect(schema);
      const find = async (...given: Parameters<Adapter["find"]>): Promise<unknown> => {
        const row = await adapter.find(...given);
        const work = given[0].name === sessionModel.name ? afterRead : null;
        if (work) afterRead = null;
        await work?.();
        return row;
      };
      return { ...adapter, find: find as Adapter["find"] };
    },
  };
}

const send = (path: string, body: unknown, cookie: string): Promise<Answer> =>
  app.browser().post(path, body, { headers: { cookie } });
const read = (cookie: string): Promise<Answer> => app.browser().get("/get-session", { headers: { cookie } });

/** A jar after answers, in the order of their arrival. */
function arrive(cookie: string, answers: readonly Answer[]): string {
  const jar = new Map(cookie.split("; ").map((pair) => [pair.slice(0, pair.indexOf("=")), pair]));
  for (const { name, value, attributes } of answers.flatMap(({ cookies }) => cookies)) {
    if (attributes.get("max-age") === "0") jar.delete(name);
    else jar.set(name, `${name}=${value}`);
  }
  return [...jar.values()].join("; ");
}

const isSignedIn = async (cookie: string): Promise<boolean> => (await read(cookie)).body?.user !== undefined;
const namesOf = ({ cookies }: Answer): readonly string[] => cookies.map(({ name }: SetCookie) => name);

/** What replaces the token of a browser. */
const replacing: readonly (readonly [string, object])[] = [
  ["/step-up/password", { password }],
  ["/change-password", { currentPassword: password, newPassword: "another password" }],
  ["/sign-in/email", { email: alice.email, password }],
];

describe.each(replacing)("a read with the cookie from before POST %s", (path, body) => {
  test("sets and clears no cookie", async () => {
    const before = browser.cookieHeader();
    expect((await send(path, body, before)).status).toBe(200);
    const late = await read(before);
    expect(late.text).toBe("null");
    expect(late.cookies).toEqual([]);
  });

  test("that arrives last leaves the browser signed in", async () => {
    const before = browser.cookieHeader();
    const answer = await send(path, body, before);
    expect(await isSignedIn(arrive(before, [answer, await read(before)]))).toBe(true);
  });

  test("that prolongs the session first, and arrives last, leaves the browser signed in", async () => {
    app.wait(2 * day);
    const before = browser.cookieHeader();
    const late = await read(before);
    expect(namesOf(late)).toEqual(["keyhold.session_token"]);
    const answer = await send(path, body, before);
    const after = arrive(before, [answer, late]);
    expect(await isSignedIn(after)).toBe(true);
    // The answer has put the newest token into the session cookie again.
    expect((await send("/update-user", { name: "Ada" }, arrive(after, [await read(after)]))).status).toBe(200);
    expect(await sessionsOf(app, (await userByEmail(app)).id)).toHaveLength(1);
  });

  test("that is prolonging the session at that moment sets no cookie", async () => {
    app.wait(2 * day);
    const before = browser.cookieHeader();
    let answer: Answer | null = null;
    afterRead = async () => {
      answer = await send(path, body, before);
    };
    const late = await read(before);
    expect(late.cookies).toEqual([]);
    expect(await isSignedIn(arrive(before, [answer ?? late, late]))).toBe(true);
  });
});

test("a read that is prolonging the session during a step-up shows nothing of the new proof", async () => {
  app.wait(2 * day);
  const before = browser.cookieHeader();
  afterRead = () => send("/step-up/password", { password }, before);
  const late = await read(before);
  expect(late.body?.user).toMatchObject({ email: alice.email });
});

describe("a cookie that another answer has overwritten", () => {
  async function overwritten(): Promise<string> {
    app.wait(2 * day);
    const before = browser.cookieHeader();
    const late = await read(before);
    const answer = await send("/step-up/password", { password }, before);
    return arrive(before, [answer, late]);
  }

  test("opens every route by the newest token", async () => {
    const cookie = await overwritten();
    expect((await send("/update-user", { name: "Ada" }, cookie)).status).toBe(200);
    expect(await app.auth.session({ headers: new Headers({ cookie }) })).toMatchObject({ user: { name: "Ada" } });
  });

  test("is put right by the next read", async () => {
    const cookie = await overwritten();
    const answer = await read(cookie);
    const right = arrive(cookie, [answer]);
    const only = right.split("; ").find((pair) => pair.startsWith("keyhold.session_token=")) ?? "";
    expect(await isSignedIn(only)).toBe(true);
  });

  test.each(["/sign-out", "/revoke-sessions"])("is signed out by %s, with no token left", async (path) => {
    const cookie = await overwritten();
    const answer = await send(path, {}, cookie);
    expect(await sessionsOf(app, (await userByEmail(app)).id)).toEqual([]);
    expect(arrive(cookie, [answer])).toBe("");
  });

  test("is replaced by a sign-in, which leaves one session", async () => {
    const cookie = await overwritten();
    const answer = await send("/sign-in/email", { email: alice.email, password }, cookie);
    expect(await isSignedIn(arrive(cookie, [answer]))).toBe(true);
    expect(await sessionsOf(app, (await userByEmail(app)).id)).toHaveLength(1);
  });

  test("needs a trusted origin, also where the newest token alone is left", async () => {
    const cookie = (await overwritten()).split("; ").find((pair) => pair.startsWith("keyhold.newest_session=")) ?? "";
    expect(cookie).not.toBe("");
    const answer = await app.browser().post("/update-user", { name: "Eve" }, { headers: { cookie, origin: null } });
    expect(answer.body?.code).toBe("MISSING_OR_NULL_ORIGIN");
    expect((await send("/update-user", { name: "Ada" }, cookie)).status).toBe(200);
  });

  test("is not opened by a session cookie under that name, nor by an edited one", async () => {
    const { sessionCookie } = browser;
    const names = ["keyhold.newest_session"];
    for (const value of [sessionCookie, `${sessionCookie.slice(0, -4)}AAAA`])
      for (const name of names) expect(await isSignedIn(`${name}=${value}`)).toBe(false);
  });
});

test("a token that is alive comes before the newest one of another sign-in", async () => {
  const before = browser.cookieHeader();
  const answer = await send("/step-up/password", { password }, before);
  const bob = app.browser();
  await bob.post("/sign-up/email", { ...alice, name: "Bob", email: "bob@example.com" });
  const newest = answer.cookies.find(({ name }) => name === "keyhold.newest_session");
  const mixed = `keyhold.newest_session=${newest?.value}; ${bob.cookieHeader()}`;
  expect((await read(mixed)).body?.user).toMatchObject({ name: "Bob" });
});

test("a sign-in of a browser without a session cookie sets only its own", async () => {
  const answer = await app.browser().post("/sign-in/email", { email: alice.email, password });
  expect(namesOf(answer)).toEqual(["keyhold.session_token"]);
});
