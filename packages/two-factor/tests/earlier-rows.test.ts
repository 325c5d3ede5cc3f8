import { fingerprint, verificationIdentifier, verificationModel } from "@keyhold/core/plugin";
import { expect, test } from "vitest";
import { open } from "./fixture.ts";

const secret = "abcdefghijklmnopqrstuvwxyz012345";

// Earlier versions gave these rows random ids.
test("a recovery that an earlier version has started is shown, and the token of its email stops it", async () => {
  const fixture = open({ options: { recovery: { delaySeconds: 172_800 } } });
  const { user, client, email } = await fixture.enrol("ada");
  const now = fixture.clock.now();
  const endsAt = new Date(now.getTime() + 172_800_000);
  const id = "R4nd0mR4nd0mR4nd0mR4nd0mR4nd0m12";
  await fixture.db.insert(verificationModel, {
    id,
    identifier: verificationIdentifier("two-factor-recovery", user.id),
    value: `{"userId":"${user.id}","endsAt":"${endsAt.toISOString()}","hash":"${fingerprint(secret)}"}`,
    expiresAt: new Date(endsAt.getTime() + 86_400_000),
    createdAt: now,
    updatedAt: now,
  });
  expect((await client.twoFactor.status()).data?.recoveryEndsAt).toEqual(endsAt);
  expect((await fixture.begin(email)).data).toMatchObject({ recoveryEndsAt: endsAt });
  const stranger = fixture.visit().client;
  expect((await stranger.twoFactor.stopRecovery({ token: `${id}${secret.toUpperCase()}` })).error?.status).toBe(400);
  expect((await stranger.twoFactor.stopRecovery({ token: id + secret })).error).toBe(null);
  expect((await client.twoFactor.status()).data?.recoveryEndsAt).toBe(null);
});

test("a user whose factors an earlier version's recovery has removed must enrol, until a factor is confirmed", async () => {
  const fixture = open({ options: { recovery: { delaySeconds: 172_800 } } });
  const { user } = await fixture.signUp("ada@example.com");
  const now = fixture.clock.now();
  const identifier = verificationIdentifier("two-factor-recovered", user.id);
  const row = { identifier, value: "", expiresAt: new Date("2038-01-01"), createdAt: now, updatedAt: now };
  await fixture.db.insert(verificationModel, row);
  expect((await fixture.begin("ada@example.com")).data).toMatchObject({ twoFactorMethods: ["enroll"] });
  await fixture.auth.api.resetTwoFactor({ userId: user.id });
  expect((await fixture.begin("ada@example.com")).data).toMatchObject({ token: expect.any(String) });
});
