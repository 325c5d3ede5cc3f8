import { beforeEach, describe, expect, test } from "vitest";
import {
  alice,
  type Changes,
  countRows,
  passwordHashOf,
  replacePasswordHash,
  sessionModel,
  sessionsOf,
  userByEmail,
} from "../../../../../tests/harness/app.ts";
import type { Answer, Browser } from "../../../../../tests/harness/browser.ts";
import { expectError } from "../../../../../tests/harness/expect-error.ts";
import { addAccount, allRows } from "../../../../../tests/harness/rows.ts";
import { HashQueueFull } from "../../../src/password/queue.js";
import { follow, type MailApp, newest, openMailApp, pathIn, prove, signUp, tokenIn } from "../../emails.js";

const password = "the second password";
/** A second sign-up with Alice's address. */
const again = { name: "Second", email: alice.email, password, username: "second" };

let app: MailApp;

/** An address must be verified before a session is opened. */
function open({ emailAndPassword, ...changes }: Changes = {}): void {
  app = openMailApp({ ...changes, emailAndPassword: { requireEmailVerification: true, ...emailAndPassword } });
}

beforeEach(() => open());

const join = (body: object): Promise<Answer> => app.browser().post("/sign-up/email", body);
const signIn = async (by: string): Promise<Answer> =>
  app.browser().post("/sign-in/email", { email: alice.email, password: by });

describe("if several users signed up with an address before it was verified,", () => {
  let firstLink: string;
  let secondLink: string;
  let aliceId: string;

  beforeEach(async () => {
    await signUp(app, { ...alice, username: "alice" });
    firstLink = pathIn(await newest(app, "verify-email"));
    await join({ ...again, callbackURL: "/second" });
    secondLink = pathIn(await newest(app, "verify-email"));
    aliceId = (await userByEmail(app)).id;
    app.events.length = 0;
  });

  const askAgain = async (): Promise<string> => {
    await app.browser().post("/send-verification-email", { email: alice.email });
    return pathIn(await newest(app, "verify-email"));
  };

  async function expectNoSession(): Promise<void> {
    for (const by of [alice.password, password]) {
      expectError(await signIn(by), 401, "INVALID_EMAIL_OR_PASSWORD", "Invalid email or password");
    }
  }

  test.each([
    ["first's", async () => firstLink],
    ["second's", async () => secondLink],
    ["one that was asked for afterwards", askAgain],
  ])("the %s link verifies it, and no password remains", async (_, linkOf) => {
    app.wait(60);
    expect((await app.browser().follow(await linkOf())).status).toBeLessThan(400);
    expect(await userByEmail(app)).toMatchObject({ id: aliceId, emailVerified: true, updatedAt: app.now() });
    await expectNoSession();
    expect(await countRows(app)).toEqual({ users: 1, accounts: 0, sessions: 0 });
  });

  test("its owner sets a new password by an email, and only this one signs in", async () => {
    await app.browser().follow(secondLink);
    await app.browser().post("/forget-password", { email: alice.email });
    const token = await tokenIn(app, "reset-password");
    await app.browser().post("/reset-password", { token, newPassword: "the owner's password" });
    await expectNoSession();
    expect((await signIn("the owner's password")).status).toBe(200);
  });

  test("the emails request it from the second sign-up on", async () => {
    await askAgain();
    await signIn(alice.password);
    await app.auth.idle();
    const told = app.mailbox.messages.map((message) => message.kind === "verify-email" && message.asksForPassword);
    expect(told).toEqual([false, true, true, true]);
  });

  test("linked accounts and sessions are removed, too", async () => {
    await addAccount(app, aliceId, { providerId: "github" });
    const at = { createdAt: app.now(), updatedAt: app.now(), expiresAt: new Date("2026-02-01") };
    await app.db.insert(sessionModel, { userId: aliceId, token: "a hash", ipAddress: null, userAgent: null, ...at });
    await app.browser().follow(secondLink);
    expect(await countRows(app)).toEqual({ users: 1, accounts: 0, sessions: 0 });
    await app.auth.idle();
    const told = app.events.map((event) => ("providerId" in event ? `${event.type} ${event.providerId}` : event.type));
    expect(told.sort()).toEqual([
      "account.unlinked credential",
      "account.unlinked github",
      "email.verified",
      "session.ended",
    ]);
  });

  test("a second visit, and every other link, has no effect afterwards", async () => {
    await app.browser().follow(secondLink);
    const before = await allRows(app);
    for (const link of [firstLink, secondLink]) expect((await app.browser().follow(link)).status).toBeLessThan(400);
    expect(await allRows(app)).toEqual(before);
  });

  test("no link removes a password that its owner has set by an email before", async () => {
    await app.browser().post("/forget-password", { email: alice.email });
    const token = await tokenIn(app, "reset-password");
    await app.browser().post("/reset-password", { token, newPassword: "the owner's password" });
    const before = await allRows(app);
    for (const link of [firstLink, secondLink]) expect((await app.browser().follow(link)).status).toBeLessThan(400);
    expect(await allRows(app)).toEqual(before);
    expect((await signIn("the owner's password")).status).toBe(200);
  });

  test("a repeated first sign-up with the same password does not change that", async () => {
    await join(alice);
    await app.auth.idle();
    await app.browser().follow(firstLink);
    await expectNoSession();
  });

  test("the session of another user in the browser that follows makes no difference", async () => {
    await app.browser().follow(secondLink);
    await signUp(app, { ...alice, email: "mallory@example.com" });
    await follow(app, "verify-email");
    const mallory = app.browser();
    await mallory.post("/sign-in/email", { ...alice, email: "mallory@example.com" });
    await signUp(app, { ...alice, email: "bob@example.com" });
    await signUp(app, { ...again, email: "bob@example.com", username: "bob" });
    await follow(app, "verify-email", mallory);
    const bob = await userByEmail(app, "bob@example.com");
    expect(bob).toMatchObject({ emailVerified: true });
    expect(await passwordHashOf(app, bob.id)).toBeNull();
  });

  test("the email contains no password, and each password is right until a link is followed, and opens no session", async () => {
    expect(JSON.stringify(app.mailbox.messages)).not.toContain(password);
    for (const by of [alice.password, password])
      expectError(await signIn(by), 403, "EMAIL_NOT_VERIFIED", "Email not verified");
    expect((await signIn("a third password")).status).toBe(401);
  });

  test("the client that follows the link is signed in if so configured, and no other", async () => {
    open({ emailVerification: { autoSignIn: true } });
    await signUp(app, alice);
    await join(again);
    const follower = app.browser();
    await follow(app, "verify-email", follower);
    expect((await follower.get("/get-session")).body?.user).toMatchObject({ email: alice.email, emailVerified: true });
    expect(await sessionsOf(app, (await userByEmail(app)).id)).toHaveLength(1);
    await expectNoSession();
  });
});

test("if sign-ups send no emails, one that is requested later asks for a new password", async () => {
  open({ emailVerification: { sendOnSignUp: false } });
  await signUp(app, alice);
  await signUp(app, again);
  await app.browser().post("/send-verification-email", { email: alice.email });
  expect(await newest(app, "verify-email")).toMatchObject({ asksForPassword: true });
});

test("a repeated sign-up with the same password is by the same user: it stays", async () => {
  await Promise.all([join(alice), join(alice), join({ ...alice, name: "Ada" })]);
  expect(await newest(app, "verify-email")).toMatchObject({ asksForPassword: false });
  await follow(app, "verify-email");
  expect((await signIn(alice.password)).status).toBe(200);
});

test("a duplicate is recorded again although the expired record of an earlier one is not yet removed", async () => {
  await signUp(app, alice);
  await signUp(app, again);
  app.wait(365 * 86_400 - 1800);
  await signUp(app, { ...alice, email: "bob@example.com" });
  app.wait(1860);
  await signUp(app, { ...again, password: "the third password" });
  expect(await newest(app, "verify-email")).toMatchObject({ asksForPassword: true });
  await follow(app, "verify-email");
  expect((await signIn(alice.password)).status).toBe(401);
});

test("if too many wait to be hashed to compare the passwords, no password stays", async () => {
  const busy = {
    name: "busy",
    recognises: (stored: string) => stored === "busy",
    verify: () => Promise.reject(new HashQueueFull(1)),
  };
  open({ emailAndPassword: { passwordVerifiers: [busy] } });
  await signUp(app, alice);
  await replacePasswordHash(app, (await userByEmail(app)).id, "busy");
  await signUp(app, alice);
  expect(await newest(app, "verify-email")).toMatchObject({ asksForPassword: true });
  expect(app.logged).toEqual([]);
});

describe("a user with a new address that is not verified yet", () => {
  const moved = "alice@new.example";
  let owner: Browser;

  beforeEach(async () => {
    await signUp(app, alice);
    await prove(app, alice.email);
    owner = app.browser();
    await owner.post("/sign-in/email", alice);
    await owner.post("/change-email", { newEmail: moved });
    await follow(app, "confirm-email-change", owner);
    await app.auth.idle();
    await signUp(app, { ...again, email: moved });
  });

  const signInAs = async (by: string): Promise<number> =>
    (await app.browser().post("/sign-in/email", { email: moved, password: by })).status;

  test("keeps all data after a sign-up with it, if the link is followed in a signed-in browser", async () => {
    await follow(app, "verify-email", owner);
    expect(await userByEmail(app, moved)).toMatchObject({ name: "Alice", emailVerified: true });
    expect((await owner.get("/get-session")).body?.user).toMatchObject({ email: moved, emailVerified: true });
    expect([await signInAs(alice.password), await signInAs(password)]).toEqual([200, 401]);
  });

  test("keeps all data by following it elsewhere, too: the old address is held", async () => {
    expect((await newest(app, "verify-email")).asksForPassword).toBe(false);
    await follow(app, "verify-email");
    expect([await signInAs(alice.password), await signInAs(password)]).toEqual([200, 401]);
    expect((await owner.get("/get-session")).body?.user).toMatchObject({ email: moved });
  });

  test("has unverified duplicate sign-ups under that address only", async () => {
    await owner.post("/change-email", { newEmail: "alice@third.example" });
    await follow(app, "verify-email");
    expect((await app.browser().post("/sign-in/email", { ...alice, email: "alice@third.example" })).status).toBe(200);
  });
});
