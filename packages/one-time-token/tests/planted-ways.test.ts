import { anonymous } from "@keyhold/anonymous";
import { anonymousClient } from "@keyhold/anonymous/client";
import { apiKey } from "@keyhold/api-key";
import { userModel } from "@keyhold/core/plugin";
import { emailOtp } from "@keyhold/email-otp";
import { oneTimeToken } from "@keyhold/one-time-token";
import { passkey } from "@keyhold/passkey";
import { phoneNumber, type SentMessage } from "@keyhold/phone-number";
import { social } from "@keyhold/social";
import { github } from "@keyhold/social/github";
import { type Browser, createTestAuth, linkIn } from "@keyhold/testing";
import { expect, test } from "vitest";

/** An attacker puts a one-time token of their own account into a link that the victim opens. */

const password = "the password of eve";
const phone = "+4915112345678";
const address = "victim@example.com";

function open() {
  const sent: SentMessage[] = [];
  const fixture = createTestAuth({
    plugins: [
      oneTimeToken(),
      anonymous(),
      apiKey(),
      emailOtp(),
      passkey(),
      phoneNumber({ allowedCountries: ["DE"], sendMessage: (message) => void sent.push(message) }),
      social({ providers: [github({ clientId: "github", clientSecret: "only for this test" })] }),
    ],
    clientPlugins: [anonymousClient()],
    config: { user: { changeEmail: { enabled: true } } },
  });
  async function planted(eve: Browser) {
    const answer = await eve.fetch("/one-time-token/generate", { headers: { accept: "application/json" } });
    const { token } = await answer.json();
    const victim = fixture.visit();
    expect((await victim.browser.post("/one-time-token/verify", { token })).status).toBe(200);
    return victim;
  }
  const newCode = async ({ post }: Browser) => {
    await post("/phone-number/send-otp", { phoneNumber: phone });
    await fixture.auth.idle();
    return sent.at(-1)?.code;
  };
  return { ...fixture, planted, newCode };
}

const ways: readonly (readonly [string, (browser: Browser) => Promise<Response>])[] = [
  ["an address", (browser) => browser.post("/change-email", { newEmail: "victim@example.com" })],
  ["an address by a code", (browser) => browser.post("/email-otp/request-email-change", { newEmail: "v@example.com" })],
  ["a passkey", (browser) => browser.get("/passkey/generate-register-options")],
  ["an identity", (browser) => browser.post("/link-social", { provider: "github", callbackURL: "/" })],
  ["an API key", (browser) => browser.post("/api-key/create", {})],
];

test.each(ways)("a session by a one-time token adds %s only after a proof in that session", async (_, add) => {
  const { signUp, planted, db } = open();
  const eve = await signUp("eve@example.com", { password });
  await db.update(userModel, eve.user.id, { emailVerified: true });
  const victim = await planted(eve.browser);
  const refused = await add(victim.browser);
  expect([refused.status, (await refused.json()).code]).toEqual([403, "SESSION_IS_NOT_FRESH"]);
  expect((await victim.browser.post("/step-up/password", { password })).status).toBe(200);
  // 400: the change of a verified address by a code needs another code.
  expect([200, 400]).toContain((await add(victim.browser)).status);
});

test("a session by a one-time token adds a phone number only after a proof in that session", async () => {
  const { signUp, planted, newCode } = open();
  const eve = await signUp("eve@example.com", { password });
  const { browser } = await planted(eve.browser);
  const add = async () =>
    browser.post("/phone-number/verify", { phoneNumber: phone, code: await newCode(browser), updatePhoneNumber: true });
  expect((await add()).status).toBe(403);
  expect((await browser.post("/step-up/password", { password })).status).toBe(200);
  expect((await add()).status).toBe(200);
});

test("a new password elsewhere ends the proof of a session by a one-time token", async () => {
  const { signUp, planted, clock } = open();
  const eve = await signUp("eve@example.com", { password });
  const { browser } = await planted(eve.browser);
  clock.forward({ minutes: 1 });
  await browser.post("/step-up/password", { password });
  expect((await browser.get("/passkey/generate-register-options")).status).toBe(200);
  const change = { currentPassword: password, newPassword: "another password of eve", revokeOtherSessions: false };
  expect((await eve.browser.post("/change-password", change)).status).toBe(200);
  expect((await browser.get("/passkey/generate-register-options")).status).toBe(403);
});

test("a guest's data do not go to the user of a one-time token", async () => {
  const { signUp, visit, db } = open();
  const eve = await signUp("eve@example.com", { password });
  const victim = visit();
  const { data } = await victim.client.signIn.anonymous({});
  const answer = await eve.browser.fetch("/one-time-token/generate", { headers: { accept: "application/json" } });
  const { token } = await answer.json();
  expect((await victim.browser.post("/one-time-token/verify", { token })).status).toBe(200);
  expect(await db.find(userModel, { id: data?.user.id ?? "" })).toMatchObject({ isAnonymous: true });
});

test("a guest who gets a phone number keeps the session of the change alone", async () => {
  const { visit, planted, newCode, db } = open();
  const { client, browser } = visit();
  const { data } = await client.signIn.anonymous({});
  const other = await planted(browser);
  const code = await newCode(browser);
  const added = await browser.post("/phone-number/verify", { phoneNumber: phone, code, updatePhoneNumber: true });
  expect(added.status).toBe(200);
  expect(await db.find(userModel, { id: data?.user.id ?? "" })).toMatchObject({ isAnonymous: false });
  const userOf = async (browser: Browser) => (await (await browser.get("/get-session")).json())?.user.id ?? null;
  expect([await userOf(browser), await userOf(other.browser)]).toEqual([data?.user.id, null]);
});

test.each(["/ok", "/revoke-other-sessions"])(
  "a link for the address of the attacker's account, in a planted session after %s, leaves the attacker no password",
  async (path) => {
    const { signUp, planted, mailbox, visit } = open();
    const eve = await signUp(address, { password });
    const { browser } = await planted(eve.browser);
    await (path === "/ok" ? browser.get(path) : browser.post(path));
    await browser.follow(linkIn(await mailbox.waitFor(address, { kind: "verify-email" })));
    await browser.post("/email-otp/send-verification-otp", { email: address, type: "sign-in" });
    const { code: otp } = await mailbox.waitFor(address, { kind: "email-otp.code" });
    expect((await browser.post("/sign-in/email-otp", { email: address, otp })).status).toBe(200);
    expect((await visit().browser.post("/sign-in/email", { email: address, password })).status).toBe(401);
  },
);
