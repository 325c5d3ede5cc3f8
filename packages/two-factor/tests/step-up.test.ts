import { userModel } from "@keyhold/core/plugin";
import { beforeEach, describe, expect, test } from "vitest";
import { type Fixture, open, password } from "./fixture.ts";

let fixture: Fixture;
let ada: Awaited<ReturnType<Fixture["enrol"]>>;
beforeEach(async () => {
  fixture = open({
    config: { user: { changeEmail: { enabled: true }, deleteUser: { enabled: true, confirmByMail: false } } },
  });
  ada = await fixture.enrol("ada");
});

const changeEmail = () => ada.client.changeEmail({ newEmail: "new@example.com" });
const both = { methods: ["totp", "backup-code"], factors: 2 };

describe("a user with a second factor", () => {
  test("is asked for it by every route that asks for a recent proof; the password is not enough", async () => {
    fixture.clock.forward({ minutes: 11 });
    await ada.client.stepUp.password({ password });
    const calls = [
      changeEmail,
      () => ada.client.deleteUser({}),
      () => ada.client.deleteUser({ password }),
      () => ada.client.changePassword({ currentPassword: password, newPassword: "another horse battery" }),
      () => ada.client.twoFactor.disable({ password }),
      () => ada.client.twoFactor.generateBackupCodes({ password }),
      () => ada.client.twoFactor.enable({ password, method: "otp" }),
    ];
    await fixture.db.update(userModel, ada.user.id, { emailVerified: true });
    for (const call of calls) expect((await call()).error?.stepUp, String(call)).toMatchObject(both);
    await ada.client.stepUp.totp({ code: fixture.codeAt(ada.secret) });
    expect((await changeEmail()).error).toBe(null);
  });

  test("is asked in a session of a trusted browser, which has never seen the factor", async () => {
    const visit = await fixture.begin(ada.email);
    await visit.client.twoFactor.verifyTotp({ code: fixture.codeAt(ada.secret), trustDevice: true });
    await visit.client.signOut();
    const { data } = await visit.client.signIn.email({ email: ada.email, password });
    expect(data).toHaveProperty("token");
    const { error } = await visit.client.changeEmail({ newEmail: "new@example.com" });
    expect([error?.code, error?.stepUp?.factors]).toEqual(["STEP_UP_REQUIRED", 2]);
  });

  test("is offered what proves as many factors", async () => {
    const methods = async (factors?: 1 | 2) => (await ada.client.stepUp.methods(factors && { factors })).data?.methods;
    expect(await methods()).toEqual(["totp", "backup-code"]);
    expect(await methods(2)).toEqual(["totp", "backup-code"]);
    expect(await methods(1)).toEqual(["password", "totp", "backup-code"]);
  });
});

test("a user without one is asked for one factor, and offered the password only", async () => {
  const { client } = await fixture.signUp("bob@example.com", { name: "Bob", username: "bob" });
  fixture.clock.forward({ minutes: 11 });
  const { error } = await client.changeEmail({ newEmail: "new@example.com" });
  expect(error?.stepUp).toEqual({ methods: ["password"], maxAgeSeconds: 600, factors: 1 });
});

describe("POST /step-up/totp", () => {
  test("records the factor in the session, and gives the browser a new token", async () => {
    fixture.clock.forward({ minutes: 11 });
    const before = ada.browser.cookies.header();
    const { data } = await ada.client.stepUp.totp({ code: fixture.codeAt(ada.secret) });
    const now = fixture.clock.now();
    expect(data).toEqual({ status: true, authTime: now, factorTime: now });
    expect(ada.browser.cookies.header()).not.toBe(before);
    expect((await changeEmail()).error).toBe(null);
    const event = fixture.events.findLast(({ type }) => type === "session.re-authenticated");
    expect(event).toMatchObject({ userId: ada.user.id, methods: ["otp", "mfa"] });
  });

  test("takes no code twice, no wrong one, and none of another user", async () => {
    const eve = await fixture.enrol("eve");
    const code = fixture.codeAt(ada.secret);
    expect((await eve.client.stepUp.totp({ code })).error?.code).toBe("INVALID_CODE");
    expect((await ada.client.stepUp.totp({ code: "000000" })).error?.code).toBe("INVALID_CODE");
    expect((await ada.client.stepUp.totp({ code })).error).toBe(null);
    expect((await ada.client.stepUp.totp({ code })).error?.code).toBe("INVALID_CODE");
  });

  test("does not confirm a new authenticator app", async () => {
    const bob = await fixture.signUp("bob@example.com", { name: "Bob", username: "bob" });
    const { data } = await bob.client.twoFactor.enable({ password });
    const secret = new URL(data?.totpURI ?? "").searchParams.get("secret") ?? "";
    expect((await bob.client.stepUp.totp({ code: fixture.codeAt(secret) })).error?.code).toBe("TOTP_NOT_ENABLED");
    expect((await bob.client.twoFactor.status()).data?.enabled).toBe(false);
  });

  test("needs a session: a pending sign-in is none", async () => {
    const visit = await fixture.begin(ada.email);
    expect((await visit.client.stepUp.totp({ code: fixture.codeAt(ada.secret) })).error?.code).toBe("UNAUTHORIZED");
  });

  test("counts guesses with those of sign-ins", async () => {
    for (let guess = 0; guess < 20; guess += 1) await ada.client.stepUp.totp({ code: "000000" });
    expect((await ada.client.stepUp.totp({ code: fixture.codeAt(ada.secret) })).error?.code).toBe("TOO_MANY_ATTEMPTS");
  });

  test("proves nothing in the user's other sessions", async () => {
    const other = await fixture.begin(ada.email);
    await other.client.twoFactor.verifyTotp({ code: fixture.codeAt(ada.secret) });
    fixture.clock.forward({ minutes: 11 });
    await other.client.stepUp.totp({ code: fixture.codeAt(ada.secret) });
    expect((await changeEmail()).error?.stepUp).toMatchObject(both);
  });
});

test("POST /step-up/backup-code uses the code up, and leaves the session an ordinary one", async () => {
  fixture.clock.forward({ minutes: 11 });
  const [code = ""] = ada.backupCodes;
  expect((await ada.client.stepUp.backupCode({ code })).data?.factorTime).toEqual(fixture.clock.now());
  expect((await changeEmail()).error).toBe(null);
  expect((await ada.client.stepUp.backupCode({ code })).error?.code).toBe("INVALID_BACKUP_CODE");
  const [session] = await fixture.sessionsOf(ada.user.id);
  expect(session).toMatchObject({ amr: "pwd,otp,mfa" });
});

test("POST /step-up/otp takes the code of POST /step-up/send-otp, once", async () => {
  await fixture.db.update(userModel, ada.user.id, { emailVerified: true });
  expect((await ada.client.twoFactor.enable({ password, method: "otp" })).error).toBe(null);
  fixture.clock.forward({ minutes: 11 });
  expect((await ada.client.stepUp.sendOtp()).error).toBe(null);
  await fixture.auth.idle();
  const { code = "" } = fixture.mailbox.lastTo(ada.email, "two-factor.code") ?? {};
  expect((await ada.client.stepUp.otp({ code: "00000000" })).error?.code).toBe("INVALID_CODE");
  expect((await ada.client.stepUp.otp({ code })).data?.factorTime).toEqual(fixture.clock.now());
  expect((await ada.client.stepUp.otp({ code })).error?.code).toBe("INVALID_CODE");
  expect((await changeEmail()).error).toBe(null);
});
