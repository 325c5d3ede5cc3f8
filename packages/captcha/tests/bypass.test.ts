import { describe, expect, test } from "vitest";
import { allEndpoints } from "../../../tests/harness/endpoints.ts";
import { email, open, password, statusAndCode } from "./fixture.ts";

describe("a call that sends an email", () => {
  test.each(["/send-verification-email", "/forget-password", "/request-password-reset"])(
    "needs a response: %s",
    async (path) => {
      await using fixture = await open();
      const body = { email, redirectTo: "/new" };
      await fixture.auth.idle();
      const before = fixture.mailbox.messages.length;
      expect(await statusAndCode(fixture.post(path, body))).toBe("400 MISSING_RESPONSE");
      await fixture.auth.idle();
      expect(fixture.mailbox.messages).toHaveLength(before);
      expect((await fixture.post(path, body, fixture.solved())).status).toBe(200);
    },
  );

  test("to a new address needs a response, of the action send-email", async () => {
    await using fixture = await open({}, { user: { changeEmail: { enabled: true } } });
    const signedIn = await fixture.signIn(fixture.solved());
    const cookie = signedIn.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    const change = (response?: string) =>
      fixture.post("/change-email", { newEmail: "new@example.com" }, response, "203.0.113.7", cookie);
    expect(await statusAndCode(change())).toBe("400 MISSING_RESPONSE");
    expect(await statusAndCode(change(fixture.solved({ action: "sign-in" })))).toBe("403 VERIFICATION_FAILED");
    expect((await change(fixture.solved({ action: "send_email" }))).status).toBe(200);
  });
});

test("each call that sends an email to a given address, or a message, has an action", () => {
  const sending = allEndpoints().filter(
    ({ emailsGivenAddress, route }) =>
      emailsGivenAddress || /send-otp|request-password-reset|forget-password/.test(route),
  );
  const free = sending.filter(({ challengedAction }) => challengedAction === null).map(({ route }) => route);
  // A member with the permission invites; a second factor is sent to the user of a pending sign-in or a session.
  expect(free.sort()).toEqual([
    "POST /organization/invite-member",
    "POST /step-up/send-otp",
    "POST /two-factor/send-otp",
  ]);
});

describe("no form of the request goes around the response", () => {
  const url = "https://app.example.com/api/auth";
  const body = JSON.stringify({ email, password });
  const headers = { "content-type": "application/json", origin: "https://app.example.com" };

  test.each([
    ["POST", "/sign-in/email/", {}],
    ["POST", "//sign-in/email", {}],
    ["POST", "/Sign-In/Email", {}],
    ["POST", "/sign-in/%65mail", {}],
    ["POST", "/./sign-in/../sign-in/email", {}],
    ["POST", "/sign-in/email?_method=GET", {}],
    ["POST", "/sign-in/email?x-captcha-response=solved", {}],
    ["POST", "/sign-in/email", { "x-http-method-override": "HEAD" }],
    ["POST", "/sign-in/email", { "x-captcha-response": "" }],
    ["POST", "/sign-in/email", { "x-captcha-response": " " }],
    ["PUT", "/sign-in/email", {}],
    ["PATCH", "/sign-in/email", {}],
    ["GET", "/sign-in/email", { "x-http-method-override": "POST" }],
    ["HEAD", "/sign-in/email", {}],
    ["OPTIONS", "/sign-in/email", {}],
  ])("%s %s %o opens no session", async (method, path, more) => {
    await using fixture = await open();
    const init = { method, headers: { ...headers, ...more }, ...(method.startsWith("P") && { body }) };
    const answer = await fixture.auth.handler(new Request(url + path, init), { ipAddress: "203.0.113.7" });
    expect(answer.headers.getSetCookie().filter((line) => line.includes("session_token="))).toEqual([]);
    expect(answer.ok && method.startsWith("P")).toBe(false);
  });

  test("the older name of a call needs a response, too", async () => {
    await using fixture = await open();
    for (const path of ["/email-otp/request-password-reset", "/forget-password/email-otp"])
      expect(await statusAndCode(fixture.post(path, { email }))).toBe("400 MISSING_RESPONSE");
  });
});
