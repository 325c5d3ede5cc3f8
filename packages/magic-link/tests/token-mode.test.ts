import { expect, test } from "vitest";
import { TokenClient } from "../../../tests/harness/token-client.ts";
import { email, open } from "./fixture.ts";

const origin = "https://app.example.com";

test("an app without cookies is signed in by the code, with the challenge that it keeps", async () => {
  const fixture = open({ options: { withCode: true }, config: { session: { bearer: true } } });
  const app = new TokenClient(fixture.auth.handler, origin);
  const asked = await app.post("/sign-in/magic-link", { email });
  expect([asked.status, asked.cookies]).toEqual([200, []]);
  expect(app.state.has("code_challenge")).toBe(true);
  const { code } = await fixture.mailbox.waitFor(email, { kind: "magic-link.sign-in" });
  const other = new TokenClient(fixture.auth.handler, origin);
  expect((await other.post("/magic-link/verify-code", { code })).body?.code).toBe("INVALID_OTP");
  const verified = await app.post("/magic-link/verify-code", { code });
  expect(verified.body?.token).toBe(app.token);
  expect(app.state.has("code_challenge")).toBe(false);
  expect((await app.get("/get-session")).body?.user).toMatchObject({ email });
});

test("an app without cookies is signed in by the token of a link", async () => {
  const fixture = open({ config: { session: { bearer: true } } });
  const app = new TokenClient(fixture.auth.handler, origin);
  await app.post("/sign-in/magic-link", { email });
  const { token } = await fixture.mailbox.waitFor(email, { kind: "magic-link.sign-in" });
  const verified = await app.post("/magic-link/verify", { token });
  expect(verified.body?.token).toBe(app.token);
  expect((await app.get("/get-session")).body?.user).toMatchObject({ email });
});

/** A call of a client that keeps neither cookies nor the header of token mode, e.g. a native app with its own HTTP. */
async function call({ auth }: ReturnType<typeof open>, path: string, body: object, token?: string) {
  const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
  const method = token === undefined ? "POST" : "GET";
  const sent = { method, headers, ...(method === "POST" && { body: JSON.stringify(body) }) };
  const answer = await auth.handler(new Request(`${origin}/api/auth${path}`, sent));
  return { status: answer.status, body: await answer.json() };
}

test("a caller without cookies sends the challenge of the answer back with the code, and with no other challenge", async () => {
  const fixture = open({ options: { withCode: true }, config: { session: { bearer: true } } });
  const asked = await call(fixture, "/sign-in/magic-link", { email });
  const { challenge } = asked.body;
  expect(asked).toEqual({ status: 200, body: { status: true, challenge: expect.stringMatching(/^\w{32}$/) } });
  const { code } = await fixture.mailbox.waitFor(email, { kind: "magic-link.sign-in" });
  const other = (await call(fixture, "/sign-in/magic-link", { email: "eve@example.com" })).body.challenge;
  for (const given of [{ code }, { code, challenge: other }, { code, challenge: "" }])
    expect((await call(fixture, "/magic-link/verify-code", given)).body.code).toBe("INVALID_OTP");
  const { status, body } = await call(fixture, "/magic-link/verify-code", { code, challenge });
  expect([status, body.user.email]).toEqual([200, email]);
  expect((await call(fixture, "/get-session", {}, body.token)).body.user).toMatchObject({ email });
  expect((await call(fixture, "/magic-link/verify-code", { code, challenge })).body.code).toBe("INVALID_OTP");
});

test("a caller without cookies signs in by the token of its link, which ends the code", async () => {
  const fixture = open({ options: { withCode: true }, config: { session: { bearer: true } } });
  const { challenge } = (await call(fixture, "/sign-in/magic-link", { email })).body;
  const { token, code } = await fixture.mailbox.waitFor(email, { kind: "magic-link.sign-in" });
  const { status, body } = await call(fixture, "/magic-link/verify", { token });
  expect([status, body.user.email]).toEqual([200, email]);
  expect((await call(fixture, "/get-session", {}, body.token)).body.user).toMatchObject({ email });
  expect((await call(fixture, "/magic-link/verify-code", { code, challenge })).body.code).toBe("INVALID_OTP");
});

test("the answer with a challenge is equal for every address, also where no email is sent", async () => {
  const fixture = open({ options: { disableSignUp: true, unknownAddress: "silence" } });
  await fixture.signUp(email);
  for (const to of [email, "nobody@example.com"])
    expect(await call(fixture, "/sign-in/magic-link", { email: to })).toEqual({
      status: 200,
      body: { status: true, challenge: expect.stringMatching(/^\w{32}$/) },
    });
});
