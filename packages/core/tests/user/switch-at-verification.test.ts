import { defineErrors } from "@keyhold/core";
import { verificationIdentifier } from "@keyhold/core/plugin";
import { beforeEach, describe, expect, test } from "vitest";
import { alice, type Changes, sessionsOf, userByEmail, verificationModel } from "../../../../tests/harness/app.ts";
import type { Answer, Browser } from "../../../../tests/harness/browser.ts";
import { expectError } from "../../../../tests/harness/expect-error.ts";
import { allRows } from "../../../../tests/harness/rows.ts";
import { follow, kindsTo, type MailApp, newest, openMailApp, pathIn, prove, signUp, tokenIn } from "../emails.js";

/** Decision 0077: with `switchAt: "verification"` a user has the new address once the new address is confirmed. */

const old = alice.email;
const next = "alice@new.example";
const third = "alice@third.example";
const late = {
  user: { changeEmail: { enabled: true, switchAt: "verification" }, deleteUser: { enabled: true } },
} as const;

let app: MailApp;
let browser: Browser;

/** Alice has a verified address, and is signed in. */
async function open(changes: Changes = {}): Promise<void> {
  app = openMailApp({ emailVerification: { sendOnSignUp: false }, ...late, ...changes });
  await signUp(app, alice);
  await prove(app, old);
  browser = app.browser();
  await browser.post("/sign-in/email", alice);
}

/** Alice asks for a change, and clicks at the present address. */
async function ask(newEmail = next): Promise<Answer> {
  app.wait(60);
  await browser.post("/step-up/password", { password: alice.password });
  expect((await browser.post("/change-email", { newEmail })).body).toEqual({ status: true });
  const answer = await follow(app, "confirm-email-change", browser);
  await app.auth.idle();
  return answer;
}

const signIn = (email: string, by = app.browser(), password = alice.password): Promise<Answer> =>
  by.post("/sign-in/email", { email, password });
const linkToNew = async (): Promise<string> => pathIn(await newest(app, "verify-email"));
const userNow = async () => (await allRows(app)).users.find(({ name }) => name === alice.name);
const expectOld = async () => expect(await userNow()).toMatchObject({ email: old, emailVerified: true });
const expectNew = async () => expect(await userNow()).toMatchObject({ email: next, emailVerified: true });

beforeEach(async () => {
  await open();
});

describe("after the click at the old address", () => {
  test("the user and every right stay with the old address, and the new address gets a link", async () => {
    app.events.length = 0;
    expect((await ask()).body).toMatchObject({ status: true, user: { email: old, emailVerified: true } });
    await expectOld();
    expect(await kindsTo(app, next)).toEqual(["verify-email"]);
    expect(await kindsTo(app, old)).toEqual(["confirm-email-change"]);
    expect([(await signIn(old)).status, (await signIn(next)).status]).toEqual([200, 401]);
    for (const email of [old, next]) await app.browser().post("/forget-password", { email });
    expect(await kindsTo(app, old)).toContain("reset-password");
    expect(await kindsTo(app, next)).toEqual(["verify-email"]);
    expect(app.events.map(({ type }) => type)).not.toContain("email.held");
  });

  test("a page says that the new address is to be confirmed", async () => {
    await browser.post("/change-email", { newEmail: next });
    const link = pathIn(await newest(app, "confirm-email-change"));
    const answer = await browser.follow(link, { headers: { accept: "text/html", "sec-purpose": "prefetch" } });
    expect(answer.text).toContain("Confirm your new address");
  });

  test("the link of the old address works once, and in a session of the user only", async () => {
    await browser.post("/change-email", { newEmail: next });
    const link = pathIn(await newest(app, "confirm-email-change"));
    expect((await app.browser().get(link)).status).toBe(401);
    expect((await browser.get(link)).status).toBe(200);
    expectError(await browser.get(link), 401, "INVALID_TOKEN", "invalid_token");
  });
});

describe("the link to the new address", () => {
  beforeEach(async () => {
    await ask();
    app.events.length = 0;
  });

  test("in a session of the user changes the address, once, and can be undone for seven days", async () => {
    const link = await linkToNew();
    const before = browser.cookieHeader();
    expect((await browser.get(link)).body).toMatchObject({ status: true, user: { email: next, emailVerified: true } });
    expect(browser.cookieHeader()).not.toBe(before);
    await expectNew();
    expectError(await browser.get(link), 401, "INVALID_TOKEN", "invalid_token");
    expect((await browser.get("/get-session")).body?.user).toMatchObject({ email: next });
    expect([(await signIn(old)).status, (await signIn(next)).status]).toEqual([401, 200]);
    await app.auth.idle();
    const types = app.events.map(({ type }) => type);
    expect(types.filter((type) => type.startsWith("email."))).toEqual(["email.changed", "email.verified"]);
    const { searchParams } = new URL((await newest(app, "email-changed")).url);
    const token = searchParams.get("token");
    app.wait(7 * 86_400 - 60);
    expect((await app.browser().post("/sign-up/email", { ...alice, name: "Other" })).status).toBe(422);
    expect((await app.browser().post("/undo-email-change", { token })).body).toEqual({ status: true });
    await expectOld();
  });

  test("cannot be undone after seven days, and the old address is free then", async () => {
    await browser.get(await linkToNew());
    const token = new URL((await newest(app, "email-changed")).url).searchParams.get("token");
    app.wait(7 * 86_400 + 1);
    expectError(await app.browser().post("/undo-email-change", { token }), 400, "INVALID_TOKEN", "invalid token");
    expect((await app.browser().post("/sign-up/email", { ...alice, name: "Other" })).status).toBe(200);
  });

  test("elsewhere changes no user, opens no session, and works with the right password in that browser", async () => {
    const stranger = app.browser();
    const token = await tokenIn(app, "verify-email");
    expect((await stranger.post("/verify-email", { token })).body).toEqual({ status: true, user: null });
    await expectOld();
    expect((await stranger.get("/get-session")).text).toBe("null");
    expect((await signIn(old, stranger, "a wrong password")).status).toBe(401);
    expect((await signIn(old, app.browser())).status).toBe(200);
    await expectOld();
    expect((await signIn(old, stranger)).body?.user).toMatchObject({ email: next, emailVerified: true });
    await expectNew();
    expect((await stranger.get("/get-session")).body?.user).toMatchObject({ email: next });
    expect(await kindsTo(app, old)).toContain("email-changed");
  });

  test("elsewhere shows a page with a button, which says that the password finishes the change", async () => {
    const stranger = app.browser();
    const link = await linkToNew();
    const before = await allRows(app);
    const page = await stranger.get(link, { headers: { accept: "text/html", "sec-fetch-mode": "navigate" } });
    expect(page.text).toContain("Confirm email address");
    expect(page.headers.get("set-cookie")).toBe(null);
    expect((await stranger.follow(link)).text).toContain("Sign in to finish");
    expect(await allRows(app)).toEqual(before);
  });

  test("in a session of another user is refused", async () => {
    const other = await signUp(app, { ...alice, email: "bob@example.com", name: "Bob" });
    expectError(await other.get(await linkToNew()), 401, "UNAUTHORIZED", "unauthorized");
    await expectOld();
  });

  test("ends with a further change, whose link works", async () => {
    const first = await linkToNew();
    await ask(third);
    for (const by of [browser, app.browser()]) expectError(await by.get(first), 401, "INVALID_TOKEN", "invalid_token");
    expect((await browser.get(await linkToNew())).body?.user).toMatchObject({ email: third });
  });

  test("ends with a cancellation, which works once", async () => {
    const stranger = app.browser();
    await stranger.follow(await linkToNew());
    expect((await browser.post("/cancel-email-change")).body).toEqual({ status: true });
    expect((await browser.post("/cancel-email-change")).body?.code).toBe("COULDNT_UPDATE_YOUR_EMAIL");
    expectError(await browser.get(await linkToNew()), 401, "INVALID_TOKEN", "invalid_token");
    expect((await signIn(old, stranger)).body?.user).toMatchObject({ email: old });
  });

  test("changes no data if the address is taken meanwhile, and the sign-in goes on", async () => {
    const stranger = app.browser();
    await stranger.follow(await linkToNew());
    await app.auth.api.createUser({ email: next, name: "Mallory" });
    expect((await browser.get(await linkToNew())).body?.code).toBe("COULDNT_UPDATE_YOUR_EMAIL");
    expect((await signIn(old, stranger)).status).toBe(200);
    await expectOld();
  });

  test("ends after an hour", async () => {
    const stranger = app.browser();
    await stranger.follow(await linkToNew());
    app.wait(3600);
    expectError(await browser.get(await linkToNew()), 401, "TOKEN_EXPIRED", "token_expired");
    expect((await signIn(old, stranger)).status).toBe(200);
    await expectOld();
  });

  test("ends with a new password, also in the browser of the link", async () => {
    const stranger = app.browser();
    await stranger.follow(await linkToNew());
    const newPassword = "another long password";
    await browser.post("/change-password", { currentPassword: alice.password, newPassword });
    expectError(await browser.get(await linkToNew()), 401, "INVALID_TOKEN", "invalid_token");
    expect((await signIn(old, stranger, newPassword)).status).toBe(200);
    await expectOld();
  });

  test("is not used up by HEAD, or by a forged token", async () => {
    const link = await linkToNew();
    await browser.send("HEAD", link);
    expect((await browser.get(`${link}x`)).status).toBe(401);
    expect((await browser.get(link)).status).toBe(200);
  });

  test("ends with the user", async () => {
    const { id } = await userByEmail(app, old);
    await browser.post("/delete-user", { password: alice.password });
    const { url } = await newest(app, "delete-account");
    await browser.post("/delete-user/callback", { token: new URL(url).searchParams.get("token") });
    expect(await sessionsOf(app, id)).toEqual([]);
    expect(await app.db.find(verificationModel, { identifier: verificationIdentifier("pending-email", id) })).toBe(
      null,
    );
  });

  test("works once for sixteen callers, in the session or with the password", async () => {
    const link = await linkToNew();
    const headers = { cookie: browser.cookieHeader() };
    const stranger = app.browser();
    await stranger.follow(link);
    const marked = { cookie: stranger.cookieHeader() };
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, caller) =>
        caller % 4 === 0
          ? app.browser().post("/sign-in/email", { email: old, password: alice.password }, { headers: marked })
          : app.browser().get(link, { headers }),
      ),
    );
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    await app.auth.idle();
    expect(app.events.filter(({ type }) => type === "email.changed")).toHaveLength(1);
    expect((await kindsTo(app, old)).filter((kind) => kind === "email-changed")).toHaveLength(1);
    await expectNew();
  });
});

test("the copy of the session in the browser shows the new address at once", async () => {
  await open({ session: { cookieCache: { enabled: true } } });
  await ask();
  const other = app.browser();
  await other.follow(await linkToNew());
  await signIn(old, other);
  expect((await other.get("/get-session")).body?.user).toMatchObject({ email: next });
});

test("a rule of the app refuses the change at the link, and no sign-in", async () => {
  const errors = defineErrors({ CLOSED: { status: 403, message: "Closed" } });
  let isClosed = false;
  await open({ errors, hooks: { "email.change": (_, ctx) => (isClosed ? ctx.fail(errors.CLOSED) : undefined) } });
  await ask();
  const other = app.browser();
  await other.follow(await linkToNew());
  isClosed = true;
  expectError(await browser.get(await linkToNew()), 403, "CLOSED", "Closed");
  expect((await signIn(old, other)).status).toBe(200);
  await expectOld();
});

test("a taken address gets the same answer, and no email", async () => {
  await app.auth.api.createUser({ email: next, name: "Mallory" });
  expect((await browser.post("/change-email", { newEmail: next })).body).toEqual({ status: true });
  expect(await kindsTo(app, old)).toEqual([]);
});

test("an unverified address changes at once, as by default", async () => {
  const carol = await signUp(app, { ...alice, email: "carol@example.com", name: "Carol" });
  expect((await carol.post("/change-email", { newEmail: third })).status).toBe(200);
  expect(await userByEmail(app, third)).toMatchObject({ name: "Carol", emailVerified: false });
});
