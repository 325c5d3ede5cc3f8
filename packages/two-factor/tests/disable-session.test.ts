import { beforeEach, describe, expect, test } from "vitest";
import { backupCodeModel } from "../src/models.js";
import { cookieNames, type Fixture, open, password } from "./fixture.ts";

let fixture: Fixture;
let ada: Awaited<ReturnType<Fixture["enrol"]>>;
beforeEach(async () => {
  fixture = open({ config: { session: { cookieCache: { enabled: true } } } });
  ada = await fixture.enrol("ada");
});

const code = (index = 0): string => ada.backupCodes[index] ?? "";

describe("verifyBackupCode with disableSession", () => {
  test("uses up the code and the pending sign-in, and opens no session", async () => {
    const sessions = await fixture.sessionsOf(ada.user.id);
    const { client, browser } = await fixture.begin(ada.email);
    const { data } = await client.twoFactor.verifyBackupCode({ code: code(), disableSession: true });
    expect(data).toEqual({
      token: null,
      user: expect.objectContaining({ id: ada.user.id, email: ada.email }),
      redirect: false,
      left: 9,
    });
    expect(cookieNames(browser)).toEqual([]);
    expect((await client.getSession()).data).toBe(null);
    expect(await fixture.sessionsOf(ada.user.id)).toEqual(sessions);
    await fixture.mailbox.waitFor(ada.email, { kind: "two-factor.backup-code-used" });
  });

  test("leaves nothing with which its browser could go on", async () => {
    const { client, browser } = await fixture.begin(ada.email);
    const cookie = browser.cookies.header() ?? "";
    await client.twoFactor.verifyBackupCode({ code: code(), disableSession: true });
    const headers = { cookie, origin: "https://app.example.com", "content-type": "application/json" };
    const url = "https://app.example.com/api/auth/two-factor/verify-backup-code";
    for (const body of [{ code: code(1) }, { code: code(1), disableSession: true }]) {
      const request = new Request(url, { method: "POST", headers, body: JSON.stringify(body) });
      const answer = await fixture.auth.handler(request);
      expect([answer.status, (await answer.json()).code]).toEqual([401, "INVALID_TWO_FACTOR_COOKIE"]);
    }
    expect(await fixture.db.count(backupCodeModel, { userId: ada.user.id })).toBe(9);
  });

  test("leaves the session of another user in the browser as it is", async () => {
    const bob = await fixture.signUp("bob@example.com");
    await bob.client.signIn.email({ email: ada.email, password });
    await bob.client.twoFactor.verifyBackupCode({ code: code(), disableSession: true });
    expect((await bob.client.getSession()).data?.user.id).toBe(bob.user.id);
  });

  test("records no proof in a session, and answers its token", async () => {
    fixture.clock.forward({ hours: 1 });
    const before = await fixture.sessionsOf(ada.user.id);
    const { data } = await ada.client.twoFactor.verifyBackupCode({ code: code(), disableSession: true });
    expect(data).toMatchObject({ token: expect.any(String), redirect: false, left: 9 });
    expect(await fixture.sessionsOf(ada.user.id)).toEqual(before);
    expect((await ada.client.twoFactor.disable({ password })).error?.code).toBe("STEP_UP_REQUIRED");
    const { data: again } = await ada.client.twoFactor.verifyBackupCode({ code: code(1) });
    expect(again).not.toMatchObject({ token: data && "token" in data ? data.token : "" });
    expect((await ada.client.twoFactor.disable({ password })).error).toBe(null);
  });

  test("counts guesses: five per sign-in", async () => {
    const { client } = await fixture.begin(ada.email);
    const codes: unknown[] = [];
    for (let guess = 0; guess < 6; guess += 1)
      codes.push((await client.twoFactor.verifyBackupCode({ code: "x", disableSession: true })).error?.code);
    expect(codes).toEqual([...Array(5).fill("INVALID_BACKUP_CODE"), "TOO_MANY_ATTEMPTS"]);
  });

  test("answers once to ten calls with different codes in one pending sign-in", async () => {
    const { client } = await fixture.begin(ada.email);
    const answers = await Promise.all(
      ada.backupCodes.map((given) => client.twoFactor.verifyBackupCode({ code: given, disableSession: true })),
    );
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
    expect(await fixture.db.count(backupCodeModel, { userId: ada.user.id })).toBe(9);
  });
});
