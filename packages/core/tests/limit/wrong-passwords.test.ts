import { createHook } from "node:async_hooks";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type App, alice, openApp, password, sessionsOf, userByEmail } from "../../../../tests/harness/app.ts";
import type { Answer, Browser } from "../../../../tests/harness/browser.ts";
import { expectError } from "../../../../tests/harness/expect-error.ts";

const max = 5;
const windowSeconds = 900;
const tooMany = [429, "TOO_MANY_REQUESTS", "Too many requests. Please try again later."] as const;
const wrong = "a wrong password";

let app: App;
let hashes = 0;
const counter = createHook({
  init: (_id, type) => {
    if (type === "SCRYPTREQUEST") hashes += 1;
  },
});
beforeAll(() => counter.enable());
afterAll(() => counter.disable());

/** Turns the limits of routes off, so that only the budget of the user applies. */
const limits = Object.fromEntries(
  ["/sign-in/email", "/sign-in/username", "/sign-up/email", "/change-password", "/delete-user"].map((path) => [
    path,
    false,
  ]),
);

beforeEach(async () => {
  app = openApp({
    rateLimit: { enabled: true, wrongPasswords: { max, windowSeconds }, limits: limits as Record<string, false> },
    emailAndPassword: { autoSignIn: false },
    user: { deleteUser: { enabled: true, confirmByMail: false } },
  });
  await app.browser().post("/sign-up/email", { ...alice, username: "alice" });
  await app.auth.idle();
  app.events.length = 0;
});

type Send = (given: string) => Promise<Answer>;
const byEmail: Send = (given) => app.browser().post("/sign-in/email", { email: alice.email, password: given });
const byUsername: Send = (given) => app.browser().post("/sign-in/username", { username: "Alice", password: given });
const change =
  (browser: Browser): Send =>
  (given) =>
    browser.post("/change-password", { currentPassword: given, newPassword: "another password" });
const deleteUser =
  (browser: Browser): Send =>
  (given) =>
    browser.post("/delete-user", { password: given });

async function signedIn(): Promise<Browser> {
  const browser = app.browser();
  await browser.post("/sign-in/email", alice);
  return browser;
}

async function spend(send: Send, guesses: number): Promise<void> {
  for (let guess = 0; guess < guesses; guess += 1) {
    const { status } = await send(wrong);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).not.toBe(429);
  }
}

describe("after as many wrong passwords as a user's budget has", () => {
  test("even the right one fails, without a hash, with Retry-After", async () => {
    await spend(byEmail, max);
    hashes = 0;
    const answer = await byEmail(password);
    expectError(answer, ...tooMany);
    expect(answer.headers.get("retry-after")).toBe(String(windowSeconds));
    expect(hashes).toBe(0);
    expect(await sessionsOf(app, (await userByEmail(app)).id)).toEqual([]);
  });

  test("it is accepted again once their window is over", async () => {
    await spend(byEmail, max);
    app.wait(windowSeconds - 1);
    expect((await byEmail(password)).status).toBe(429);
    app.wait(1);
    expect((await byEmail(password)).status).toBe(200);
  });

  test("an event is emitted, with the reason", async () => {
    await spend(byEmail, max);
    await byEmail(password);
    await app.auth.idle();
    const reasons = app.events.map((event) => (event.type === "sign-in.failed" ? event.reason : event.type));
    expect(reasons).toEqual([...Array.from({ length: max }, () => "wrong password"), "too many wrong passwords"]);
    expect(app.events.at(-1)).toMatchObject({ userId: (await userByEmail(app)).id, method: "email" });
  });

  test("other users sign in as usual", async () => {
    await app.browser().post("/sign-up/email", { ...alice, email: "bob@example.com" });
    await spend(byEmail, max);
    expect((await app.browser().post("/sign-in/email", { ...alice, email: "bob@example.com" })).status).toBe(200);
  });

  test("the user's sessions continue", async () => {
    const browser = await signedIn();
    await spend(byEmail, max);
    expect((await browser.get("/get-session")).body?.user).toMatchObject({ email: alice.email });
  });
});

test("sixteen concurrent guesses are no more than the budget", async () => {
  hashes = 0;
  const answers = await Promise.all(Array.from({ length: 16 }, () => byEmail(wrong)));
  const statuses = answers.map((answer) => answer.status).sort();
  expect(statuses).toEqual([...Array.from({ length: max }, () => 401), ...Array.from({ length: 16 - max }, () => 429)]);
  expect(hashes).toBe(max);
  expect((await byEmail(password)).status).toBe(429);
});

describe("one budget is used up", () => {
  test("by email address in any letter case, by username in any letter case, and by the address again", async () => {
    await spend(byEmail, 2);
    await spend(byUsername, 2);
    await spend((given) => app.browser().post("/sign-in/email", { email: "ALICE@example.com", password: given }), 1);
    for (const send of [byEmail, byUsername]) expectError(await send(password), ...tooMany);
  });

  test("from all addresses of the network", async () => {
    const from = (ipAddress: string, given: string): Promise<Response> =>
      app.auth.handler(
        new Request("http://localhost:3000/api/auth/sign-in/email", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ email: alice.email, password: given }),
        }),
        { ipAddress },
      );
    for (let guess = 1; guess <= max; guess += 1) expect((await from(`192.0.2.${guess}`, wrong)).status).toBe(401);
    expect((await from("198.51.100.1", password)).status).toBe(429);
  });

  test.each([
    ["change-password", change],
    ["delete-user", deleteUser],
  ])("by %s and sign-in in one browser", async (_, sending) => {
    const browser = await signedIn();
    const send = sending(browser);
    await spend(send, 3);
    const signIn: Send = (given) => browser.post("/sign-in/email", { email: alice.email, password: given });
    await spend(signIn, 2);
    expectError(await send(password), ...tooMany);
    expectError(await signIn(password), ...tooMany);
  });

  test.each([
    ["change-password", change],
    ["delete-user", deleteUser],
  ])("by %s and sign-in anywhere, of an unknown browser", async (_, sending) => {
    const browser = await signedIn();
    browser.jar.delete("keyhold.known_browser");
    const send = sending(browser);
    await spend(send, 3);
    await spend(byEmail, 2);
    expectError(await send(password), ...tooMany);
    expectError(await byEmail(password), ...tooMany);
    expect((await userByEmail(app)).email).toBe(alice.email);
  });

  test("by an unknown name, so that the budget does not reveal whether it exists", async () => {
    const send: Send = (given) =>
      app.browser().post("/sign-in/email", { email: "nobody@example.com", password: given });
    await spend(send, max);
    const answer = await send(password);
    expectError(answer, ...tooMany);
    expect(answer.text).toBe((await spend(byEmail, max).then(() => byEmail(password))).text);
    expect((await app.browser().post("/sign-in/email", { email: "noone@example.com", password })).status).toBe(401);
  });

  test("by passwords beyond the maximum length, which cost no hash", async () => {
    hashes = 0;
    const long = "x".repeat(1025);
    for (let guess = 0; guess < max; guess += 1) expect((await byEmail(long)).status).toBe(401);
    expectError(await byEmail(password), ...tooMany);
    expect(hashes).toBe(0);
  });
});

describe("a right password", () => {
  test("clears the count", async () => {
    for (let round = 0; round < 3; round += 1) {
      await spend(byEmail, max - 1);
      expect((await byEmail(password)).status).toBe(200);
    }
  });

  test("emits the number of wrong ones before it", async () => {
    await spend(byEmail, 2);
    await spend(byUsername, 1);
    await byEmail(password);
    await byEmail(password);
    await app.auth.idle();
    const created = app.events.filter((event) => event.type === "session.created");
    expect(created.map((event) => event.wrongPasswordsBefore)).toEqual([3, 0]);
  });

  test("of an address that is not verified clears no count, so that a pending sign-up gives no further guesses", async () => {
    const strict = openApp({
      rateLimit: { enabled: true, wrongPasswords: { max, windowSeconds }, limits: limits as Record<string, false> },
      emailAndPassword: { requireEmailVerification: true },
      mail: () => undefined,
    });
    await strict.browser().post("/sign-up/email", alice);
    const statuses: number[] = [];
    for (let round = 0; round < 2 * max; round += 1)
      statuses.push((await strict.browser().post("/sign-in/email", alice)).status);
    expect(statuses).toEqual([...Array(max).fill(403), ...Array(max).fill(429)]);
  });
});

test("they are counted although the limits of routes are off", async () => {
  const open = openApp({ rateLimit: { enabled: false, wrongPasswords: { max: 2, windowSeconds } } });
  await open.browser().post("/sign-up/email", alice);
  const send = (given: string) => open.browser().post("/sign-in/email", { ...alice, password: given });
  expect([(await send(wrong)).status, (await send(wrong)).status, (await send(password)).status]).toEqual([
    401, 401, 429,
  ]);
});

test("if the budget is switched off there is no count", async () => {
  const open = openApp({ rateLimit: { enabled: true, wrongPasswords: false, limits: { "/sign-in/email": false } } });
  await open.browser().post("/sign-up/email", alice);
  const send = (given: string) => open.browser().post("/sign-in/email", { ...alice, password: given });
  for (let guess = 0; guess < 30; guess += 1) expect((await send(wrong)).status).toBe(401);
  expect((await send(password)).status).toBe(200);
});
