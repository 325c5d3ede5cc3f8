import { emailOtp } from "@keyhold/email-otp";
import { createTestAuth } from "@keyhold/testing";
import { expect, test } from "vitest";
import { deviceAuthorization } from "../src/index.ts";
import { grantType } from "./fixture.ts";

const email = "vic@example.com";
const password = "the password of eve";
const home = "https://app.example.com/api/auth";

test("an account of an attacker, to which the attacker has signed the device of the owner of the address in, is the owner's after the verification on the device", async () => {
  const fixture = createTestAuth({
    plugins: [emailOtp(), deviceAuthorization({ clients: { tv: { name: "TV" } } })],
    config: { session: { bearer: true } },
  });
  const { browser } = await fixture.signUp(email, { password });
  const ask = async (path: string, body: object, token = "") => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
    const request = new Request(home + path, { method: "POST", body: JSON.stringify(body), headers });
    const answer = await fixture.auth.handler(request, { ipAddress: "198.51.100.9" });
    return { status: answer.status, body: await answer.json() };
  };
  const { body: codes } = await ask("/device/code", { client_id: "tv" });
  for (const what of ["open", "approve"]) await browser.post(`/device/${what}`, { userCode: codes.user_code });
  const poll = { grant_type: grantType, device_code: codes.device_code, client_id: "tv" };
  const { access_token: token } = (await ask("/device/token", poll)).body;
  const asked = await ask("/email-otp/send-verification-otp", { email, type: "email-verification" }, token);
  const { code: otp } = await fixture.mailbox.waitFor(email, { kind: "email-otp.code" });
  const given = { email, otp, challenge: asked.body.challenge };
  expect((await ask("/email-otp/verify-email", given, token)).status).toBe(200);
  // The owner comes by the mailbox: the password of the attacker ends.
  const owner = fixture.visit().browser;
  const mailed = await owner.post("/email-otp/send-verification-otp", { email, type: "sign-in" });
  expect(mailed.status).toBe(200);
  await fixture.auth.idle();
  const next = fixture.mailbox.messages.findLast((message) => message.kind === "email-otp.code");
  expect((await owner.post("/sign-in/email-otp", { email, otp: Reflect.get(next ?? {}, "code") })).status).toBe(200);
  const { error } = await fixture.visit().client.signIn.email({ email, password });
  expect(error?.code).toBe("INVALID_EMAIL_OR_PASSWORD");
});
