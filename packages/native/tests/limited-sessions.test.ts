import { deviceAuthorization } from "@keyhold/device-authorization";
import { nativeApps } from "@keyhold/native";
import { oneTimeToken } from "@keyhold/one-time-token";
import { createTestAuth } from "@keyhold/testing";
import { expect, test } from "vitest";
import { authorize, begin, clients, email } from "./fixture.ts";

function open() {
  const fixture = createTestAuth({
    plugins: [
      nativeApps({ clients }),
      oneTimeToken(),
      deviceAuthorization({ clients: { cli: { name: "CLI", scopes: ["read"] } } }),
    ],
    config: { session: { bearer: true } },
  });
  const { handler } = fixture.auth;
  const call = async (path: string, init: RequestInit = {}) => {
    const answer = await handler(new Request(`https://app.example.com/api/auth${path}`, init));
    return { status: answer.status, body: await answer.json() };
  };
  const form = (path: string, fields: Record<string, string>) =>
    call(path, { method: "POST", body: new URLSearchParams({ client_id: "cli", ...fields }) });
  return { ...fixture, call, form };
}

test("the session of a device with scopes hands over no session without them, by a one-time token neither", async () => {
  const fixture = open();
  const ada = await fixture.signUp(email);
  const { body: codes } = await fixture.form("/device/code", { scope: "read" });
  expect((await ada.browser.post("/device/approve", { userCode: codes.user_code })).status).toBe(200);
  const grant_type = "urn:ietf:params:oauth:grant-type:device_code";
  const { body: device } = await fixture.form("/device/token", { grant_type, device_code: codes.device_code });
  const headers = { authorization: `Bearer ${device.access_token}` };
  const { body: given } = await fixture.call("/one-time-token/generate", {
    headers: { ...headers, accept: "application/json" },
  });
  const thief = fixture.visit();
  expect((await thief.browser.post("/one-time-token/verify", { token: given.token })).status).toBe(200);
  const page = await authorize(thief.browser, begin());
  expect(page.status).toBe(200);
  const html = await page.text();
  expect(html).toContain("Sign in again");
  const id = /flow=([A-Za-z0-9]{32})/.exec(html)?.[1] ?? "";
  const answer = await thief.browser.post("/native/confirm", { id });
  expect([answer.status, (await answer.json()).code]).toEqual([403, "SESSION_IS_NOT_FRESH"]);
});

test("a session by a one-time token hands over after a proof of its own", async () => {
  const fixture = open();
  const password = "correct horse battery staple";
  const ada = await fixture.signUp(email, { password });
  const handsOver = async (isProven: boolean): Promise<boolean> => {
    const { token } = await (await ada.browser.post("/one-time-token/generate")).json();
    const other = fixture.visit();
    expect((await other.browser.post("/one-time-token/verify", { token })).status).toBe(200);
    if (isProven) expect((await other.browser.post("/step-up/password", { password })).status).toBe(200);
    return (await (await authorize(other.browser, begin())).text()).includes('name="id"');
  };
  expect(await handsOver(false)).toBe(false);
  expect(await handsOver(true)).toBe(true);
});
