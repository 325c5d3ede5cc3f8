import { beforeEach, describe, expect, test } from "vitest";
import { trustedDeviceModel } from "../src/models.js";
import { type Fixture, open, password } from "./fixture.ts";

let fixture: Fixture;
let ada: Awaited<ReturnType<Fixture["enrol"]>>;
beforeEach(async () => {
  fixture = open();
  ada = await fixture.enrol("ada");
});

const code = (index = 0): string => ada.backupCodes[index] ?? "";

describe("a browser is not trusted after a recovery", () => {
  const isTrusted = async (): Promise<boolean> =>
    (await fixture.db.count(trustedDeviceModel, { userId: ada.user.id })) > 0;

  test.each([{}, { disableSession: true }])("by a backup code at the sign-in: %j", async (input) => {
    const { client } = await fixture.begin(ada.email);
    expect((await client.twoFactor.verifyBackupCode({ code: code(), trustDevice: true, ...input })).error).toBe(null);
    expect(await isTrusted()).toBe(false);
    const { data } = await client.signIn.email({ email: ada.email, password });
    expect(data).toMatchObject({ twoFactorRedirect: true });
  });

  test("by a code in its session, before a factor is confirmed", async () => {
    const { client } = await fixture.begin(ada.email);
    await client.twoFactor.verifyBackupCode({ code: code() });
    await client.twoFactor.verifyBackupCode({ code: code(1), trustDevice: true });
    await client.twoFactor.verifyTotp({ code: fixture.codeAt(ada.secret), trustDevice: true });
    expect(await isTrusted()).toBe(false);
    const { data } = await client.twoFactor.enable({ password });
    const renewed = new URL(data?.totpURI ?? "").searchParams.get("secret") ?? "";
    expect((await client.twoFactor.verifyTotp({ code: fixture.codeAt(renewed), trustDevice: true })).error).toBe(null);
    expect(await isTrusted()).toBe(true);
  });

  test("a backup code in an ordinary session trusts its browser", async () => {
    expect((await ada.client.twoFactor.verifyBackupCode({ code: code(), trustDevice: true })).error).toBe(null);
    expect(await isTrusted()).toBe(true);
  });
});
