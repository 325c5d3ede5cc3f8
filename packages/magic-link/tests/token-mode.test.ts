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
