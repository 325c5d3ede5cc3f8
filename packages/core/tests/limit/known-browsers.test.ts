import { beforeEach, describe, expect, test } from "vitest";
import { type App, alice, home, openApp, password, userByEmail } from "../../../../tests/harness/app.ts";
import type { Answer, Browser } from "../../../../tests/harness/browser.ts";
import { TokenClient } from "../../../../tests/harness/token-client.ts";

const hour = 3600;
const day = 24 * hour;
const wrong = "a wrong password";
const cookieName = "keyhold.known_browser";

let app: App;
let known: Browser;
let messages: { readonly kind: string; readonly token?: string }[];

/** Turns the limits of routes off, so that only the budgets of accounts and addresses apply. */
const limits: Readonly<Record<string, false>> = {
  "/sign-in/email": false,
  "/sign-up/email": false,
  "/reset-password": false,
  "/forget-password": false,
  "/change-password": false,
};

beforeEach(async () => {
  messages = [];
  app = openApp({
    rateLimit: { enabled: true, limits },
    mail: (message) => void messages.push(message),
    clientAddress: { trustedProxies: 1 },
  });
  known = app.browser();
  await known.post("/sign-up/email", alice);
});

interface Attempt {
  readonly browser?: Browser;
  readonly email?: string;
  readonly address?: string;
}

function signIn(
  given: string,
  { browser = app.browser(), email = alice.email, address }: Attempt = {},
): Promise<Answer> {
  const headers: Record<string, string> = address === undefined ? {} : { "x-forwarded-for": address };
  return browser.post("/sign-in/email", { email, password: given }, { headers });
}

async function guess(times: number, attempt: Attempt = {}): Promise<number> {
  let compared = 0;
  for (let time = 0; time < times; time += 1) {
    const { status } = await signIn(wrong, attempt);
    expect([401, 429]).toContain(status);
    if (status === 401) compared += 1;
  }
  return compared;
}

const retryAfter = (answer: Answer): number => Number(answer.headers.get("retry-after"));

describe("a browser with an earlier sign-in to an account", () => {
  test("signs in although other clients have used up their budget for it", async () => {
    expect(await guess(30)).toBe(20);
    expect((await signIn(password)).status).toBe(429);
    expect((await signIn(password, { browser: known })).status).toBe(200);
  });

  test("is one that signed up, signed in, changed the password or reset it", async () => {
    const signedIn = app.browser();
    await signIn(password, { browser: signedIn });
    const reset = app.browser();
    await reset.post("/forget-password", { email: alice.email });
    await app.auth.idle();
    const token = messages.find(({ kind }) => kind === "reset-password")?.token;
    expect((await reset.post("/reset-password", { token, newPassword: "another password" })).status).toBe(200);
    await app.auth.idle();
    await guess(20);
    for (const browser of [known, signedIn, reset])
      expect((await signIn("another password", { browser })).status).toBe(200);
    expect((await signIn("another password")).status).toBe(429);
  });

  test("has a budget of its own, which locks out no other client", async () => {
    expect(await guess(30, { browser: known })).toBe(20);
    expect((await signIn(password, { browser: known })).status).toBe(429);
    expect((await signIn(password)).status).toBe(200);
  });

  test("gets the number of wrong passwords of other clients, and does not reset it", async () => {
    await guess(20);
    await guess(2, { browser: known });
    await signIn(password, { browser: known });
    await app.auth.idle();
    expect(app.events.findLast(({ type }) => type === "session.created")).toMatchObject({ wrongPasswordsBefore: 22 });
    expect((await signIn(password)).status).toBe(429);
  });

  test("is known for 180 days, and to its own accounts only", async () => {
    await app.browser().post("/sign-up/email", { ...alice, email: "bob@example.com" });
    await guess(20, { email: "bob@example.com" });
    expect((await signIn(password, { browser: known, email: "bob@example.com" })).status).toBe(429);
    app.wait(180 * day - 60);
    await guess(20);
    expect((await signIn(password, { browser: known })).status).toBe(200);
  });

  test("is unknown after 180 days", async () => {
    app.wait(180 * day + 1);
    await guess(20);
    expect((await signIn(password, { browser: known })).status).toBe(429);
  });

  test("stays known to ten accounts, those with the latest sign-ins", async () => {
    const emails = Array.from({ length: 10 }, (_, index) => `user${index}@example.com`);
    for (const email of emails) {
      app.wait(1);
      await known.post("/sign-up/email", { ...alice, email });
    }
    await guess(20);
    expect((await signIn(password, { browser: known })).status).toBe(429);
    for (const email of emails) {
      await guess(20, { email });
      expect((await signIn(password, { browser: known, email })).status).toBe(200);
    }
  });
});

describe("an app without cookies", () => {
  const open = (id: string) =>
    openApp({
      id,
      session: { bearer: true },
      rateLimit: { enabled: true, limits },
      clientAddress: { trustedProxies: 1 },
    });
  const enter = (native: TokenClient, given = password): Promise<Answer> =>
    native.post("/sign-in/email", { email: alice.email, password: given });

  beforeEach(() => {
    app = open("here");
  });

  test("is known by the state that it keeps, and signs in although others have used up their budget", async () => {
    const native = new TokenClient(app.auth.handler, home);
    const { headers } = await native.post("/sign-up/email", alice);
    expect(headers.get("set-auth-state")).toMatch(/^known_browser=[^;,]+; Max-Age=15552000$/);
    await guess(20);
    expect((await signIn(password)).status).toBe(429);
    expect((await enter(new TokenClient(app.auth.handler, home))).status).toBe(429);
    expect((await enter(native)).status).toBe(200);
  });

  test("has a budget of its own", async () => {
    const native = new TokenClient(app.auth.handler, home);
    await native.post("/sign-up/email", alice);
    for (let time = 0; time < 20; time += 1) expect((await enter(native, wrong)).status).toBe(401);
    expect((await enter(native)).status).toBe(429);
    expect((await signIn(password)).status).toBe(200);
  });

  test("is not known by a state that was edited, nor by a state of another auth with the secret", async () => {
    const native = new TokenClient(app.auth.handler, home);
    await native.post("/sign-up/email", alice);
    const state = native.state.get("known_browser") ?? expect.fail();
    await guess(20);
    for (const edited of [`x${state}`, state.slice(0, -8), state.replace("~", "~a")]) {
      native.state.set("known_browser", edited);
      expect((await enter(native)).status).toBe(429);
    }
    app = open("there");
    await app.browser().post("/sign-up/email", alice);
    // The mark has the hash of a user's id, and these users have other ids: a new mark shows that this mark is not read.
    const copy = new TokenClient(app.auth.handler, home);
    copy.state.set("known_browser", state);
    const { headers } = await enter(copy);
    const idIn = (text: string): string => decodeURIComponent(text).split("~")[0] ?? "";
    expect(headers.get("set-auth-state")).toMatch(/^known_browser=/);
    expect(idIn(copy.state.get("known_browser") ?? "")).not.toBe(idIn(state));
  });
});

describe("the cookie of a known browser", () => {
  test("contains no user id, grants no access, and is HttpOnly", async () => {
    const browser = app.browser();
    const answer = await signIn(password, { browser });
    const cookie = answer.cookies.find(({ name }) => name === cookieName);
    const { id } = await userByEmail(app);
    expect(cookie?.value).not.toContain(id);
    expect(cookie?.attributes.has("httponly")).toBe(true);
    expect(cookie?.attributes.get("max-age")).toBe(String(180 * day));
    browser.jar.delete("keyhold.session_token");
    expect((await browser.get("/get-session")).body).toBe(null);
  });

  test("is written again by each sign-in, with the time of the sign-in and the same id", async () => {
    const before = known.jar.get(cookieName) ?? expect.fail();
    app.wait(60);
    await signIn(password, { browser: known });
    const after = known.jar.get(cookieName) ?? expect.fail();
    expect(after).not.toBe(before);
    expect(after.split("~")[0]).toBe(before.split("~")[0]);
  });

  test("is invalid if one character is changed", async () => {
    const value = known.jar.get(cookieName) ?? "";
    for (const forged of [`x${value}`, value.slice(0, -2), value.replace("~", "~a")]) {
      known.jar.set(cookieName, forged);
      await guess(20);
      expect((await signIn(password, { browser: known })).status).toBe(429);
    }
  });

  test("is not set for a wrong password, nor if there is no budget", async () => {
    const browser = app.browser();
    await signIn(wrong, { browser });
    expect(browser.jar.has(cookieName)).toBe(false);
    const open = openApp();
    const answer = await open.browser().post("/sign-up/email", alice);
    expect(answer.cookies.map(({ name }) => name)).toEqual(["keyhold.session_token"]);
  });
});

describe("after a window of wrong passwords", () => {
  test("each further guess waits, twice as long after each half window, up to an hour", async () => {
    await guess(20);
    app.wait(900);
    const delays: number[] = [];
    for (let guessed = 20; guessed < 110; guessed += 1) {
      expect((await signIn(wrong)).status).toBe(401);
      const next = await signIn(wrong);
      expect(next.status).toBe(429);
      if (guessed % 10 === 0) delays.push(retryAfter(next));
      // At least as long as a window: only the delay is measured here.
      app.wait(Math.max(retryAfter(next), 60));
    }
    expect(delays).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600]);
  });

  test("of sixteen concurrent guesses one is compared", async () => {
    await guess(20);
    app.wait(900);
    const answers = await Promise.all(Array.from({ length: 16 }, () => signIn(wrong)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(1);
  });

  test("a rejected guess makes no delay longer", async () => {
    await guess(20);
    app.wait(900);
    await guess(1);
    for (let refused = 0; refused < 50; refused += 1) expect(retryAfter(await signIn(wrong))).toBe(30);
    app.wait(30);
    expect((await signIn(password)).status).toBe(200);
  });

  test("a name without an account is limited alike", async () => {
    const email = "nobody@example.com";
    for (const attempt of [{}, { email }]) {
      expect(await guess(25, attempt)).toBe(20);
    }
    app.wait(900);
    for (const attempt of [{}, { email }]) {
      expect((await signIn(wrong, attempt)).status).toBe(401);
      expect(retryAfter(await signIn(wrong, attempt))).toBe(30);
    }
  });

  test("a right password of the same kind of client ends the delay", async () => {
    await guess(20);
    app.wait(900);
    expect((await signIn(password)).status).toBe(200);
    expect(await guess(30)).toBe(20);
  });

  test("30 days without a right password forget the wrong ones", async () => {
    await guess(20);
    app.wait(30 * day);
    expect(await guess(30)).toBe(20);
  });
});

describe("wrong passwords from one client address", () => {
  const address = "192.0.2.7";
  const emails = Array.from({ length: 30 }, (_, index) => `person${index}@example.com`);

  async function guessAtMany(times: number): Promise<number> {
    let compared = 0;
    for (let time = 0; time < times; time += 1)
      compared += await guess(1, { email: emails[time % emails.length] ?? "", address });
    return compared;
  }

  test("are at most 100 in an hour, for all accounts together", async () => {
    expect(await guessAtMany(130)).toBe(100);
    const answer = await signIn(password, { address });
    expect([answer.status, retryAfter(answer)]).toEqual([429, hour]);
    expect((await signIn(password, { address: "192.0.2.8" })).status).toBe(200);
    app.wait(hour);
    expect((await signIn(password, { address })).status).toBe(200);
  });

  test("do not lock out a known browser at that address", async () => {
    await guessAtMany(130);
    expect((await signIn(password, { browser: known, address })).status).toBe(200);
  });

  test("are not counted if the server does not know the address", async () => {
    const plain = openApp({ rateLimit: { enabled: true, limits } });
    for (let time = 0; time < 130; time += 1) {
      const email = emails[time % emails.length];
      expect((await plain.browser().post("/sign-in/email", { email, password: wrong })).status).toBe(401);
    }
  });
});

test("of 1,000 guesses from 500 addresses 20 are compared in 15 minutes, and 90 before the delay is an hour", async () => {
  let compared = 0;
  for (let round = 0; round < 1000; round += 1) {
    const address = `198.51.${Math.floor((round % 500) / 250)}.${round % 250}`;
    if ((await signIn(wrong, { address })).status === 401) compared += 1;
    if (round === 199) expect(compared).toBe(20);
    // The first 200 guesses within 15 minutes, then a guess in three and a half minutes, for two days.
    app.wait(round < 200 ? 4 : 210);
  }
  expect(compared).toBeLessThanOrEqual(90 + 48);
  app.wait(hour);
  await signIn(wrong);
  expect(retryAfter(await signIn(wrong))).toBe(hour);
});
