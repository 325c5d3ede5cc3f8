import { createHash } from "node:crypto";
import { admin } from "@keyhold/admin";
import { adminClient } from "@keyhold/admin/client";
import { sessionModel, userModel } from "@keyhold/core/plugin";
import { deviceAuthorization } from "@keyhold/device-authorization";
import { devices } from "@keyhold/devices";
import { devicesClient } from "@keyhold/devices/client";
import { multiSession } from "@keyhold/multi-session";
import { nativeApps } from "@keyhold/native";
import { oneTimeToken } from "@keyhold/one-time-token";
import { phoneNumber, type SentMessage } from "@keyhold/phone-number";
import { createTestAuth } from "@keyhold/testing";
import { twoFactor } from "@keyhold/two-factor";
import { twoFactorClient } from "@keyhold/two-factor/client";
import { expect, test } from "vitest";
import { codeAt } from "../../../tests/harness/authenticator-app.ts";
import { TokenClient } from "../../../tests/harness/token-client.ts";
import { deviceModel, deviceSessionModel } from "../src/models.ts";
import { email, kind, password } from "./fixture.ts";

/*
 * The routes that open a session after a pending sign-in, or from another session. tests/ways-to-sign-in.test.ts compares
 * the names of the tests with the sources. The routes that begin a sign-in have a column in
 * packages/two-factor/tests/ways-to-sign-in.test.ts.
 */

const redirect = "https://example.com/app/signed-in";
const home = "https://app.example.com";
const number = "+4915112345678";

function open() {
  const messages: SentMessage[] = [];
  const fixture = createTestAuth({
    plugins: [
      devices(),
      admin(),
      oneTimeToken(),
      twoFactor({ recovery: { delaySeconds: 259_200 } }),
      deviceAuthorization({ clients: { cli: { name: "Example CLI" } } }),
      nativeApps({ clients: { ios: { name: "Example", redirectURIs: [redirect] } } }),
      phoneNumber({ allowedCountries: ["DE"], sendMessage: (message) => void messages.push(message) }),
    ],
    clientPlugins: [devicesClient(), adminClient(), twoFactorClient()],
    config: { session: { bearer: true }, rateLimit: { enabled: false } },
  });
  const { auth, db, mailbox, clock } = fixture;
  type Visit = ReturnType<typeof fixture.visit>;

  async function person(address = email) {
    const signedUp = await fixture.signUp(address, { password });
    await db.update(userModel, signedUp.user.id, { emailVerified: true });
    return signedUp;
  }
  /** Ada with an authenticator app. */
  async function enrolled() {
    const ada = await person();
    const { data } = await ada.client.twoFactor.enable({ password });
    const secret = new URL(data?.totpURI ?? "").searchParams.get("secret") ?? "";
    const code = () => codeAt(secret, clock.now());
    expect((await ada.client.twoFactor.verifyTotp({ code: code() })).error).toBe(null);
    clock.forward({ seconds: 60 });
    return { ...ada, code, backupCodes: data?.backupCodes ?? [] };
  }
  async function told() {
    await auth.idle();
    const emails = mailbox.messages.filter((message) => message.kind === kind);
    return { emails: emails.length, devices: await db.count(deviceModel, {}) };
  }
  const signIn = ({ browser }: Visit, address = email) => browser.post("/sign-in/email", { email: address, password });

  /** Signs in twice in one browser, and expects the device after the second factor only. */
  async function expectAfterFactor(give: (visit: Visit) => Promise<Response | { readonly error: unknown }>) {
    const before = await told();
    const visit = fixture.visit();
    for (const { emails, devices: count } of [before, { emails: before.emails + 1, devices: before.devices + 1 }]) {
      expect(await (await signIn(visit)).json()).toHaveProperty("twoFactorRedirect");
      expect(await told()).toEqual({ emails, devices: count });
      await give(visit);
      expect((await visit.client.getSession()).data?.user.email).toBe(email);
      expect(await told()).toEqual({ emails: before.emails + 1, devices: before.devices + 1 });
      await visit.client.signOut();
      clock.forward({ seconds: 60 });
    }
  }
  /** The ids of the devices of all sessions. */
  const deviceIds = async () =>
    (await db.list(deviceSessionModel, {}, { orderBy: "id", limit: 100 })).map(({ userDeviceId }) => userDeviceId);
  const emailed = async (what: "two-factor.code" | "phone-number.code"): Promise<string> => {
    const message = await mailbox.waitFor(email, { kind: what });
    return "code" in message ? String(message.code) : "";
  };
  return { ...fixture, messages, person, enrolled, told, signIn, expectAfterFactor, deviceIds, emailed };
}

test("POST /two-factor/verify-totp tells of a new device after the factor, and not of a known device", async () => {
  const { enrolled, expectAfterFactor } = open();
  const { code } = await enrolled();
  await expectAfterFactor(({ browser }) => browser.post("/two-factor/verify-totp", { code: code() }));
});

test("POST /two-factor/verify-otp tells of a new device after the factor, and not of a known device", async () => {
  const { person, expectAfterFactor, emailed } = open();
  const ada = await person();
  expect((await ada.client.twoFactor.enable({ password, method: "otp" })).error).toBe(null);
  await expectAfterFactor(async ({ browser }) => {
    await browser.post("/two-factor/send-otp", {});
    return browser.post("/two-factor/verify-otp", { code: await emailed("two-factor.code") });
  });
});

test("POST /two-factor/verify-backup-code tells of a new device after the factor, and not of a known device", async () => {
  const { enrolled, expectAfterFactor } = open();
  const { backupCodes } = await enrolled();
  const left = [...backupCodes];
  await expectAfterFactor(({ browser }) => browser.post("/two-factor/verify-backup-code", { code: left.pop() }));
});

test("POST /two-factor/finish-recovery tells of a new device", async () => {
  const { enrolled, visit, signIn, told, clock } = open();
  await enrolled();
  const begun = visit();
  await signIn(begun);
  await begun.client.twoFactor.startRecovery();
  clock.forward({ days: 3 });
  const later = visit();
  await signIn(later);
  expect(await told()).toEqual({ emails: 0, devices: 1 });
  expect((await later.client.twoFactor.finishRecovery()).error).toBe(null);
  expect(await told()).toEqual({ emails: 1, devices: 2 });
});

test("POST /phone-number/verify-email tells of a new device after the code of the mailbox", async () => {
  const { auth, person, visit, messages, told, emailed, clock } = open();
  const ada = await person();
  const prove = async ({ browser }: Pick<typeof ada, "browser">, more: object) => {
    await browser.post("/phone-number/send-otp", { phoneNumber: number });
    await auth.idle();
    const code = messages.at(-1)?.code ?? "";
    return browser.post("/phone-number/verify", { phoneNumber: number, code, ...more });
  };
  expect((await prove(ada, { updatePhoneNumber: true })).status).toBe(200);
  clock.forward({ days: 91 });
  const laptop = visit();
  expect(await (await prove(laptop, {})).json()).toHaveProperty("twoFactorRedirect");
  expect(await told()).toEqual({ emails: 0, devices: 1 });
  const code = await emailed("phone-number.code");
  expect((await laptop.browser.post("/phone-number/verify-email", { phoneNumber: number, code })).status).toBe(200);
  expect(await told()).toEqual({ emails: 1, devices: 2 });
});

test.each([
  ["POST /step-up/totp", "code"],
  ["POST /step-up/backup-code", "backup code"],
])("%s makes no device", async (route, what) => {
  const { enrolled, told, deviceIds, clock } = open();
  const { browser, code, backupCodes } = await enrolled();
  const before = await deviceIds();
  clock.forward({ minutes: 11 });
  const given = what === "code" ? code() : backupCodes[0];
  expect((await browser.post(route.replace("POST ", ""), { code: given })).status).toBe(200);
  expect([await told(), await deviceIds()]).toEqual([{ emails: 0, devices: 1 }, before]);
});

test("POST /step-up/otp makes no device", async () => {
  const { person, told, deviceIds, emailed, clock } = open();
  const { browser, client } = await person();
  expect((await client.twoFactor.enable({ password, method: "otp" })).error).toBe(null);
  const before = await deviceIds();
  clock.forward({ minutes: 11 });
  await browser.post("/step-up/send-otp", {});
  expect((await browser.post("/step-up/otp", { code: await emailed("two-factor.code") })).status).toBe(200);
  expect([await told(), await deviceIds()]).toEqual([{ emails: 0, devices: 1 }, before]);
});

test("POST /change-password keeps the device of the session", async () => {
  const { person, told, deviceIds } = open();
  const { client } = await person();
  const before = await deviceIds();
  const newPassword = "a new and better password";
  expect((await client.changePassword({ currentPassword: password, newPassword })).error).toBe(null);
  expect([await told(), await deviceIds()]).toEqual([{ emails: 0, devices: 1 }, before]);
});

test("POST /admin/impersonate-user and POST /admin/stop-impersonating make no device", async () => {
  const { auth, person, told, deviceIds } = open();
  const { user } = await person();
  const root = await person("root@example.com");
  await auth.api.admin.setUserRole({ userId: root.user.id, role: "admin" });
  const before = await deviceIds();
  expect((await root.client.admin.impersonateUser({ userId: user.id })).error).toBe(null);
  expect(await deviceIds()).toContain(null);
  expect((await root.client.admin.stopImpersonating()).error).toBe(null);
  expect([await told(), await deviceIds()]).toEqual([{ emails: 0, devices: 2 }, before]);
});

test("POST /one-time-token/verify has the device of the session that has made the token", async () => {
  const { person, visit, told, deviceIds } = open();
  const { browser } = await person();
  const { token } = await (await browser.post("/one-time-token/generate", {})).json();
  expect((await visit().browser.post("/one-time-token/verify", { token })).status).toBe(200);
  const [first, second] = await deviceIds();
  expect([second, await told()]).toEqual([first, { emails: 0, devices: 1 }]);
});

test("POST /device/token tells of each approved device, and removing the device ends its session", async () => {
  const { auth, person, told, clock, db } = open();
  const { browser, client } = await person();
  const grant_type = "urn:ietf:params:oauth:grant-type:device_code";
  for (const count of [1, 2]) {
    clock.forward({ seconds: 11 });
    const cli = new TokenClient(auth.handler, home);
    const { body } = await cli.post("/device/code", { client_id: "cli" });
    const { device_code, user_code } = body as { readonly device_code: string; readonly user_code: string };
    await browser.get("/device", { user_code });
    await browser.post("/device/approve", { userCode: user_code });
    expect((await cli.post("/device/token", { grant_type, device_code, client_id: "cli" })).status).toBe(200);
    expect(await told()).toEqual({ emails: count, devices: 1 + count });
  }
  const { data } = await client.devices.list();
  const id = data?.find(({ isCurrent }) => !isCurrent)?.id ?? "";
  expect(await db.count(sessionModel, {})).toBe(3);
  await client.devices.forget({ id });
  expect(await db.count(sessionModel, {})).toBe(2);
});

test("POST /native/token tells of a new app, and of no later sign-in of the app", async () => {
  const { auth, person, told, clock } = open();
  const { browser } = await person();
  const app = new TokenClient(auth.handler, home);
  for (const round of ["new", "known"]) {
    clock.forward({ seconds: 61 });
    const verifier = "v".repeat(43);
    const code_challenge = createHash("sha256").update(verifier).digest("base64url");
    const query = { client_id: "ios", redirect_uri: redirect, state: "s".repeat(22), code_challenge };
    const path = `/native/authorize?${new URLSearchParams({ ...query, code_challenge_method: "S256" })}`;
    const asPage = { headers: { accept: "text/html", "sec-fetch-mode": "navigate" } };
    const page = await (await browser.fetch(path, asPage)).text();
    const id = /name="id" value="([^"]*)"/.exec(page)?.[1] ?? "";
    const answer = await browser.fetch("/native/confirm", { method: "POST", body: new URLSearchParams({ id }) });
    const code = new URL(answer.headers.get("location") ?? "").searchParams.get("code") ?? "";
    const input = { code, code_verifier: verifier, client_id: "ios", redirect_uri: redirect };
    expect((await app.post("/native/token", input)).status).toBe(200);
    expect([round, await told()]).toEqual([round, { emails: 1, devices: 2 }]);
    await app.post("/sign-out");
    app.token = null;
  }
});

test("an app in token mode keeps the mark in auth-state: a later sign-in of the app is known", async () => {
  const { auth, person, told, clock } = open();
  await person();
  const app = new TokenClient(auth.handler, home);
  for (const round of ["new", "known"]) {
    clock.forward({ seconds: 61 });
    expect((await app.post("/sign-in/email", { email, password })).status).toBe(200);
    expect([round, await told()]).toEqual([round, { emails: 1, devices: 2 }]);
    await app.post("/sign-out");
    app.token = null;
  }
  expect([...app.state.keys()]).toContain("device_mark");
});

test.each([
  ["before", () => [multiSession(), devices(), oneTimeToken()] as const],
  ["after", () => [devices(), multiSession(), oneTimeToken()] as const],
])(
  "POST /multi-session/set-active and POST /multi-session/revoke make no device, with multiSession() %s devices()",
  async (_, plugins) => {
    const { visit, signUp, db } = createTestAuth({ plugins: plugins(), config: { rateLimit: { enabled: false } } });
    const { user } = await signUp(email, { password });
    const eve = await signUp("eve@example.com", { password });
    const { browser } = visit();
    await browser.post("/sign-in/email", { email, password });
    await browser.post("/sign-in/email", { email: "eve@example.com", password });
    expect(await db.count(deviceModel, {})).toBe(4);
    const tokenOf = async (userId: string) => {
      const listed: readonly { readonly session: { readonly token: string; readonly userId: string } }[] = await (
        await browser.get("/multi-session/list-device-sessions")
      ).json();
      return { sessionToken: listed.find(({ session }) => session.userId === userId)?.session.token };
    };
    expect((await browser.post("/multi-session/set-active", await tokenOf(user.id))).status).toBe(200);
    const { token } = await (await browser.post("/one-time-token/generate", {})).json();
    expect((await visit().browser.post("/one-time-token/verify", { token })).status).toBe(200);
    expect((await browser.post("/multi-session/revoke", await tokenOf(eve.user.id))).status).toBe(200);
    expect(await db.count(deviceModel, {})).toBe(4);
    const sessions = await db.list(deviceSessionModel, {}, { orderBy: "id", limit: 100 });
    expect(sessions.map(({ userDeviceId }) => userDeviceId)).not.toContain(null);
  },
);
