import { userModel } from "@keyhold/core/plugin";
import { expect, test } from "vitest";
import { email, open } from "./fixture.ts";

test("the end of all sessions ends a code in the mailbox of a held address, too", async () => {
  const { verified, ask, visit, mailbox, clock, db } = open({ config: { user: { changeEmail: { enabled: true } } } });
  const ada = await verified();
  clock.forward({ seconds: 2 });
  expect((await ada.client.changeEmail({ newEmail: "ada@next.example" })).error).toBe(null);
  const { url } = await mailbox.waitFor(email, { kind: "confirm-email-change" });
  expect((await ada.browser.follow(url)).status).toBeLessThan(400);
  expect(await db.find(userModel, { id: ada.user.id })).toMatchObject({ email: "ada@next.example" });
  const other = visit();
  const reset = async (otp: string) =>
    (await other.client.emailOtp.resetPassword({ email, otp, password: "another long password" })).error?.code ?? null;
  const code = await ask(other, "forget-password");
  expect((await ada.client.revokeSessions()).error).toBe(null);
  expect(await reset(code)).toBe("INVALID_OTP");
  clock.forward({ minutes: 2 });
  expect(await reset(await ask(other, "forget-password"))).toBe(null);
});
