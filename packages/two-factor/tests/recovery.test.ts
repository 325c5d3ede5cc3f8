import { linkIn } from "@keyhold/testing";
import { beforeEach, describe, expect, test } from "vitest";
import { backupCodeModel, twoFactorModel } from "../src/models.js";
import { type Fixture, open, password } from "./fixture.ts";

let fixture: Fixture;
beforeEach(() => {
  fixture = open({ options: { recovery: { delaySeconds: 259_200 } } });
});

/** A user without phone and codes, in a pending sign-in with a started recovery. */
async function start() {
  const person = await fixture.enrol("ada");
  const pending = await fixture.begin(person.email);
  const { data } = await pending.client.twoFactor.startRecovery();
  const email = await fixture.mailbox.waitFor(person.email, { kind: "two-factor.recovery-started" });
  return { ...person, pending, endsAt: data?.endsAt, recoveryEmail: email };
}

describe("the recovery without a factor", () => {
  test("ends the factors after the wait; the session may only enrol again", async () => {
    const { email, user, pending, endsAt, client: before } = await start();
    expect(endsAt).toEqual(new Date(fixture.clock.now().getTime() + 259_200_000));
    expect((await pending.client.twoFactor.finishRecovery()).error).toMatchObject({
      status: 403,
      code: "RECOVERY_TOO_EARLY",
    });
    fixture.clock.forward({ days: 3 });
    const { client } = await fixture.begin(email);
    expect((await client.twoFactor.finishRecovery()).data).toMatchObject({ token: expect.any(String) });
    expect((await client.getSession()).data).toMatchObject({
      user: { twoFactorEnabled: false },
      session: { amr: "pwd,recovery", factorTime: null },
    });
    expect((await before.getSession()).data).toBe(null);
    expect(await fixture.db.find(twoFactorModel, { userId: user.id })).toBe(null);
    expect(await fixture.db.count(backupCodeModel, { userId: user.id })).toBe(0);
    expect((await client.updateUser({ name: "Eve" })).error?.code).toBe("STEP_UP_REQUIRED");
    const { data } = await client.twoFactor.enable({ password });
    const secret = new URL(data?.totpURI ?? "").searchParams.get("secret") ?? "";
    expect((await client.twoFactor.verifyTotp({ code: fixture.codeAt(secret) })).error).toBe(null);
    expect((await client.updateUser({ name: "Ada" })).error).toBe(null);
    await fixture.mailbox.waitFor(email, { kind: "two-factor.recovery-finished" });
  });

  test("is stopped by the link of the email, on a page with a button", async () => {
    const { email, recoveryEmail } = await start();
    const stranger = fixture.visit();
    const opened = await stranger.browser.fetch(linkIn(recoveryEmail), { headers: { accept: "text/html" } });
    expect([opened.status, opened.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect((await stranger.browser.follow(linkIn(recoveryEmail))).status).toBe(200);
    fixture.clock.forward({ days: 3 });
    const { client } = await fixture.begin(email);
    expect((await client.twoFactor.finishRecovery()).error?.code).toBe("RECOVERY_NOT_STARTED");
  });

  test("is stopped from any session of the user, and by no other user", async () => {
    const { email, client: session } = await start();
    const eve = await fixture.signUp("eve@example.com");
    expect((await eve.client.twoFactor.stopRecovery({})).data).toEqual({ status: true });
    expect((await fixture.visit().client.twoFactor.stopRecovery({})).error?.code).toBe("INVALID_TOKEN");
    expect((await fixture.visit().client.twoFactor.stopRecovery({ token: "x".repeat(64) })).error?.code).toBe(
      "INVALID_TOKEN",
    );
    fixture.clock.forward({ days: 2 });
    const again = await fixture.begin(email);
    const { data } = await again.client.twoFactor.startRecovery();
    expect(data?.endsAt).toEqual(new Date(fixture.clock.now().getTime() + 86_400_000));
    expect((await session.twoFactor.stopRecovery({})).data).toEqual({ status: true });
    fixture.clock.forward({ days: 3 });
    const { client } = await fixture.begin(email);
    expect((await client.twoFactor.finishRecovery()).error?.code).toBe("RECOVERY_NOT_STARTED");
  });

  test("needs a pending sign-in, a user with a factor, and the option", async () => {
    expect((await fixture.visit().client.twoFactor.startRecovery()).error?.code).toBe("INVALID_TWO_FACTOR_COOKIE");
    expect((await fixture.visit().client.twoFactor.finishRecovery()).error?.code).toBe("INVALID_TWO_FACTOR_COOKIE");
    fixture = open();
    const { email } = await fixture.enrol("ada");
    const { client } = await fixture.begin(email);
    expect((await client.twoFactor.startRecovery()).error?.code).toBe("RECOVERY_NOT_ENABLED");
    expect((await client.twoFactor.finishRecovery()).error?.code).toBe("RECOVERY_NOT_ENABLED");
  });

  test("can be finished for a week", async () => {
    const { email } = await start();
    fixture.clock.forward({ days: 10 });
    const { client } = await fixture.begin(email);
    expect((await client.twoFactor.finishRecovery()).error?.code).toBe("RECOVERY_NOT_STARTED");
  });

  test("asks to enrol at once where a factor is required", async () => {
    fixture = open({ options: { recovery: { delaySeconds: 3600 }, require: () => true } });
    const visit = fixture.visit();
    await visit.client.signUp.email({ name: "Ada", email: "ada@example.com", password, username: "ada" });
    const enabled = await visit.client.twoFactor.enable({});
    const secret = new URL(enabled.data?.totpURI ?? "").searchParams.get("secret") ?? "";
    await visit.client.twoFactor.verifyTotp({ code: fixture.codeAt(secret) });
    const pending = await fixture.begin("ada@example.com");
    await pending.client.twoFactor.startRecovery();
    fixture.clock.forward({ hours: 1 });
    const { client } = await fixture.begin("ada@example.com");
    expect((await client.twoFactor.finishRecovery()).data).toMatchObject({ twoFactorMethods: ["enroll"] });
    expect((await visit.client.getSession()).data).toBe(null);
    expect((await client.twoFactor.enable({})).data?.backupCodes).toHaveLength(10);
  });
});
