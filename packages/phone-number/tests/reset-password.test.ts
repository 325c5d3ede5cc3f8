import { describe, expect, test } from "vitest";
import { codeOf, number, open, password, type Visit } from "./fixture.ts";

const reset = ({ browser }: Pick<Visit, "browser">, otp: string, newPassword = password) =>
  browser.post("/phone-number/reset-password", { phoneNumber: number, otp, newPassword });

describe("a code that sets a password", () => {
  test.each(["request-password-reset", "forget-password"])(
    "of %s sets it once, and ends every session",
    async (path) => {
      const { ask, member, sessions, signedInAs, visit } = open();
      const ada = await member();
      const browser = visit();
      const otp = await ask(browser, number, path);
      const answer = await reset(browser, otp);
      expect([answer.status, await answer.json()]).toEqual([200, { status: true }]);
      expect(await sessions()).toEqual([]);
      expect(await signedInAs(ada)).toBe(null);
      expect(await codeOf(await reset(browser, otp, "a third password"))).toEqual([400, "INVALID_OTP"]);
      const { error } = await visit().client.signIn.phoneNumber({ phoneNumber: number, password });
      expect(error).toBe(null);
      const old = await visit().client.signIn.phoneNumber({ phoneNumber: number, password: ada.password });
      expect(old.error?.status).toBe(401);
    },
  );

  test("gives a first password to a user without one", async () => {
    const { ask, holder, visit, signedInAs } = open();
    const { user } = await holder();
    const browser = visit();
    expect((await reset(browser, await ask(browser, number, "request-password-reset"))).status).toBe(200);
    expect((await browser.client.signIn.phoneNumber({ phoneNumber: number, password })).error).toBe(null);
    expect(await signedInAs(browser)).toBe(user.id);
  });

  test.each([
    ["short", "PASSWORD_TOO_SHORT"],
    ["x".repeat(2000), "PASSWORD_TOO_LONG"],
    ["password1", "PASSWORD_TOO_COMMON"],
  ])("stays usable after the refused password %.10s", async (refused, code) => {
    const { ask, member, visit } = open();
    await member();
    const browser = visit();
    const otp = await ask(browser, number, "request-password-reset");
    expect(await codeOf(await reset(browser, otp, refused))).toEqual([400, code]);
    expect((await reset(browser, otp)).status).toBe(200);
  });

  test("is not offered where the app has no passwords", async () => {
    const { visit } = open({ config: { emailAndPassword: { enabled: false } } });
    for (const path of ["request-password-reset", "forget-password"]) {
      const answer = await visit().browser.post(`/phone-number/${path}`, { phoneNumber: number });
      expect(await codeOf(answer)).toEqual([400, "RESET_PASSWORD_ISNT_ENABLED"]);
    }
    expect(await codeOf(await reset(visit(), "000000"))).toEqual([400, "RESET_PASSWORD_ISNT_ENABLED"]);
    const answer = await visit().browser.post("/sign-in/phone-number", { phoneNumber: number, password });
    expect(await codeOf(answer)).toEqual([400, "EMAIL_AND_PASSWORD_IS_NOT_ENABLED"]);
  });
});
