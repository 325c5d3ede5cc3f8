import { linkIn } from "@keyhold/testing";
import { beforeEach, describe, expect, test } from "vitest";
import { backupCodeModel } from "../src/models.js";
import { cookieNames, type Fixture, open, password } from "./fixture.ts";

let fixture: Fixture;
beforeEach(() => {
  fixture = open({ config: { session: { cookieCache: { enabled: true } } } });
});

type Enrolled = Awaited<ReturnType<Fixture["enrol"]>>;
type Way = (person: Enrolled, browser: Fixture["browser"]) => Promise<Response>;

/** Every way to sign in that this auth has. */
const ways: Readonly<Record<string, Way>> = {
  "email and password": ({ email }, browser) => browser.post("/sign-in/email", { email, password }),
  "username and password": (_, browser) => browser.post("/sign-in/username", { username: "ada", password }),
  "the link that verifies the address": async ({ email }, browser) => {
    const { token } = await fixture.mailbox.waitFor(email, { kind: "verify-email" });
    return browser.post("/verify-email", { token });
  },
};

const factors = {
  "no factor": (name: string) => fixture.signUp(`${name}@example.com`, { username: name }),
  "an authenticator app": (name: string) => fixture.enrol(name),
};

describe.each(Object.entries(ways))("a sign-in by %s", (_, way) => {
  beforeEach(() => {
    const session = { cookieCache: { enabled: true } };
    fixture = open({ config: { session, emailVerification: { autoSignIn: true, sendOnSignUp: true } } });
  });

  test("opens a session for a user without a second factor", async () => {
    const person = await factors["no factor"]("ada");
    const { browser } = fixture.visit();
    const answer = await way({ ...person, email: "ada@example.com", secret: "", backupCodes: [] }, browser);
    expect(answer.status).toBe(200);
    expect(cookieNames(browser)).toContain("session_token");
  });

  test("opens none for a user with one: no row, no cookie, no copy, no token, until a code is given", async () => {
    const person = await factors["an authenticator app"]("ada");
    const sessions = await fixture.sessionsOf(person.user.id);
    const { browser, client } = fixture.visit();
    const answer = await way(person, browser);
    expect(answer.status).toBe(200);
    const body = await answer.json();
    expect(body).toMatchObject({ twoFactorRedirect: true, twoFactorMethods: ["totp", "backup-code"] });
    expect(body).not.toHaveProperty("token");
    expect(cookieNames(browser).filter((name) => name !== "confirmed")).toEqual(["two_factor"]);
    expect(await fixture.sessionsOf(person.user.id)).toEqual(sessions);
    expect((await client.getSession()).data).toBe(null);

    const { data } = await client.twoFactor.verifyTotp({ code: fixture.codeAt(person.secret) });
    expect(data).toMatchObject({ token: expect.any(String), user: { id: person.user.id }, redirect: false });
    expect(cookieNames(browser)).not.toContain("two_factor");
    expect((await client.getSession()).data).toMatchObject({ user: { id: person.user.id } });
    const opened = (await fixture.sessionsOf(person.user.id)).find(({ id }) => !sessions.some((one) => one.id === id));
    expect(opened).toMatchObject({
      amr: expect.stringMatching(/^(pwd|mail),otp,mfa$/),
      factorTime: fixture.clock.now(),
    });
  });
});

describe("a pending sign-in", () => {
  test("sends a browser that follows a link to the page of the app, and comes back to its callbackURL", async () => {
    fixture = open({
      options: { page: "/second-step" },
      config: { emailVerification: { autoSignIn: true, sendOnSignUp: true } },
    });
    const person = await fixture.enrol("ada");
    const link = linkIn(await fixture.mailbox.waitFor(person.email, { kind: "verify-email" }));
    link.searchParams.set("callbackURL", "/welcome");
    const { browser, client } = fixture.visit();
    const answer = await browser.follow(link);
    expect(answer.headers.get("location")).toBe("https://app.example.com/second-step?methods=totp%2Cbackup-code");
    const { data } = await client.twoFactor.verifyTotp({ code: fixture.codeAt(person.secret) });
    expect(data).toMatchObject({ redirect: true, url: "/welcome" });
  });

  test("keeps the callbackURL and the wish not to be remembered of its beginning", async () => {
    const { email, secret } = await fixture.enrol("ada");
    const { client, browser } = fixture.visit();
    await client.signIn.email({ email, password, callbackURL: "/orders", rememberMe: false });
    const { data } = await client.twoFactor.verifyTotp({ code: fixture.codeAt(secret) });
    expect(data).toMatchObject({ redirect: true, url: "/orders" });
    expect(cookieNames(browser)).toContain("dont_remember");
    browser.cookies.close();
    expect((await client.getSession()).data).toBe(null);
  });

  test("leaves the session that the browser has, and replaces it at the end", async () => {
    const ada = await fixture.enrol("ada");
    const bob = await fixture.signUp("bob@example.com");
    await bob.client.signIn.email({ email: ada.email, password });
    expect((await bob.client.getSession()).data?.user.id).toBe(bob.user.id);
    await bob.client.twoFactor.verifyTotp({ code: fixture.codeAt(ada.secret) });
    expect((await bob.client.getSession()).data?.user.id).toBe(ada.user.id);
    expect(await fixture.sessionsOf(bob.user.id)).toEqual([]);
  });

  test("ends after ten minutes", async () => {
    const { email, secret } = await fixture.enrol("ada");
    const { client } = await fixture.begin(email);
    fixture.clock.forward({ minutes: 10 });
    expect((await client.twoFactor.verifyTotp({ code: fixture.codeAt(secret) })).error).toMatchObject({
      status: 401,
      code: "INVALID_TWO_FACTOR_COOKIE",
    });
  });

  test("is told as an event", async () => {
    const { email, user } = await fixture.enrol("ada");
    await fixture.begin(email);
    await fixture.auth.idle();
    expect(fixture.events).toContainEqual(
      expect.objectContaining({
        type: "sign-in.asked",
        userId: user.id,
        method: "email",
        factors: ["totp", "backup-code"],
      }),
    );
  });
});

describe("a backup code", () => {
  test("opens one session; it is told by email, with what is left at three and fewer", async () => {
    const { email, user, backupCodes } = await fixture.enrol("ada");
    for (const [index, code] of backupCodes.entries()) {
      const { client } = await fixture.begin(email);
      expect((await client.twoFactor.verifyBackupCode({ code })).data).toMatchObject({ left: 9 - index });
      const message = await fixture.mailbox.waitFor(email, { kind: "two-factor.backup-code-used" });
      expect(message.words.paragraphs.some((line) => line.includes("left"))).toBe(9 - index <= 3);
      const again = await fixture.begin(email);
      expect((await again.client.twoFactor.verifyBackupCode({ code })).error).toMatchObject({
        status: 401,
        code: "INVALID_BACKUP_CODE",
      });
      fixture.clock.forward({ minutes: 16 });
    }
    expect(await fixture.db.count(backupCodeModel, { userId: user.id })).toBe(0);
  });

  test("is offered while one is left", async () => {
    const { email, backupCodes, client } = await fixture.enrol("ada");
    const offered = async () => (await fixture.begin(email)).data;
    for (const code of backupCodes) {
      expect(await offered()).toMatchObject({ twoFactorMethods: ["totp", "backup-code"] });
      expect((await client.twoFactor.verifyBackupCode({ code })).error).toBe(null);
    }
    expect(await offered()).toMatchObject({ twoFactorMethods: ["totp"] });
    expect((await client.twoFactor.status()).data).toMatchObject({ methods: ["totp"], backupCodesLeft: 0 });
    expect((await client.stepUp.methods({ factors: 2 })).data?.methods).toEqual(["totp"]);
    await client.twoFactor.generateBackupCodes({});
    expect(await offered()).toMatchObject({ twoFactorMethods: ["totp", "backup-code"] });
  });

  test("is read in the forms in which people type it", async () => {
    const { email, backupCodes } = await fixture.enrol("ada");
    const { client } = await fixture.begin(email);
    const typed = (backupCodes[0] ?? "").toLowerCase().replaceAll("-", " ").replaceAll("0", "o").replaceAll("1", "l");
    expect((await client.twoFactor.verifyBackupCode({ code: typed })).error).toBe(null);
  });

  test("makes a session that may replace the lost factor, by the password", async () => {
    const { email, user, backupCodes, secret } = await fixture.enrol("ada");
    const { client } = await fixture.begin(email);
    await client.twoFactor.verifyBackupCode({ code: backupCodes[0] ?? "" });
    expect((await client.getSession()).data?.session).toMatchObject({ amr: "pwd,recovery,mfa" });
    expect((await client.updateUser({ name: "Eve" })).error).toMatchObject({ status: 403, code: "STEP_UP_REQUIRED" });
    expect((await client.twoFactor.disable({})).error).toMatchObject({ status: 403, code: "STEP_UP_REQUIRED" });
    expect((await client.twoFactor.status()).data).toMatchObject({ backupCodesLeft: 9 });
    expect((await client.twoFactor.generateBackupCodes({})).data?.backupCodes).toHaveLength(10);
    fixture.clock.forward({ minutes: 20 });
    const { data } = await client.twoFactor.enable({ password });
    const renewed = new URL(data?.totpURI ?? "").searchParams.get("secret") ?? "";
    expect((await client.twoFactor.verifyTotp({ code: fixture.codeAt(secret) })).error?.code).toBe("INVALID_CODE");
    expect((await client.twoFactor.verifyTotp({ code: fixture.codeAt(renewed) })).error).toBe(null);
    expect((await client.getSession()).data?.session).toMatchObject({ amr: "pwd,mfa,otp" });
    expect((await client.updateUser({ name: "Ada L." })).error).toBe(null);
    expect(await fixture.sessionsOf(user.id)).toHaveLength(1);
  });

  test("makes a session that a code of the old app leaves as it is: a new sign-in with the app is an ordinary one", async () => {
    const { email, backupCodes, secret } = await fixture.enrol("ada");
    const { client } = await fixture.begin(email);
    await client.twoFactor.verifyBackupCode({ code: backupCodes[0] ?? "" });
    expect((await client.twoFactor.verifyTotp({ code: fixture.codeAt(secret) })).error).toBe(null);
    expect((await client.getSession()).data?.session).toMatchObject({ amr: "pwd,recovery,mfa,otp" });
    expect((await client.updateUser({ name: "Eve" })).error).toMatchObject({ status: 403, code: "STEP_UP_REQUIRED" });
    fixture.clock.forward({ seconds: 30 });
    await client.signIn.email({ email, password });
    expect((await client.twoFactor.verifyTotp({ code: fixture.codeAt(secret) })).error).toBe(null);
    expect((await client.getSession()).data?.session).toMatchObject({ amr: "pwd,otp,mfa" });
    expect((await client.updateUser({ name: "Ada L." })).error).toBe(null);
  });
});

describe("an emailed code", () => {
  const enrolled = async () => {
    await fixture.auth.api.createUser({ email: "eve@example.com", name: "Eve", password, emailVerified: true });
    const eve = await fixture.begin("eve@example.com");
    await eve.client.twoFactor.enable({ password, method: "otp" });
    return fixture.begin("eve@example.com");
  };
  const codeSent = async () => (await fixture.mailbox.waitFor("eve@example.com", { kind: "two-factor.code" })).code;

  test("has eight digits, works for five minutes, once, in the browser of the sign-in", async () => {
    const { client, data } = await enrolled();
    expect(data).toEqual({ twoFactorRedirect: true, twoFactorMethods: ["otp", "backup-code"] });
    expect((await client.twoFactor.sendOtp()).data).toEqual({ status: true });
    const code = await codeSent();
    expect(code).toMatch(/^\d{8}$/);
    const other = await fixture.begin("eve@example.com");
    expect((await other.client.twoFactor.verifyOtp({ code })).error?.code).toBe("INVALID_CODE");
    expect((await client.twoFactor.verifyOtp({ code: "00000000" })).error?.code).toBe("INVALID_CODE");
    expect((await client.twoFactor.verifyOtp({ code })).data).toMatchObject({ token: expect.any(String) });
    expect((await client.twoFactor.verifyOtp({ code })).error?.code).toBe("INVALID_CODE");
  });

  test("expires", async () => {
    const { client } = await enrolled();
    await client.twoFactor.sendOtp();
    const code = await codeSent();
    fixture.clock.forward({ minutes: 5 });
    expect((await client.twoFactor.verifyOtp({ code })).error).toMatchObject({ status: 400, code: "OTP_HAS_EXPIRED" });
  });

  test("a new one replaces the one before", async () => {
    const { client } = await enrolled();
    await client.twoFactor.sendOtp();
    const first = await codeSent();
    await client.twoFactor.sendOtp();
    const second = await codeSent();
    expect((await client.twoFactor.verifyOtp({ code: first })).error?.code).toBe("INVALID_CODE");
    expect((await client.twoFactor.verifyOtp({ code: second })).error).toBe(null);
  });

  test("is no second factor for who has signed in by the same mailbox", async () => {
    fixture = open({ config: { emailVerification: { autoSignIn: true, sendOnSignUp: true } } });
    const { client } = await fixture.signUp("eve@example.com");
    const { token } = await fixture.mailbox.waitFor("eve@example.com", { kind: "verify-email" });
    await fixture.auth.api.verifyEmail({ token });
    await client.twoFactor.enable({ password, method: "otp" });
    fixture.clock.forward({ seconds: 1 });
    const user = await fixture.userOf((await client.getSession()).data?.user.id ?? "");
    await fixture.db.update((await import("@keyhold/core/plugin")).userModel, user?.id ?? "", { emailVerified: false });
    await fixture.auth.api.sendVerificationEmail({ email: "eve@example.com" });
    const again = await fixture.mailbox.waitFor("eve@example.com", { kind: "verify-email" });
    const visit = fixture.visit();
    const answer = await visit.browser.post("/verify-email", { token: again.token });
    expect(await answer.json()).toMatchObject({ twoFactorRedirect: true, twoFactorMethods: ["backup-code"] });
    expect((await visit.client.twoFactor.sendOtp()).error?.code).toBe("OTP_NOT_ENABLED");
  });

  test("goes by the app's own function as six digits, e.g. in a text message", async () => {
    const sent: string[] = [];
    fixture = open({ options: { otp: { sendText: ({ code }) => void sent.push(code) } } });
    const { client } = await fixture.signUp("eve@example.com");
    await client.twoFactor.enable({ password, method: "otp" });
    const visit = await fixture.begin("eve@example.com");
    await visit.client.twoFactor.sendOtp();
    await fixture.auth.idle();
    expect(sent).toEqual([expect.stringMatching(/^\d{6}$/)]);
    expect((await visit.client.twoFactor.verifyOtp({ code: sent[0] ?? "" })).error).toBe(null);
    expect((await visit.client.getSession()).data?.session).toMatchObject({ amr: "pwd,sms,mfa" });
  });

  test("a text message is no email of the ceiling for the emails of the app", async () => {
    const sent: string[] = [];
    fixture = open({
      options: { otp: { sendText: ({ code }) => void sent.push(code) } },
      config: { rateLimit: { enabled: true, emailsPerApp: { windowSeconds: 3600, max: 1 } } },
    });
    const { client } = await fixture.signUp("eve@example.com");
    await client.twoFactor.enable({ password, method: "otp" });
    await fixture.auth.api.requestPasswordReset({ email: "eve@example.com" });
    await fixture.auth.idle();
    expect(fixture.events.filter(({ type }) => type === "email.ceiling")).toHaveLength(1);
    const visit = await fixture.begin("eve@example.com");
    expect((await visit.client.twoFactor.sendOtp()).error).toBe(null);
    await fixture.auth.idle();
    expect(sent).toHaveLength(1);
  });
});

describe("a trusted browser", () => {
  const trusted = async () => {
    const person = await fixture.enrol("ada");
    const visit = await fixture.begin(person.email);
    await visit.client.twoFactor.verifyTotp({ code: fixture.codeAt(person.secret), trustDevice: true });
    fixture.clock.forward({ seconds: 30 });
    const again = async () => (await visit.client.signIn.email({ email: person.email, password })).data;
    return { ...person, visit, again };
  };
  const isAsked = (data: unknown): boolean => typeof data === "object" && data !== null && "twoFactorRedirect" in data;

  test("is not asked for thirty days after its last sign-in, and only there", async () => {
    const { again, email } = await trusted();
    fixture.clock.forward({ days: 20 });
    expect(isAsked(await again())).toBe(false);
    fixture.clock.forward({ days: 29 });
    expect(isAsked(await again())).toBe(false);
    expect(isAsked((await fixture.begin(email)).data)).toBe(true);
    fixture.clock.forward({ days: 30 });
    expect(isAsked(await again())).toBe(true);
  });

  test("has given no second factor: a change of factors asks for one", async () => {
    const { again, visit } = await trusted();
    await again();
    expect((await visit.client.twoFactor.disable({ password })).error?.code).toBe("STEP_UP_REQUIRED");
  });

  test("is listed, marked as the current one, and ended by its id", async () => {
    const { visit, again, client } = await trusted();
    const { data } = await visit.client.twoFactor.listTrustedDevices();
    expect(data).toMatchObject([{ isCurrent: true, createdAt: expect.any(Date) }]);
    expect((await client.twoFactor.listTrustedDevices()).data).toMatchObject([{ isCurrent: false }]);
    expect(JSON.stringify(data)).not.toContain("hash");
    const id = data?.[0]?.id ?? "";
    const eve = await fixture.signUp("eve@example.com");
    expect((await eve.client.twoFactor.revokeTrustedDevice({ id })).data).toEqual({ status: true });
    expect(isAsked(await again())).toBe(false);
    expect((await visit.client.twoFactor.revokeTrustedDevice({ id })).data).toEqual({ status: true });
    expect(isAsked(await again())).toBe(true);
  });

  test.each<[string, (person: Awaited<ReturnType<typeof trusted>>) => Promise<unknown>]>([
    ["all are revoked", ({ client }) => client.twoFactor.revokeTrustedDevices()],
    ["the user signs out everywhere", ({ client }) => client.revokeSessions()],
    ["new backup codes are made", ({ client }) => client.twoFactor.generateBackupCodes({ password })],
    ["an app resets the factors", ({ user }) => fixture.auth.api.resetTwoFactor({ userId: user.id })],
    ["the factor is disabled", ({ client }) => client.twoFactor.disable({})],
    [
      "the factor is disabled and enrolled anew",
      async ({ client }) => {
        await client.twoFactor.disable({});
        const { data } = await client.twoFactor.enable({ password });
        const renewed = new URL(data?.totpURI ?? "").searchParams.get("secret") ?? "";
        expect((await client.twoFactor.verifyTotp({ code: fixture.codeAt(renewed) })).error).toBe(null);
      },
    ],
  ])("ends when %s", async (_, end) => {
    const person = await trusted();
    const { secret } = person;
    await person.client.twoFactor.verifyTotp({ code: fixture.codeAt(secret) });
    await end(person);
    const { data } = await person.visit.client.signIn.email({ email: person.email, password });
    expect(person.visit.browser.cookies.get("__Host-keyhold.trust_device")).not.toBe(null);
    const isReset = (await fixture.userOf(person.user.id)) as { twoFactorEnabled?: boolean } | null;
    expect(isAsked(data)).toBe(isReset?.twoFactorEnabled === true);
    const { data: devices } = await person.client.twoFactor.listTrustedDevices();
    expect(devices ?? []).toEqual([]);
  });

  test.each([true, false])(
    "ends when the password changes, with revokeOtherSessions: %s",
    async (revokeOtherSessions) => {
      const { client, email, visit } = await trusted();
      const newPassword = "another battery staple";
      await client.changePassword({ currentPassword: password, newPassword, revokeOtherSessions });
      expect(isAsked((await visit.client.signIn.email({ email, password: newPassword })).data)).toBe(true);
    },
  );

  test("ends when the password is reset by email", async () => {
    const { email, user, visit } = await trusted();
    await fixture.verify(user.id);
    const { client } = fixture.visit();
    await client.forgetPassword({ email, redirectTo: "/new" });
    const { token } = await fixture.mailbox.waitFor(email, { kind: "reset-password" });
    const newPassword = "another battery staple";
    expect((await client.resetPassword({ token, newPassword })).error).toBe(null);
    expect(isAsked((await visit.client.signIn.email({ email, password: newPassword })).data)).toBe(true);
  });

  test("of one account does not count for another", async () => {
    const { visit } = await trusted();
    const bob = await fixture.enrol("bob");
    expect(isAsked((await visit.client.signIn.email({ email: bob.email, password })).data)).toBe(true);
  });
});

describe("a required factor", () => {
  test("asks at the sign-in to enrol; the code that confirms it opens the session", async () => {
    fixture = open({ options: { require: () => true } });
    const answer = await fixture.visit().browser.post("/sign-up/email", {
      name: "Ada",
      email: "ada@example.com",
      password,
      username: "ada",
    });
    expect(await answer.json()).toMatchObject({ token: null, twoFactorRedirect: true, twoFactorMethods: ["enroll"] });
    const { client } = await fixture.begin("ada@example.com");
    const { data } = await client.twoFactor.enable({});
    expect(data?.backupCodes).toHaveLength(10);
    expect((await client.getSession()).data).toBe(null);
    const secret = new URL(data?.totpURI ?? "").searchParams.get("secret") ?? "";
    expect((await client.twoFactor.verifyTotp({ code: fixture.codeAt(secret) })).error).toBe(null);
    expect((await client.getSession()).data?.user).toMatchObject({ twoFactorEnabled: true });
  });

  test("a date gives time until then", async () => {
    const from = new Date("2026-01-02T12:00:00Z");
    fixture = open({ options: { require: () => from } });
    const { client } = await fixture.signUp("ada@example.com");
    expect((await client.twoFactor.status()).data).toMatchObject({ isRequired: false, requiredFrom: from });
    fixture.clock.forward({ days: 1 });
    expect((await fixture.begin("ada@example.com")).data).toMatchObject({ twoFactorMethods: ["enroll"] });
  });
});
