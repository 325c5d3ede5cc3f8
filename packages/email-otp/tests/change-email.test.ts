import { userModel } from "@keyhold/core/plugin";
import { describe, expect, test } from "vitest";
import { email, open } from "./fixture.ts";

const newEmail = "ada@new.example";
const config = { user: { changeEmail: { enabled: true } } };

describe("a change of address by codes", () => {
  test("asks for a code to the verified address, then for a code to the new address", async () => {
    const { ask, verified, mailbox, db, auth } = open({ config });
    const { client, browser, user } = await verified();
    expect((await client.emailOtp.requestEmailChange({ newEmail })).error?.code).toBe("INVALID_OTP");
    const first = await ask({ browser }, "change-email");
    expect((await client.emailOtp.requestEmailChange({ newEmail, otp: first })).data).toEqual({ success: true });
    const { code: otp, type } = await mailbox.waitFor(newEmail, { kind: "email-otp.code" });
    expect(type).toBe("new-email");
    expect((await client.emailOtp.changeEmail({ newEmail, otp })).data).toEqual({ success: true });
    expect(await db.find(userModel, { id: user.id })).toMatchObject({ email: newEmail, emailVerified: true });
    expect((await client.getSession()).data?.user.email).toBe(newEmail);
    await auth.idle();
    expect(mailbox.lastTo(email)?.kind).toBe("email-changed");
    expect((await client.emailOtp.requestEmailChange({ newEmail: "x@new.example", otp: first })).error?.code).toBe(
      "INVALID_OTP",
    );
  });

  test("asks for the code to the new address alone, while the present address is not verified", async () => {
    const { signUp, mailbox, db } = open({ config });
    const { client, user } = await signUp(email);
    expect((await client.emailOtp.requestEmailChange({ newEmail })).error).toBe(null);
    const { code: otp } = await mailbox.waitFor(newEmail, { kind: "email-otp.code" });
    expect((await client.emailOtp.changeEmail({ newEmail, otp })).error).toBe(null);
    expect(await db.find(userModel, { id: user.id })).toMatchObject({ email: newEmail, emailVerified: true });
  });

  test("is refused if the present address was verified since", async () => {
    const { signUp, mailbox, db } = open({ config });
    const { client, user } = await signUp(email);
    await client.emailOtp.requestEmailChange({ newEmail });
    const { code: otp } = await mailbox.waitFor(newEmail, { kind: "email-otp.code" });
    await db.update(userModel, user.id, { emailVerified: true });
    expect((await client.emailOtp.changeEmail({ newEmail, otp })).error?.code).toBe("INVALID_OTP");
    expect(await db.find(userModel, { id: user.id })).toMatchObject({ email });
  });

  test("sends no code to a taken address, and answers equally", async () => {
    const { signUp, mailbox, auth } = open({ config });
    await signUp(newEmail);
    const { client } = await signUp(email);
    await auth.idle();
    mailbox.clear();
    expect((await client.emailOtp.requestEmailChange({ newEmail })).data).toEqual({ success: true });
    await auth.idle();
    expect(mailbox.messages).toEqual([]);
  });

  test("fails if another user has taken the address since", async () => {
    const { signUp, mailbox } = open({ config });
    const { client } = await signUp(email);
    await client.emailOtp.requestEmailChange({ newEmail });
    const { code: otp } = await mailbox.waitFor(newEmail, { kind: "email-otp.code" });
    await signUp(newEmail);
    const { error } = await client.emailOtp.changeEmail({ newEmail, otp });
    expect([error?.status, error?.code]).toEqual([400, "COULDNT_UPDATE_YOUR_EMAIL"]);
  });

  test("belongs to the session that asked", async () => {
    const { ask, verified, visit, mailbox } = open({ config });
    const { client, browser, password } = await verified();
    const other = visit();
    await other.client.signIn.email({ email, password });
    const otp = await ask({ browser }, "change-email");
    expect((await other.client.emailOtp.requestEmailChange({ newEmail, otp })).error?.code).toBe("INVALID_OTP");
    await client.emailOtp.requestEmailChange({ newEmail, otp });
    const { code } = await mailbox.waitFor(newEmail, { kind: "email-otp.code" });
    expect((await other.client.emailOtp.changeEmail({ newEmail, otp: code })).error?.code).toBe("INVALID_OTP");
    expect((await client.emailOtp.changeEmail({ newEmail, otp: code })).error).toBe(null);
  });

  test.each([
    [{ newEmail }, {}, "CHANGE_EMAIL_IS_DISABLED"],
    [{ newEmail: email }, config, "EMAIL_IS_THE_SAME"],
    [{ newEmail: "ada" }, config, "INVALID_EMAIL"],
  ])("rejects %j", async (input, config, code) => {
    const { client } = await open({ config }).signUp(email);
    expect((await client.emailOtp.requestEmailChange(input)).error?.code).toBe(code);
  });

  test("needs a session", async () => {
    const { client } = open({ config }).visit();
    expect((await client.emailOtp.requestEmailChange({ newEmail })).error?.status).toBe(401);
    expect((await client.emailOtp.changeEmail({ newEmail, otp: "000000" })).error?.status).toBe(401);
  });
});
