import { beforeEach, expect, test } from "vitest";
import { type App, alice, openApp, password, sessionsOf, userByEmail } from "../../../../tests/harness/app.ts";
import type { Answer, Browser } from "../../../../tests/harness/browser.ts";

const day = 86_400;
let app: App;
let browser: Browser;

beforeEach(async () => {
  const user = { deleteUser: { enabled: true } };
  app = openApp({ session: { cookieCache: { enabled: true }, stepUpAgeSeconds: 0, freshAgeSeconds: 0 }, user });
  browser = app.browser();
  await browser.post("/sign-up/email", alice);
});

const read = (cookie: string): Promise<Answer> => app.browser().get("/get-session", { headers: { cookie } });
const isSignedIn = async (cookie: string): Promise<boolean> => (await read(cookie)).body?.user !== undefined;

/** A jar after answers, in the order of their arrival. */
function arrive(cookie: string, answers: readonly Answer[]): string {
  const jar = new Map(cookie.split("; ").map((pair) => [pair.slice(0, pair.indexOf("=")), pair]));
  for (const { name, value, attributes } of answers.flatMap(({ cookies }) => cookies)) {
    if (attributes.get("max-age") === "0") jar.delete(name);
    else jar.set(name, `${name}=${value}`);
  }
  return [...jar.values()].join("; ");
}

const ends: readonly [string, () => object][] = [
  ["/sign-out", () => ({})],
  ["/revoke-sessions", () => ({})],
  ["/delete-user", () => ({ password })],
];

test.each(ends)(
  "answers that arrive after POST %s show no person, also if they set the session again",
  async (path, body) => {
    app.wait(2 * day);
    const cookie = browser.cookieHeader();
    // The first read prolongs the session, and the second read has a copy of the session.
    const late = [await read(cookie), await read(cookie)];
    expect(await isSignedIn(arrive(cookie, late))).toBe(true);
    const end = await app.browser().post(path, body(), { headers: { cookie } });
    expect(end.status).toBe(200);
    for (const answers of [late, late.slice(0, 1), [...late].reverse()]) {
      const left = arrive(cookie, [end, ...answers]);
      expect(left).toContain("session_token");
      expect(await isSignedIn(left)).toBe(false);
    }
  },
);

test("an answer after the end of the own session by its id shows no person", async () => {
  app.wait(2 * day);
  const cookie = browser.cookieHeader();
  const late = await read(cookie);
  const [session] = await sessionsOf(app, (await userByEmail(app)).id);
  const end = await app.browser().post("/revoke-session", { id: session?.id }, { headers: { cookie } });
  expect(await isSignedIn(arrive(cookie, [end, late]))).toBe(false);
});

test("the copy of the next sign-in counts again after half a minute", async () => {
  app.wait(2 * day);
  await browser.get("/get-session");
  await browser.post("/sign-out", {});
  await browser.post("/sign-in/email", { email: alice.email, password });
  const isCached = async (): Promise<boolean> => {
    const { cookies } = await browser.get("/get-session");
    return cookies.length === 0;
  };
  expect(await isCached()).toBe(false);
  app.wait(31);
  expect(await isCached()).toBe(false);
  expect(await isCached()).toBe(true);
});

test.each([true, false])(
  "a sign-out of which no read is late sets no further cookie, with copies: %s",
  async (enabled) => {
    app = openApp({ session: { cookieCache: { enabled } } });
    browser = app.browser();
    await browser.post("/sign-up/email", alice);
    const { cookies } = await browser.post("/sign-out", {});
    expect(cookies.map(({ attributes }) => attributes.get("max-age"))).toEqual(["0", "0", "0"]);
  },
);
