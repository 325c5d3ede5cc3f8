import { admin } from "@keyhold/admin";
import { anonymous } from "@keyhold/anonymous";
import type { AuthConfig } from "@keyhold/core";
import { userModel } from "@keyhold/core/plugin";
import { emailOtp } from "@keyhold/email-otp";
import { type LastLoginMethodOptions, lastLoginMethod } from "@keyhold/last-login-method";
import { magicLink } from "@keyhold/magic-link";
import { multiSession } from "@keyhold/multi-session";
import { oneTimeToken } from "@keyhold/one-time-token";
import { createTestAuth, linkIn } from "@keyhold/testing";
import { twoFactor } from "@keyhold/two-factor";
import { username } from "@keyhold/username";
import { expect, test } from "vitest";
import { codeAt } from "../../../tests/harness/authenticator-app.ts";

const password = "correct horse battery staple";
const email = "ada@example.com";
const name = "last_used_login_method";

function open(
  options: Partial<LastLoginMethodOptions> = {},
  config: Partial<Omit<AuthConfig, "plugins" | "onEvent" | "mail">> = {},
) {
  const fixture = createTestAuth({
    plugins: [
      lastLoginMethod(options),
      username(),
      anonymous(),
      emailOtp(),
      magicLink(),
      multiSession(),
      oneTimeToken(),
      twoFactor(),
      admin(),
    ],
    config,
  });
  type Visit = Pick<ReturnType<typeof fixture.visit>, "browser">;
  /** Posts, and answers the line of the cookie; null: no line. */
  async function lineOf({ browser }: Visit, path: string, body: object = {}): Promise<string | null> {
    fixture.clock.forward({ seconds: 1 });
    const answer = await browser.post(path, body);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.headers.getSetCookie().find((line) => line.startsWith(`${name}=`)) ?? null;
  }
  const methodOf = async (...given: Parameters<typeof lineOf>): Promise<string | null> =>
    (await lineOf(...given))?.split(";", 1)[0]?.slice(name.length + 1) ?? null;
  const signUp = (visit: Visit): Promise<string | null> =>
    methodOf(visit, "/sign-up/email", { name: "Ada", email, password, username: "ada_lovelace" });
  const rowOf = () => fixture.db.find(userModel, { email });
  return { ...fixture, lineOf, methodOf, signUp, rowOf };
}

test("every way in sets the cookie: a password, a username, a link, a code, a guest", async () => {
  const { visit, methodOf, signUp, mailbox } = open();
  expect(await methodOf(visit(), "/sign-in/anonymous")).toBe("anonymous");
  expect(await signUp(visit())).toBe("email");
  expect(await methodOf(visit(), "/sign-in/email", { email, password })).toBe("email");
  expect(await methodOf(visit(), "/sign-in/username", { username: "ada_lovelace", password })).toBe("username");
  const byCode = visit();
  await methodOf(byCode, "/email-otp/send-verification-otp", { email, type: "sign-in" });
  const { code: otp } = await mailbox.waitFor(email, { kind: "email-otp.code" });
  expect(await methodOf(byCode, "/sign-in/email-otp", { email, otp })).toBe("email-otp");
  const byLink = visit();
  await methodOf(byLink, "/sign-in/magic-link", { email });
  await byLink.browser.follow(linkIn(await mailbox.waitFor(email, { kind: "magic-link.sign-in" })));
  expect(byLink.browser.cookies.get(name)).toBe("magic-link");
});

test("the cookie is readable by scripts, lasts 30 days, and holds nothing but the name of the way", async () => {
  const { visit, lineOf } = open();
  const line = await lineOf(visit(), "/sign-in/anonymous");
  expect(line).toBe(`${name}=anonymous; Max-Age=2592000; Path=/; Secure; SameSite=Lax`);
});

test("the cookie is set after the second factor, not after the password", async () => {
  const { visit, methodOf, lineOf, signUp, clock } = open();
  const first = visit();
  await signUp(first);
  const enabled = await (await first.browser.post("/two-factor/enable", { password })).json();
  const secret = new URL(enabled.totpURI).searchParams.get("secret") ?? "";
  await lineOf(first, "/two-factor/verify-totp", { code: codeAt(secret, clock.now()) });
  clock.forward({ seconds: 60 });
  const second = visit();
  expect(await methodOf(second, "/sign-in/email", { email, password })).toBe(null);
  expect(await methodOf(second, "/two-factor/verify-totp", { code: codeAt(secret, clock.now()) })).toBe("email");
});

test("a wrong password sets no cookie, and neither does a new password, an impersonation, or a session from another host", async () => {
  const { visit, methodOf, signUp, auth, rowOf } = open({ storeInDatabase: true });
  const ada = visit();
  await signUp(ada);
  const failed = await visit().browser.post("/sign-in/email", { email, password: "another password" });
  expect(failed.headers.getSetCookie().join()).not.toContain(name);
  const newPassword = "a new and better password";
  expect(await methodOf(ada, "/change-password", { currentPassword: password, newPassword })).toBe(null);
  const { token } = await (await ada.browser.post("/one-time-token/generate", {})).json();
  expect(await methodOf(visit(), "/one-time-token/verify", { token })).toBe(null);
  const { user } = await auth.api.createUser({ name: "Root", email: "root@example.com", password });
  await auth.api.admin.setUserRole({ userId: user.id, role: "admin" });
  const root = visit();
  await methodOf(root, "/sign-in/email", { email: "root@example.com", password });
  const userId = (await rowOf())?.id;
  expect(await methodOf(root, "/admin/impersonate-user", { userId })).toBe(null);
  expect(await rowOf()).toMatchObject({ lastLoginMethod: "email" });
});

test("the link that verifies an address opens a session, and sets no cookie", async () => {
  const { visit, signUp, mailbox } = open(
    {},
    {
      emailAndPassword: { enabled: true, requireEmailVerification: true },
      emailVerification: { autoSignIn: true },
    },
  );
  const page = visit();
  expect(await signUp(page)).toBe(null);
  await page.browser.follow(linkIn(await mailbox.waitFor(email, { kind: "verify-email" })));
  expect((await (await page.browser.get("/get-session")).json()).user.email).toBe(email);
  expect(page.browser.cookies.get(name) ?? null).toBe(null);
});

test("the cookie belongs to the browser: a second account replaces it, and a sign-out keeps it", async () => {
  const { visit, methodOf, signUp } = open();
  const page = visit();
  await signUp(page);
  await methodOf(page, "/sign-out");
  expect(page.browser.cookies.get(name)).toBe("email");
  await methodOf(page, "/sign-in/username", { username: "ada_lovelace", password });
  expect(page.browser.cookies.get(name)).toBe("username");
});

test("in token mode no cookie is set", async () => {
  const { visit } = open({}, { session: { bearer: true } });
  const answer = await visit().browser.fetch("/sign-in/anonymous", {
    method: "POST",
    body: "{}",
    headers: { "content-type": "application/json", "x-return-token": "1" },
  });
  expect(answer.ok).toBe(true);
  expect(answer.headers.getSetCookie()).toEqual([]);
});

test("with storeInDatabase the user has the way of the latest sign-in that opened a session", async () => {
  const { visit, methodOf, signUp, rowOf } = open({ storeInDatabase: true });
  const page = visit();
  await signUp(page);
  expect(await rowOf()).toMatchObject({ lastLoginMethod: "email" });
  await methodOf(page, "/sign-in/username", { username: "ada_lovelace", password });
  expect(await rowOf()).toMatchObject({ lastLoginMethod: "username" });
  const shown = await (await page.browser.get("/get-session")).json();
  expect(shown.user.lastLoginMethod).toBe("username");
  await page.browser.post("/update-user", { lastLoginMethod: "google" });
  expect(await rowOf()).toMatchObject({ lastLoginMethod: "username" });
});

test("without storeInDatabase the user has no column", async () => {
  const { visit, signUp, rowOf } = open();
  await signUp(visit());
  expect(await rowOf()).not.toHaveProperty("lastLoginMethod");
});

test("an invalid name of the cookie is a config error", () => {
  expect(() => open({ cookieName: "a; Domain=evil.example" })).toThrow("cookieName");
});
