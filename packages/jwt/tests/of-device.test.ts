import { apiKey } from "@keyhold/api-key";
import { deviceAuthorization } from "@keyhold/device-authorization";
import { jwt } from "@keyhold/jwt";
import { createTestAuth } from "@keyhold/testing";
import { decodeJwt } from "jose";
import { expect, test } from "vitest";
import { TokenClient } from "../../../tests/harness/token-client.ts";

test("the token and the principal of a device's session have its app and its scope, whatever `claims` adds", async () => {
  const clients = { cli: { name: "Example CLI", scopes: ["read:logs", "deploy"] }, tv: { name: "Example TV" } };
  const claims = () => ({ scope: "everything" });
  const { auth, signUp } = createTestAuth({
    plugins: [deviceAuthorization({ clients }), jwt({ claims }), apiKey()],
    config: { session: { bearer: true } },
  });
  const { browser } = await signUp("ada@example.com");
  const signInDevice = async (client_id: string, scope?: string) => {
    const codes = await auth.api.device.code({ client_id, ...(scope !== undefined && { scope }) });
    await browser.post("/device/approve", { userCode: codes.user_code });
    const grant_type = "urn:ietf:params:oauth:grant-type:device_code";
    const polled = await auth.api.device.token({ grant_type, device_code: codes.device_code, client_id });
    return { authorization: `Bearer ${polled.access_token}` };
  };
  const claimsOf = async (headers: Readonly<Record<string, string>>) =>
    decodeJwt((await auth.api.token({}, { headers })).token);

  const cli = await signInDevice("cli", "read:logs");
  expect(await claimsOf(cli)).toMatchObject({ client_id: "cli", scope: "read:logs" });
  expect(await auth.api.getPrincipal({}, { headers: cli })).toMatchObject({
    kind: "session",
    scopes: ["read:logs"],
    clientId: "cli",
  });
  const tv = await signInDevice("tv");
  expect(await claimsOf(tv)).toMatchObject({ client_id: "tv", scope: "" });
  expect(await auth.api.getPrincipal({}, { headers: tv })).toMatchObject({ scopes: [], clientId: "tv" });
  const own = { cookie: browser.headers().get("cookie") ?? "" };
  expect(await claimsOf(own)).toMatchObject({ scope: "everything" });
  expect(await auth.api.getPrincipal({}, { headers: own })).toMatchObject({ scopes: [], clientId: null });
});

test("the principal of an app in token mode has the name of the app", async () => {
  const { auth } = createTestAuth({
    plugins: [apiKey()],
    config: { session: { bearer: { clients: { ios: {} } } } },
  });
  const app = new TokenClient(auth.handler, "https://app.example.com", "ios");
  await app.post("/sign-up/email", { name: "Ada", email: "ada@example.com", password: "correct horse battery staple" });
  const headers = { authorization: `Bearer ${app.token}` };
  expect(await auth.api.getPrincipal({}, { headers })).toMatchObject({ kind: "session", clientId: "ios" });
});
