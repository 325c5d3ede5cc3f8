import { expect, test } from "vitest";
import { TokenClient } from "../../../tests/harness/token-client.ts";
import { email, open } from "./fixture.ts";

test("an app without cookies is signed in by the code, with the challenge that it keeps", async () => {
  const origin = "https://app.example.com";
  const fixture = open({ config: { session: { bearer: true } } });
  const app = new TokenClient(fixture.auth.handler, origin);
  const asked = await app.post("/email-otp/send-verification-otp", { email, type: "sign-in" });
  expect([asked.status, asked.cookies]).toEqual([200, []]);
  const { code: otp } = await fixture.mailbox.waitFor(email, { kind: "email-otp.code" });
  const other = new TokenClient(fixture.auth.handler, origin);
  expect((await other.post("/sign-in/email-otp", { email, otp })).body?.code).toBe("INVALID_OTP");
  const verified = await app.post("/sign-in/email-otp", { email, otp });
  expect(verified.body?.token).toBe(app.token);
  expect((await app.get("/get-session")).body?.user).toMatchObject({ email });
});
