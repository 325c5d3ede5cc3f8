import { beforeEach, describe, expect, test } from "vitest";
import { alice, type Changes } from "../../../../tests/harness/app.ts";
import type { Browser } from "../../../../tests/harness/browser.ts";
import { expectError } from "../../../../tests/harness/expect-error.ts";
import { follow, kindsTo, type MailApp, openMailApp, prove, signUp } from "../emails.js";

/** GET /get-email-change: the change of address that is not finished (decision 0077). */

const old = alice.email;
const next = "alice@new.example";
const late = { user: { changeEmail: { enabled: true, switchAt: "verification" } } } as const;

let app: MailApp;
let browser: Browser;

/** Alice has a verified address, and is signed in. */
async function open(changes: Changes = {}): Promise<void> {
  app = openMailApp({ emailVerification: { sendOnSignUp: false }, ...changes });
  await signUp(app, alice);
  await prove(app, old);
  browser = app.browser();
  await browser.post("/sign-in/email", alice);
}

/** Alice asks for a change, and clicks at the present address. */
async function change(): Promise<void> {
  await browser.post("/change-email", { newEmail: next });
  expect((await follow(app, "confirm-email-change", browser)).status).toBe(200);
  await app.auth.idle();
}

const read = async (by = browser): Promise<unknown> => JSON.parse((await by.get("/get-email-change")).text);

/** The time as databases store it. */
const wholeSecond = (): string => new Date(Math.floor(app.now().getTime() / 1000) * 1000).toISOString();

beforeEach(() => open());

describe("without a change", () => {
  test("answers null, also while the old address is asked", async () => {
    expect(await read()).toBe(null);
    await browser.post("/change-email", { newEmail: next });
    expect(await read()).toBe(null);
  });

  test("takes a session", async () => {
    expectError(await app.browser().get("/get-email-change"), 401, "UNAUTHORIZED", "Unauthorized");
  });
});

describe("while the old address is held", () => {
  const held = { state: "held", oldEmail: old, newEmail: next, expiresAt: null };

  test("answers with both addresses and the time of the change", async () => {
    await change();
    const since = wholeSecond();
    app.wait(3600);
    expect(await read()).toEqual({ ...held, since });
  });

  test("is told to the user only", async () => {
    await change();
    const other = await signUp(app, { ...alice, email: "bob@example.com" });
    expect(await read(other)).toBe(null);
  });

  test("goes on after the mailbox alone has verified the address; a further email to the user finishes the change", async () => {
    await change();
    await follow(app, "verify-email");
    expect(await read()).toMatchObject(held);
    app.wait(60);
    expect((await app.browser().post("/send-verification-email", { email: next })).status).toBe(200);
    expect(await kindsTo(app, next)).toEqual(["verify-email"]);
    await browser.post("/send-verification-email", { email: next });
    expect(await kindsTo(app, next)).toEqual(["verify-email", "verify-email"]);
    expect((await follow(app, "verify-email", browser)).status).toBe(200);
    expect(await read()).toBe(null);
    await browser.post("/send-verification-email", { email: next });
    expect(await kindsTo(app, next)).toEqual(["verify-email", "verify-email"]);
  });

  test("answers null after the confirmation, and after the cancellation", async () => {
    await change();
    await follow(app, "verify-email", browser);
    expect(await read()).toBe(null);
    await open();
    await change();
    expect((await browser.post("/cancel-email-change", {})).status).toBe(200);
    expect(await read()).toBe(null);
  });

  test("names the first held address after a further change", async () => {
    await change();
    await browser.post("/change-email", { newEmail: "alice@third.example" });
    expect(await read()).toMatchObject({ ...held, newEmail: "alice@third.example" });
  });
});

describe("while a later switch is pending", () => {
  beforeEach(() => open(late));

  test("answers with both addresses, the time of the click at the old address, and the end", async () => {
    await change();
    const since = app.now();
    app.wait(60);
    const expiresAt = new Date(since.getTime() + 3600 * 1000).toISOString();
    expect(await read()).toEqual({
      state: "pending",
      oldEmail: old,
      newEmail: next,
      since: since.toISOString(),
      expiresAt,
    });
    app.wait(3600);
    expect(await read()).toBe(null);
  });

  test("answers null after the switch, the cancellation and a new password", async () => {
    await change();
    await follow(app, "verify-email", browser);
    expect(await read()).toBe(null);
    await open(late);
    await change();
    await browser.post("/cancel-email-change", {});
    expect(await read()).toBe(null);
    await change();
    await browser.post("/change-password", { currentPassword: alice.password, newPassword: "another good password" });
    expect(await read()).toBe(null);
  });
});
