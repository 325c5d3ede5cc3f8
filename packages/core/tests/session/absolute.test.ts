import { beforeEach, describe, expect, test } from "vitest";
import { type App, alice, openApp, sessionModel, sessionsOf, userByEmail } from "../../../../tests/harness/app.ts";
import type { Browser } from "../../../../tests/harness/browser.ts";

const day = 86_400;

let app: App;
let browser: Browser;

async function start(session = {}): Promise<void> {
  app = openApp({ session });
  browser = app.browser();
  await browser.post("/sign-up/email", alice);
}
beforeEach(() => start());

const stored = async () => (await sessionsOf(app, (await userByEmail(app)).id))[0];
const maxAge = (answer: Awaited<ReturnType<Browser["get"]>>) =>
  answer.cookies.map((cookie) => [cookie.name, cookie.attributes.get("max-age")]);

/** Sends a request every `days` until `until` days have passed. */
async function visit(days: number, until: number): Promise<void> {
  for (let passed = days; passed <= until; passed += days) {
    app.wait(days * day);
    expect((await browser.get("/get-session")).body?.user, `after ${passed} days`).toMatchObject({
      email: alice.email,
    });
  }
}

describe("with any number of requests", () => {
  test("a session ends thirty days after the sign-in", async () => {
    await visit(3, 27);
    app.wait(3 * day - 1);
    expect((await browser.get("/get-session")).body?.user).toMatchObject({ email: alice.email });
    app.wait(1);
    const answer = await browser.get("/get-session");
    expect(answer.text).toBe("null");
    expect(maxAge(answer).map(([, seconds]) => seconds)).toEqual(["0", "0", "0"]);
    expect(await stored()).toBeUndefined();
    await app.auth.idle();
    expect(app.events.at(-1)).toMatchObject({ type: "session.ended", reason: "expired" });
  });

  test("the last prolongation reaches that end and not beyond, nor does the cookie", async () => {
    await visit(6, 24);
    const answer = await browser.get("/get-session");
    // Twenty-four days have passed, and the session was last prolonged by six days, not seven.
    expect(answer.body?.session).toMatchObject({ expiresAt: "2026-02-04T12:00:00.000Z" });
    expect((await stored())?.expiresAt).toEqual(new Date("2026-02-04T12:00:00.000Z"));
  });

  test("the cookie lives as long as the rest of the session", async () => {
    await visit(6, 18);
    app.wait(6 * day + 3600);
    expect(maxAge(await browser.get("/get-session"))).toEqual([["keyhold.session_token", String(6 * day - 3600)]]);
  });

  test("no row is written once that end is reached", async () => {
    await visit(6, 24);
    const before = await stored();
    app.wait(2 * day);
    const answer = await browser.get("/get-session");
    expect(answer.body?.user).toMatchObject({ email: alice.email });
    expect(answer.cookies).toEqual([]);
    expect(await stored()).toEqual(before);
  });
});

test("a sign-in begins the thirty days anew", async () => {
  await visit(6, 24);
  await browser.post("/sign-in/email", alice);
  await visit(6, 24);
});

test("a session with a later end in its row ends at that end, too", async () => {
  const session = await stored();
  await app.db.update(sessionModel, session?.id ?? "", { expiresAt: new Date("2036-01-01T00:00:00.000Z") });
  app.wait(30 * day);
  expect((await browser.get("/get-session")).text).toBe("null");
  expect(await stored()).toBeUndefined();
});

test.each([
  ["the length without a visit, where that is longer", { expiresInSeconds: 90 * day, updateAgeSeconds: 0 }, 90],
  ["what the app says", { absoluteExpiresInSeconds: 10 * day }, 10],
])("the absolute lifetime is %s", async (_, session, days) => {
  await start(session);
  await visit(5, days - 5);
  app.wait(5 * day);
  expect((await browser.get("/get-session")).text).toBe("null");
});

describe("a prolonged session", () => {
  test("emits an event, with the hash of its token", async () => {
    app.wait(2 * day);
    await browser.get("/get-session");
    await app.auth.idle();
    const session = await stored();
    expect(app.events.at(-1)).toEqual({ type: "session.refreshed", session });
    expect(session?.token).toHaveLength(43);
  });

  test("is not prolonged for a call with disableRefresh", async () => {
    app.wait(2 * day);
    const answer = await browser.get("/get-session?disableRefresh=true");
    expect(answer.body?.session).toMatchObject({ expiresAt: "2026-01-12T12:00:00.000Z" });
    expect(answer.cookies).toEqual([]);
    expect((await stored())?.expiresAt).toEqual(new Date("2026-01-12T12:00:00.000Z"));
  });

  test("is not prolonged by a server-side call with disableRefresh, and is by one without", async () => {
    app.wait(2 * day);
    const headers = new Headers({ cookie: browser.cookieHeader() });
    const lines: string[] = [];
    const setCookie = (line: string): void => void lines.push(line);
    await app.auth.api.getSession({ disableRefresh: true }, { headers, setCookie });
    expect(lines).toEqual([]);
    await app.auth.api.getSession({ disableRefresh: false }, { headers, setCookie });
    expect(lines).toEqual([expect.stringContaining("Max-Age=604800")]);
  });

  test("is ended for a call with disableRefresh, if it has expired", async () => {
    app.wait(8 * day);
    expect((await browser.get("/get-session?disableRefresh=true")).text).toBe("null");
    expect(await stored()).toBeUndefined();
  });
});
