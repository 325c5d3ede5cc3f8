import { apiKey } from "@keyhold/api-key";
import { userModel } from "@keyhold/core/plugin";
import { devices } from "@keyhold/devices";
import { organization } from "@keyhold/organization";
import { invitationModel } from "@keyhold/organization/plugin";
import { passkey } from "@keyhold/passkey";
import { passkeyClient } from "@keyhold/passkey/client";
import { phoneNumber, type SentMessage } from "@keyhold/phone-number";
import { createTestAuth, linkIn } from "@keyhold/testing";
import { createAuthenticator } from "@keyhold/testing/passkey";
import { twoFactor } from "@keyhold/two-factor";
import { describe, expect, test } from "vitest";
import { deviceModel } from "../src/models.ts";
import { email, kind, password } from "./fixture.ts";

/** A report and a claim beside factors, addresses and keys of organizations. */

const number = "+4915112345678";

async function open({ asSecondFactor = false }: { readonly asSecondFactor?: boolean } = {}) {
  const sent: SentMessage[] = [];
  const fixture = createTestAuth({
    plugins: [
      devices(),
      twoFactor({ otp: { sendText: () => undefined } }),
      organization(),
      passkey({ asSecondFactor }),
      phoneNumber({ allowedCountries: ["DE"], sendMessage: (message) => void sent.push(message) }),
      apiKey({ statements: { files: ["read"] } }),
    ],
    clientPlugins: [passkeyClient()],
    config: { user: { changeEmail: { enabled: true } } },
  });
  const { auth, db, mailbox, visit, clock } = fixture;
  const ada = await fixture.signUp(email, { password });
  await db.update(userModel, ada.user.id, { emailVerified: true });
  clock.forward({ days: 1 });
  /** Signs in in a new browser; answers the token of the email about it. */
  async function signInNewly() {
    const { browser, client } = visit();
    expect((await browser.post("/sign-in/email", { email, password })).status).toBe(200);
    await auth.idle();
    const token: unknown = Reflect.get(mailbox.messages.filter((sent) => sent.kind === kind).at(-1) ?? {}, "token");
    clock.forward({ seconds: 30 });
    return { browser, client, report: async () => (await visit().browser.post("/devices/report", { token })).status };
  }
  const isEnabled = async () => Reflect.get((await db.find(userModel, { id: ada.user.id })) ?? {}, "twoFactorEnabled");
  const codeTo = async (browser: { readonly post: Post }) => {
    await browser.post("/phone-number/send-otp", { phoneNumber: number });
    await auth.idle();
    return sent.at(-1)?.code;
  };
  return { ...fixture, ada, signInNewly, isEnabled, codeTo };
}

async function enrol({ auth, laptop }: { auth: Awaited<ReturnType<typeof open>>["auth"]; laptop: { post: Post } }) {
  const { totpURI } = await (await laptop.post("/two-factor/enable", { password })).json();
  const secret = new URL(totpURI).searchParams.get("secret") ?? "";
  const { code } = await auth.api.generateTotp({ secret });
  expect((await laptop.post("/two-factor/verify-totp", { code })).status).toBe(200);
}

type Post = (path: string, body: object) => Promise<Response>;

describe("a report of a device", () => {
  test("removes no second factor: the mailbox alone changes no factor", async () => {
    const { auth, signInNewly, isEnabled, mailbox, visit } = await open();
    const { browser, report } = await signInNewly();
    await enrol({ auth, laptop: browser });
    expect(await report()).toBe(200);
    expect(await isEnabled()).toBe(true);
    const thief = visit();
    await thief.browser.post("/request-password-reset", { email });
    const { token } = await mailbox.waitFor(email, { kind: "reset-password" });
    const newPassword = "the password of a thief";
    expect((await thief.browser.post("/reset-password", { token, newPassword })).status).toBe(200);
    const signedIn = await (await thief.browser.post("/sign-in/email", { email, password: newPassword })).json();
    expect(signedIn.twoFactorRedirect).toBe(true);
  });

  test.each([false, true])("removes a passkey that was added since, asSecondFactor: %s", async (asSecondFactor) => {
    const { signInNewly, visit } = await open({ asSecondFactor });
    const { client, report } = await signInNewly();
    const device = createAuthenticator();
    const { data: options } = await client.passkey.generateRegisterOptions();
    if (!options) throw new Error("no options");
    expect((await client.passkey.verifyRegistration({ response: device.register(options) })).error).toBe(null);
    expect(await report()).toBe(200);
    const again = visit().client;
    const { data } = await again.passkey.generateAuthenticateOptions();
    if (!data) throw new Error("no options");
    const { error } = await again.passkey.verifyAuthentication({ response: device.authenticate(data) });
    expect(error?.code).toBe("PASSKEY_NOT_FOUND");
  });

  test("removes a number that was added since, and the codes to it", async () => {
    const { signInNewly, isEnabled, codeTo, db, ada } = await open();
    const { browser, report } = await signInNewly();
    const code = await codeTo(browser);
    const added = await browser.post("/phone-number/verify", { phoneNumber: number, code, updatePhoneNumber: true });
    expect(added.status).toBe(200);
    expect((await browser.post("/two-factor/enable", { password, method: "otp" })).status).toBe(200);
    expect(await isEnabled()).toBe(true);
    expect(await report()).toBe(200);
    expect(await isEnabled()).toBe(false);
    expect(await db.find(userModel, { id: ada.user.id })).toMatchObject({ phoneNumber: null });
  });

  test("ends with the address of its email", async () => {
    const { auth, signInNewly, isEnabled, mailbox, ada } = await open();
    const { browser, report } = await signInNewly();
    await enrol({ auth, laptop: browser });
    const newEmail = "new@example.com";
    expect((await browser.post("/change-email", { newEmail, releaseOldAddress: true })).status).toBe(200);
    await browser.follow(linkIn(await mailbox.waitFor(email, { kind: "confirm-email-change" })));
    await browser.follow(linkIn(await mailbox.waitFor(newEmail, { kind: "verify-email" })));
    expect(await report()).toBe(400);
    expect(await isEnabled()).toBe(true);
    expect((await (await browser.get("/get-session")).json())?.user).toMatchObject({
      id: ada.user.id,
      email: newEmail,
    });
  });

  test("ends the keys of organizations that were made, rotated or enabled since", async () => {
    const { auth, signInNewly, ada, clock } = await open();
    await ada.browser.post("/sign-in/email", { email, password });
    const { id: organizationId } = await (
      await ada.browser.post("/organization/create", { name: "Acme", slug: "acme" })
    ).json();
    const make = async (post: Post) => (await post("/api-key/create", { organizationId })).json();
    const [untouched, rotated, disabled] = [
      await make(ada.browser.post),
      await make(ada.browser.post),
      await make(ada.browser.post),
    ];
    await ada.browser.post("/api-key/update", { keyId: disabled.id, enabled: false });
    clock.forward({ days: 1 });
    const { browser, report } = await signInNewly();
    const stolen = await (await browser.post("/api-key/rotate", { keyId: rotated.id, overlapSeconds: 604_800 })).json();
    expect((await browser.post("/api-key/update", { keyId: disabled.id, enabled: true })).status).toBe(200);
    const own = await make(browser.post);
    const works = async (key: string) => (await auth.api.verifyApiKey({ key })).valid;
    expect(await Promise.all([stolen, disabled, own].map(({ key }) => works(key)))).toEqual([true, true, true]);
    expect(await report()).toBe(200);
    expect(await Promise.all([stolen, disabled, own].map(({ key }) => works(key)))).toEqual([false, false, false]);
    expect(await works(untouched.key)).toBe(true);
  });

  test("cancels the invitations to organizations that were sent since", async () => {
    const { signInNewly, ada, clock, signUp, db } = await open();
    await ada.browser.post("/sign-in/email", { email, password });
    const { id: organizationId } = await (
      await ada.browser.post("/organization/create", { name: "Acme", slug: "acme" })
    ).json();
    const invite = async (post: Post, address: string) =>
      (await post("/organization/invite-member", { organizationId, email: address, role: "admin" })).json();
    const own = await invite(ada.browser.post, "bob@example.com");
    clock.forward({ days: 1 });
    const { browser, report } = await signInNewly();
    const planted = await invite(browser.post, "eve@example.com");
    expect(await report()).toBe(200);
    const accept = async (address: string, invitationId: string) => {
      const person = await signUp(address, { password });
      await db.update(userModel, person.user.id, { emailVerified: true });
      const answer = await person.browser.post("/organization/accept-invitation", { invitationId });
      return [answer.status, (await answer.json()).code];
    };
    expect(await accept("eve@example.com", planted.id)).toEqual([400, "INVITATION_NOT_FOUND"]);
    expect(await accept("bob@example.com", own.id)).toEqual([200, undefined]);
  });

  test("leaves a key of an organization that the user has rotated before, and another member renames since", async () => {
    const { auth, signInNewly, signUp, db, clock } = await open();
    const bob = await signUp("bob@example.com", { password });
    await db.update(userModel, bob.user.id, { emailVerified: true });
    const make = async (path: string, body: object) => (await bob.browser.post(path, body)).json();
    const { id: organizationId } = await make("/organization/create", { name: "Acme", slug: "acme" });
    const { browser } = await signInNewly();
    const { user } = await (await browser.get("/get-session")).json();
    await auth.api.organization.addMember({ organizationId, userId: user.id, role: "owner" });
    const made = await make("/api-key/create", { organizationId });
    const { key } = await (await browser.post("/api-key/rotate", { keyId: made.id })).json();
    clock.forward({ days: 5 });
    const { report } = await signInNewly();
    clock.forward({ hours: 1 });
    expect((await bob.browser.post("/api-key/update", { keyId: made.id, name: "CI" })).status).toBe(200);
    expect(await report()).toBe(200);
    expect((await auth.api.verifyApiKey({ key })).valid).toBe(true);
  });
});

test("the claim of an account forgets the devices, and the keys and invitations of organizations from before", async () => {
  const { auth, visit, db, mailbox, clock } = await open();
  const person = { name: "V", email: "victim@example.com" };
  const eve = visit();
  await eve.browser.post("/sign-up/email", { ...person, password: "the password of eve" });
  const { id: organizationId } = await (
    await eve.browser.post("/organization/create", { name: "Victim Ltd", slug: "victim" })
  ).json();
  const { key } = await (await eve.browser.post("/api-key/create", { organizationId })).json();
  const userId = (await (await eve.browser.get("/get-session")).json()).user.id;
  const invited = { organizationId, email: "other@example.com", role: "admin" };
  await db.update(userModel, userId, { emailVerified: true });
  expect((await eve.browser.post("/organization/invite-member", invited)).status).toBe(200);
  await db.update(userModel, userId, { emailVerified: false });
  expect(await db.count(deviceModel, { userId })).toBe(1);
  clock.forward({ days: 2 });
  await visit().browser.post("/request-password-reset", { email: person.email });
  const { token } = await mailbox.waitFor(person.email, { kind: "reset-password" });
  const newPassword = "the password of the victim";
  expect((await visit().browser.post("/reset-password", { token, newPassword })).status).toBe(200);
  expect((await auth.api.verifyApiKey({ key })).valid).toBe(false);
  expect(await db.count(deviceModel, { userId })).toBe(0);
  expect(await db.list(invitationModel, {}, { orderBy: "id", limit: 9 })).toMatchObject([{ status: "canceled" }]);
});
