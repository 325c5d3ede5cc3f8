import { deviceAuthorization } from "@keyhold/device-authorization";
import { oneTimeToken } from "@keyhold/one-time-token";
import { createTestAuth } from "@keyhold/testing";
import { expect, test } from "vitest";

test("a session by the token of a device's session has the app and the scope of the device", async () => {
  const clients = { cli: { name: "Example CLI", scopes: ["read:logs"] } };
  const { auth, signUp, visit } = createTestAuth({
    plugins: [deviceAuthorization({ clients }), oneTimeToken()],
    config: { session: { bearer: true } },
  });
  const { browser } = await signUp("ada@example.com");
  const codes = await auth.api.device.code({ client_id: "cli", scope: "read:logs" });
  await browser.post("/device/approve", { userCode: codes.user_code });
  const grant_type = "urn:ietf:params:oauth:grant-type:device_code";
  const polled = await auth.api.device.token({ grant_type, device_code: codes.device_code, client_id: "cli" });
  const headers = { authorization: `Bearer ${polled.access_token}` };
  const { token } = await auth.api.oneTimeToken.generate({}, { headers });
  const other = visit().browser;
  expect((await other.post("/one-time-token/verify", { token })).status).toBe(200);
  const { session } = await (await other.get("/get-session")).json();
  expect(session).toMatchObject({ deviceClientId: "cli", deviceScope: "read:logs" });
});
