import { deviceAuthorization } from "@keyhold/device-authorization";
import { createTestAuth } from "@keyhold/testing";
import { createAuthClient } from "better-auth-newest/client";
import { deviceAuthorizationClient } from "better-auth-newest/client/plugins";
import { expect, test } from "vitest";

/** The newest client of better-auth, as it is, against an auth of this library. */

const baseURL = "https://app.example.com";
const grant_type = "urn:ietf:params:oauth:grant-type:device_code";

function openFixture() {
  const fixture = createTestAuth({
    plugins: [deviceAuthorization({ clients: { cli: { name: "Example CLI", scopes: ["deploy"] } } })],
    config: { session: { bearer: true } },
  });
  function open() {
    const { browser } = fixture.visit();
    return createAuthClient({
      baseURL,
      fetchOptions: { customFetchImpl: (input, init) => browser.fetch(input as URL, init) },
      plugins: [deviceAuthorizationClient()],
    });
  }
  return { ...fixture, open };
}

test("the client of better-auth 1.7 signs a device in, which another client approves", async () => {
  const { open, clock } = openFixture();
  const person = open();
  const account = { name: "Ada", email: "ada@example.com", password: "correct horse battery staple" };
  expect((await person.signUp.email(account)).error).toBe(null);
  const device = open();
  const { data: codes } = await device.device.code({ client_id: "cli", scope: "deploy" });
  const { device_code = "", user_code = "" } = codes ?? {};
  const poll = () => device.device.token({ grant_type, device_code, client_id: "cli" });
  expect((await poll()).error).toMatchObject({ status: 400, error: "authorization_pending" });
  const { data: shown } = await person.device({ query: { user_code } });
  expect(shown).toMatchObject({ user_code, status: "pending" });
  expect((await person.device.approve({ userCode: user_code })).data).toEqual({ success: true });
  clock.forward({ seconds: 5 });
  const { data } = await poll();
  expect(data).toMatchObject({ access_token: expect.any(String), token_type: "Bearer", scope: "deploy" });
  const session = await device.getSession({
    fetchOptions: { headers: { authorization: `Bearer ${data?.access_token}` } },
  });
  expect(session.data?.user.email).toBe(account.email);
});

test("the client of better-auth 1.7 reads the errors of a decision", async () => {
  const { open } = openFixture();
  const [person, other, device] = [open(), open(), open()];
  const password = "correct horse battery staple";
  await person.signUp.email({ name: "Ada", email: "ada@example.com", password });
  await other.signUp.email({ name: "Eve", email: "eve@example.com", password });
  const { data: codes } = await device.device.code({ client_id: "cli" });
  const userCode = codes?.user_code ?? "";
  await person.device({ query: { user_code: userCode } });
  expect((await other.device.approve({ userCode })).error).toMatchObject({ status: 403, error: "access_denied" });
  expect((await device.device.approve({ userCode })).error).toMatchObject({ status: 401, error: "unauthorized" });
  expect((await person.device.deny({ userCode })).data).toEqual({ success: true });
  expect((await person.device.deny({ userCode })).error).toMatchObject({ status: 400, error: "invalid_request" });
  const refused = await device.device.token({ grant_type, device_code: codes?.device_code ?? "", client_id: "cli" });
  expect(refused.error).toMatchObject({ status: 400, error: "access_denied" });
});
