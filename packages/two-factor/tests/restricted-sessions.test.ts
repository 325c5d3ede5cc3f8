import { admin } from "@keyhold/admin";
import { adminClient } from "@keyhold/admin/client";
import { userModel } from "@keyhold/core/plugin";
import { passkey } from "@keyhold/passkey";
import { passkeyClient } from "@keyhold/passkey/client";
import { createTestAuth, memoryStorage } from "@keyhold/testing";
import { createAuthenticator } from "@keyhold/testing/passkey";
import { twoFactor } from "@keyhold/two-factor";
import { twoFactorClient } from "@keyhold/two-factor/client";
import { beforeEach, describe, expect, test } from "vitest";
import { codeOf, readSecret, stepOf } from "../src/codes/totp.js";
import { password } from "./fixture.ts";

/*
 * A user must have a second factor after the sign-in: a date has passed, the app has changed `require`, an administrator has
 * promoted the user, or another app has, over a shared database. The open session acts no more until a factor is given.
 */

const email = "ada@example.com";
const refused = { status: 403, code: "STEP_UP_REQUIRED", stepUp: { methods: [], maxAgeSeconds: 0, factors: 2 } };

function open(config: object = {}) {
  const rule: { required: boolean | Date } = { required: false };
  const sent: string[] = [];
  const fixture = createTestAuth({
    plugins: [
      admin(),
      passkey(),
      twoFactor({
        otp: { sendText: ({ code }) => void sent.push(code) },
        require: ({ role }) => role === "admin" || rule.required,
      }),
    ],
    clientPlugins: [adminClient(), passkeyClient(), twoFactorClient()],
    config: { user: { deleteUser: { enabled: true, confirmByMail: false } }, ...config },
  });
  return { ...fixture, rule, sent };
}

let fixture: ReturnType<typeof open>;
let ada: Awaited<ReturnType<typeof fixture.signUp>>;
beforeEach(async () => {
  fixture = open();
  ada = await fixture.signUp(email);
});

type Visit = Pick<typeof ada, "client" | "browser">;

const headersOf = ({ browser }: Visit): Headers => new Headers({ cookie: browser.cookies.header() ?? "" });
const errorOf = async (call: Promise<{ readonly error: unknown }>) => (await call).error;
const rename = ({ client }: Visit) => errorOf(client.updateUser({ name: "Ada" }));

async function enrol({ client }: Visit): Promise<void> {
  const { data, error } = await client.twoFactor.enable({ password });
  expect(error).toBe(null);
  const secret = readSecret(new URL(data?.totpURI ?? "").searchParams.get("secret") ?? "") ?? new Uint8Array();
  expect((await client.twoFactor.verifyTotp({ code: codeOf(secret, stepOf(fixture.clock.now())) })).error).toBe(null);
}

/** What makes a factor required while the session is open. */
const changes: Readonly<Record<string, () => unknown>> = {
  "the app requires a factor": () => {
    fixture.rule.required = true;
  },
  "a date passes": () => {
    fixture.rule.required = new Date(fixture.clock.now().getTime() + 60_000);
    fixture.clock.forward({ seconds: 60 });
  },
  "the database gets another role": () => fixture.db.update(userModel, ada.user.id, { role: "admin" } as object),
};

describe.each(Object.entries(changes))("a session without a factor, after %s,", (_, change) => {
  beforeEach(async () => {
    expect(await rename(ada)).toBe(null);
    await change();
  });

  test("changes and reads nothing", async () => {
    expect(await rename(ada)).toMatchObject(refused);
    const { client } = ada;
    for (const call of [
      client.listSessions(),
      client.listAccounts(),
      client.changeEmail({ newEmail: "eve@example.com" }),
      client.changePassword({ currentPassword: password, newPassword: "quite another passphrase" }),
      client.deleteUser({ password }),
      client.admin.listUsers(),
      client.passkey.listUserPasskeys(),
      client.twoFactor.listTrustedDevices(),
    ])
      expect(await errorOf(call)).toMatchObject(refused);
    expect((await fixture.visit().client.signIn.email({ email, password })).data).toMatchObject({
      twoFactorMethods: ["enroll"],
    });
  });

  test("is nobody's for the app's own code, and is shown to the client", async () => {
    const headers = headersOf(ada);
    expect(await fixture.auth.session(headers)).toBe(null);
    expect(await fixture.auth.api.getSession({}, { headers })).toBe(null);
    await expect(fixture.auth.api.requireStepUp({}, { headers })).rejects.toMatchObject({ code: "STEP_UP_REQUIRED" });
    expect((await ada.client.getSession()).data?.user.email).toBe(email);
  });

  test("sees its status, proves its password and signs out", async () => {
    expect((await ada.client.twoFactor.status()).data).toMatchObject({ enabled: false, isRequired: true });
    expect((await ada.client.stepUp.password({ password })).error).toBe(null);
    expect(await rename(ada)).toMatchObject(refused);
    expect((await ada.client.signOut()).error).toBe(null);
    expect((await ada.client.getSession()).data).toBe(null);
  });

  test("enrols an app, and then acts as before", async () => {
    await enrol(ada);
    expect(await rename(ada)).toBe(null);
    expect(await fixture.auth.session(headersOf(ada))).toMatchObject({ user: { email } });
  });

  test("enrols sent codes by a right code, and not before it", async () => {
    const { client } = ada;
    expect((await client.twoFactor.enable({ password, method: "otp" })).data?.backupCodes).toHaveLength(10);
    expect(await rename(ada)).toMatchObject(refused);
    expect((await client.twoFactor.verifyOtp({ code: "000000" })).error?.code).toBe("INVALID_CODE");
    expect((await client.twoFactor.sendOtp()).error).toBe(null);
    await fixture.auth.idle();
    const code = fixture.sent.at(-1) ?? "";
    expect((await client.twoFactor.verifyOtp({ code })).data).toMatchObject({ user: { twoFactorEnabled: true } });
    expect(await rename(ada)).toBe(null);
  });
});

test("a passkey that the user has lifts the restriction, and nothing else is enrolled before it", async () => {
  const { client } = ada;
  const device = createAuthenticator();
  const { data: options } = await client.passkey.generateRegisterOptions();
  if (!options) throw new Error("No options.");
  expect((await client.passkey.verifyRegistration({ response: device.register(options) })).error).toBe(null);
  fixture.rule.required = true;
  expect(await rename(ada)).toMatchObject({ code: "STEP_UP_REQUIRED", stepUp: { methods: ["passkey"], factors: 2 } });
  expect(await errorOf(client.twoFactor.enable({ password }))).toMatchObject({ code: "STEP_UP_REQUIRED" });
  const { data } = await client.stepUp.passkeyOptions();
  if (!data) throw new Error("No options.");
  expect((await client.stepUp.passkey({ response: device.authenticate(data) })).error).toBe(null);
  expect(await rename(ada)).toBe(null);
});

describe("a promotion ends the sessions of a user without a factor", () => {
  test.each(["setRole", "setUserRole"])("by %s", async (call) => {
    const root = await fixture.signUp("root@example.com");
    await enrol(root);
    await fixture.db.update(userModel, root.user.id, { role: "admin" } as object);
    const given = { userId: ada.user.id, role: "admin" };
    if (call === "setRole") expect((await root.client.admin.setRole(given)).error).toBe(null);
    else await fixture.auth.api.admin.setUserRole(given);
    expect((await ada.client.getSession()).data).toBe(null);
    expect((await fixture.visit().client.signIn.email({ email, password })).data).toMatchObject({
      twoFactorMethods: ["enroll"],
    });
  });

  test("and no session of a user with a factor, and none by another change", async () => {
    const { api } = fixture.auth;
    await api.admin.setUserRole({ userId: ada.user.id, role: "user" });
    expect(await rename(ada)).toBe(null);
    await enrol(ada);
    await api.admin.setUserRole({ userId: ada.user.id, role: "admin" });
    expect(await rename(ada)).toBe(null);
  });
});

test("an administrator who acts in a user's place needs no factor of that user", async () => {
  const root = await fixture.signUp("root@example.com");
  await enrol(root);
  await fixture.db.update(userModel, root.user.id, { role: "admin" } as object);
  await root.client.admin.impersonateUser({ userId: ada.user.id });
  fixture.rule.required = true;
  expect(await errorOf(root.client.listAccounts())).toBe(null);
  await root.client.admin.stopImpersonating();
  expect(await errorOf(root.client.admin.listUsers())).toBe(null);
});

test.each([
  ["the cookie", { session: { cookieCache: { enabled: true } } }],
  ["the secondary storage", { secondaryStorage: memoryStorage() }],
  ["the header", { session: { bearer: true } }],
])("a copy of a session by %s is restricted, too", async (_, config) => {
  fixture = open(config);
  ada = await fixture.signUp(email);
  await ada.client.getSession();
  await fixture.auth.idle();
  const { data } = await fixture.visit().client.signIn.email({ email, password });
  const token = data && "token" in data ? data.token : "";
  const headers =
    "bearer" in Object(Reflect.get(config, "session"))
      ? new Headers({ authorization: `Bearer ${token}` })
      : headersOf(ada);
  expect(await fixture.auth.session(headers)).toMatchObject({ user: { email } });
  fixture.rule.required = true;
  expect(await fixture.auth.session(headers)).toBe(null);
});
