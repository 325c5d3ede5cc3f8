import { beforeEach, describe, expect, test } from "vitest";
import { type Fixture, open, password } from "./fixture.ts";

let fixture: Fixture;
beforeEach(() => {
  fixture = open();
});

const wrong = "000000";
/** A code that is wrong at every step near the present. */
function wrongFor(secret: string): string {
  const near = [-1, 0, 1].map((steps) => fixture.codeAt(secret, steps));
  return near.includes(wrong) ? "000001" : wrong;
}

describe("a code of an authenticator app", () => {
  test("is used once, also in another browser", async () => {
    const { email, secret } = await fixture.enrol("ada");
    const code = fixture.codeAt(secret);
    const first = await fixture.begin(email);
    const second = await fixture.begin(email);
    expect((await first.client.twoFactor.verifyTotp({ code })).error).toBe(null);
    expect((await second.client.twoFactor.verifyTotp({ code })).error).toMatchObject({
      status: 401,
      code: "INVALID_CODE",
    });
  });

  test("that confirmed the enrolment opens no sign-in", async () => {
    const { email, secret } = await fixture.enrol("ada");
    const { client } = await fixture.begin(email);
    expect((await client.twoFactor.verifyTotp({ code: fixture.codeAt(secret, -1) })).error?.code).toBe("INVALID_CODE");
  });

  test("of an earlier step is invalid after a later one was used", async () => {
    const { email, secret } = await fixture.enrol("ada");
    const [first, second] = [await fixture.begin(email), await fixture.begin(email)];
    expect((await first.client.twoFactor.verifyTotp({ code: fixture.codeAt(secret, 1) })).error).toBe(null);
    expect((await second.client.twoFactor.verifyTotp({ code: fixture.codeAt(secret) })).error?.code).toBe(
      "INVALID_CODE",
    );
  });

  test("of another user opens nothing", async () => {
    const [ada, eve] = [await fixture.enrol("ada"), await fixture.enrol("eve")];
    const { client } = await fixture.begin(ada.email);
    expect((await client.twoFactor.verifyTotp({ code: fixture.codeAt(eve.secret) })).error?.code).toBe("INVALID_CODE");
    expect((await client.twoFactor.verifyBackupCode({ code: eve.backupCodes[0] ?? "" })).error?.code).toBe(
      "INVALID_BACKUP_CODE",
    );
  });

  test("is not used up by a sign-in that has ended", async () => {
    const { email, secret, client } = await fixture.enrol("ada");
    const code = fixture.codeAt(secret);
    const stolen = await fixture.begin(email);
    await client.revokeSessions();
    expect((await stolen.client.twoFactor.verifyTotp({ code })).error?.code).toBe("INVALID_TWO_FACTOR_COOKIE");
    const again = await fixture.begin(email);
    expect((await again.client.twoFactor.verifyTotp({ code })).error).toBe(null);
  });

  test.each(["", "12345", "abcdef", "123456789012345678901234567890", "１２３４５６"])(
    "%j is refused like a wrong one",
    async (code) => {
      const { email } = await fixture.enrol("ada");
      const { client } = await fixture.begin(email);
      expect((await client.twoFactor.verifyTotp({ code })).error).toMatchObject({ status: 401, code: "INVALID_CODE" });
    },
  );

  test.each([null, 1, {}, ["123456"], "1".repeat(65), "\u0000"])("as %j is refused as input", async (code) => {
    const { email } = await fixture.enrol("ada");
    const { browser } = await fixture.begin(email);
    for (const path of ["verify-totp", "verify-otp", "verify-backup-code"])
      expect((await browser.post(`/two-factor/${path}`, { code })).status).toBe(400);
  });
});

test("an app that is not confirmed yet opens no sign-in past another factor", async () => {
  await fixture.auth.api.createUser({ email: "eve@example.com", name: "Eve", password, emailVerified: true });
  const eve = await fixture.begin("eve@example.com");
  await eve.client.twoFactor.enable({ password, method: "otp" });
  await eve.client.twoFactor.sendOtp();
  const { code } = await fixture.mailbox.waitFor("eve@example.com", { kind: "two-factor.code" });
  await eve.client.twoFactor.verifyOtp({ code });
  const { data } = await eve.client.twoFactor.enable({ password });
  const secret = new URL(data?.totpURI ?? "").searchParams.get("secret") ?? "";
  const pending = await fixture.begin("eve@example.com");
  expect(pending.data).toMatchObject({ twoFactorMethods: ["otp", "backup-code"] });
  const answer = await pending.client.twoFactor.verifyTotp({ code: fixture.codeAt(secret) });
  expect(answer.error?.code).toBe("INVALID_CODE");
  expect((await eve.client.twoFactor.verifyTotp({ code: fixture.codeAt(secret) })).error).toBe(null);
  expect((await fixture.begin("eve@example.com")).data).toMatchObject({
    twoFactorMethods: ["totp", "otp", "backup-code"],
  });
});

describe("a pending sign-in is no session", () => {
  test("its cookie as a session cookie, or as a bearer token, opens nothing", async () => {
    fixture = open({ config: { session: { bearer: true, cookieCache: { enabled: true } } } });
    const { email } = await fixture.enrol("ada");
    const { browser } = await fixture.begin(email);
    const pending = browser.cookies.get("__Host-keyhold.two_factor") ?? "";
    const [secret = ""] = decodeURIComponent(pending).split(".");
    const asCookie = { cookie: `__Host-keyhold.session_token=${pending}` };
    for (const headers of [asCookie, { authorization: `Bearer ${secret}` }]) {
      const response = await fixture.auth.handler(
        new Request("https://app.example.com/api/auth/get-session", { headers: new Headers(headers as HeadersInit) }),
      );
      expect(await response.json()).toBe(null);
    }
  });

  test("no route for signed-in users takes it", async () => {
    const { email, user } = await fixture.enrol("ada");
    const { browser, client } = await fixture.begin(email);
    for (const [path, body] of [
      ["/change-password", { currentPassword: password, newPassword: "another password" }],
      ["/update-user", { name: "Eve" }],
      ["/two-factor/disable", { password }],
      ["/two-factor/generate-backup-codes", { password }],
      ["/two-factor/get-totp-uri", { password }],
      ["/two-factor/revoke-trusted-devices", {}],
    ] as const)
      expect([path, (await browser.post(path, body)).status]).toEqual([path, 401]);
    expect((await client.twoFactor.enable({ password })).error?.code).toBe("INVALID_TWO_FACTOR_COOKIE");
    expect((await client.twoFactor.status()).error?.status).toBe(401);
    expect(await fixture.userOf(user.id)).toMatchObject({ name: "ada", twoFactorEnabled: true });
  });

  test.each<[string, (person: Awaited<ReturnType<Fixture["enrol"]>>) => Promise<unknown>]>([
    [
      "the password was changed",
      ({ client }) =>
        client.changePassword({
          currentPassword: password,
          newPassword: "another password",
          revokeOtherSessions: false,
        }),
    ],
    ["the user has signed out everywhere", ({ client }) => client.revokeSessions()],
    ["the factor was disabled", ({ client }) => client.twoFactor.disable({})],
    ["the factors were reset", ({ user }) => fixture.auth.api.resetTwoFactor({ userId: user.id })],
  ])("it ends when %s", async (_, end) => {
    const person = await fixture.enrol("ada");
    await person.client.twoFactor.verifyTotp({ code: fixture.codeAt(person.secret) });
    fixture.clock.forward({ seconds: 30 });
    const { client } = await fixture.begin(person.email);
    await end(person);
    const answer = await client.twoFactor.verifyBackupCode({ code: person.backupCodes[0] ?? "" });
    expect(answer.error?.status).toBe(401);
    expect((await client.getSession()).data).toBe(null);
  });

  test("it ends with a sign-out in its browser, and a copy of its cookie with it", async () => {
    const { email, secret } = await fixture.enrol("ada");
    const { client, browser } = await fixture.begin(email);
    const copy = browser.cookies.header();
    await client.signOut();
    expect(browser.cookies.get("__Host-keyhold.two_factor")).toBe(null);
    const response = await fixture.auth.handler(
      new Request("https://app.example.com/api/auth/two-factor/verify-totp", {
        method: "POST",
        headers: { cookie: copy ?? "", "content-type": "application/json", origin: "https://app.example.com" },
        body: JSON.stringify({ code: fixture.codeAt(secret) }),
      }),
    );
    expect(response.status).toBe(401);
  });

  test("a forged cookie is none", async () => {
    const { email, secret } = await fixture.enrol("ada");
    const { browser } = await fixture.begin(email);
    const value = browser.cookies.get("__Host-keyhold.two_factor") ?? "";
    const forged = `${value.slice(0, -4)}AAA=`;
    const response = await fixture.auth.handler(
      new Request("https://app.example.com/api/auth/two-factor/verify-totp", {
        method: "POST",
        headers: {
          cookie: `__Host-keyhold.two_factor=${forged}`,
          "content-type": "application/json",
          origin: "https://app.example.com",
        },
        body: JSON.stringify({ code: fixture.codeAt(secret) }),
      }),
    );
    expect((await response.json()).code).toBe("INVALID_TWO_FACTOR_COOKIE");
  });
});

describe("guesses", () => {
  test("are five per sign-in, also with the right code after them", async () => {
    const { email, secret } = await fixture.enrol("ada");
    const { client } = await fixture.begin(email);
    const statuses: unknown[] = [];
    for (let guess = 0; guess < 6; guess += 1)
      statuses.push((await client.twoFactor.verifyTotp({ code: wrongFor(secret) })).error?.code);
    expect(statuses).toEqual([...Array(5).fill("INVALID_CODE"), "TOO_MANY_ATTEMPTS"]);
    expect((await client.twoFactor.verifyTotp({ code: fixture.codeAt(secret) })).error?.code).toBe("TOO_MANY_ATTEMPTS");
  });

  test("are twenty per user in fifteen minutes, over fifty sign-ins, twenty addresses and parallel calls", async () => {
    const { email, secret, client: owner } = await fixture.enrol("ada");
    let compared = 0;
    for (let sign = 0; sign < 50; sign += 1) {
      const { client } = fixture.visit({ ipAddress: `203.0.113.${sign % 20}` });
      await client.signIn.email({ email, password });
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => client.twoFactor.verifyTotp({ code: wrongFor(secret) })),
      );
      compared += answers.filter(({ error }) => error?.code === "INVALID_CODE").length;
    }
    expect(compared).toBe(20);
    // The owner's browser has signed in before: that browser does not share the budget of strangers.
    expect((await owner.twoFactor.verifyTotp({ code: fixture.codeAt(secret) })).error).toBe(null);
    await owner.signOut();
    fixture.clock.forward({ seconds: 30 });
    await owner.signIn.email({ email, password });
    expect((await owner.twoFactor.verifyTotp({ code: fixture.codeAt(secret) })).error).toBe(null);
  });

  test("a new emailed code gives no new guesses", async () => {
    await fixture.auth.api.createUser({ email: "eve@example.com", name: "Eve", password, emailVerified: true });
    const eve = await fixture.begin("eve@example.com");
    await eve.client.twoFactor.enable({ password, method: "otp" });
    let compared = 0;
    for (let round = 0; round < 8; round += 1) {
      const { client } = await fixture.begin("eve@example.com");
      await client.twoFactor.sendOtp();
      for (let guess = 0; guess < 5; guess += 1)
        if ((await client.twoFactor.verifyOtp({ code: "0" })).error?.code === "INVALID_CODE") compared += 1;
    }
    expect(compared).toBe(10);
  });

  test("fifteen calls send three emails in fifteen minutes, and say so", async () => {
    fixture = open({
      config: { rateLimit: { enabled: true, limits: { "/sign-in/email": false, "/two-factor/enable": false } } },
    });
    await fixture.auth.api.createUser({ email: "eve@example.com", name: "Eve", password, emailVerified: true });
    const eve = await fixture.begin("eve@example.com");
    await eve.client.twoFactor.enable({ password, method: "otp" });
    const { client } = await fixture.begin("eve@example.com");
    const codes: unknown[] = [];
    for (let call = 0; call < 15; call += 1) codes.push((await client.twoFactor.sendOtp()).error?.code ?? "sent");
    await fixture.auth.idle();
    expect(codes).toEqual([...Array(3).fill("sent"), ...Array(12).fill("TOO_MANY_ATTEMPTS")]);
    expect(fixture.mailbox.messages.filter(({ kind }) => kind === "two-factor.code")).toHaveLength(3);
  });

  test("after a hundred wrong ones in a row the kind is closed, until another factor opens it", async () => {
    const { email, secret, user, backupCodes } = await fixture.enrol("ada");
    let compared = 0;
    while (compared < 100) {
      const { client } = await fixture.begin(email);
      const { error } = await client.twoFactor.verifyTotp({ code: wrongFor(secret) });
      if (error?.code === "INVALID_CODE") compared += 1;
      fixture.clock.forward({ hours: 1 });
    }
    await fixture.auth.idle();
    expect(fixture.events).toContainEqual({ type: "two-factor.closed", userId: user.id, kind: "totp" });
    const notice = await fixture.mailbox.waitFor(email, { kind: "two-factor.closed" });
    expect(notice).toMatchObject({
      closed: "totp",
      words: { subject: expect.stringContaining("Codes of your authenticator app") },
    });
    fixture.clock.forward({ days: 2 });
    const stranger = await fixture.begin(email);
    expect((await stranger.client.twoFactor.verifyTotp({ code: fixture.codeAt(secret) })).error?.code).toBe(
      "TOO_MANY_ATTEMPTS",
    );
    expect((await stranger.client.twoFactor.verifyBackupCode({ code: backupCodes[0] ?? "" })).error).toBe(null);
    const next = await fixture.begin(email);
    expect((await next.client.twoFactor.verifyTotp({ code: fixture.codeAt(secret) })).error).toBe(null);
  });
});
