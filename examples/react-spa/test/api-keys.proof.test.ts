import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { typeInto } from "../../../tests/harness/keyboard.ts";
import { found, row } from "./company.ts";
import { executablePath, heading, newUser, setUp, signUp, tabTo } from "./test-user.ts";

describe.skipIf(!executablePath)("API keys and devices", () => {
  const visitor = setUp();

  /** Calls the guarded route as the command on the page does. */
  const callGoods = async (key: string) => {
    const response = await fetch(`${visitor.demo.url}/api/goods`, { headers: { "x-api-key": key } });
    return { status: response.status, body: await response.json() };
  };

  /** By keyboard, on the screen of keys: the new key, which is shown once. */
  async function createKey(page: Page, name: string, mayRead: boolean): Promise<string> {
    await tabTo(page, "Name", true);
    await page.keyboard.type(name);
    if (mayRead) {
      await tabTo(page, "Read the goods", true);
      await page.keyboard.press("Space");
    }
    await press(page, "Create key");
    return store(page);
  }

  async function store(page: Page): Promise<string> {
    const key = (await page.locator(".kh-secret code").textContent()) ?? "";
    await press(page, "I have stored it");
    return key;
  }

  async function press(page: Page, button: string): Promise<void> {
    await tabTo(page, button);
    await page.keyboard.press("Enter");
  }

  test("keys of a user are created, tried, rotated and deleted by keyboard", async () => {
    const page = await visitor.visit("/");
    await signUp(page, newUser());
    await press(page, "API keys");
    await heading(page, "API keys");
    await page.getByText(`${visitor.demo.url}/api/goods`).waitFor();
    const key = await createKey(page, "terminal", true);
    expect(await callGoods(key)).toMatchObject({ status: 200, body: { caller: "api-key" } });
    const weak = await createKey(page, "weak", false);
    expect((await callGoods(weak)).status).toBe(403);

    await press(page, "Manage terminal");
    await press(page, "Rotate");
    await press(page, "Rotate key");
    const next = await store(page);
    expect([(await callGoods(key)).status, (await callGoods(next)).status]).toEqual([401, 200]);
    await press(page, "Manage terminal");
    await press(page, "Delete");
    await press(page, "Delete key");
    await row(page, "terminal").waitFor({ state: "detached" });
    expect((await callGoods(next)).status).toBe(401);
  });

  test("keys of an organization are on its own screen", async () => {
    const page = await visitor.visit("/");
    await signUp(page, newUser());
    await found(page, "Key Makers");
    await page.goto("/organization");
    await press(page, "API keys");
    await page.getByText("For programs that call this app for Key Makers.").waitFor();
    const key = await createKey(page, "robot", true);
    expect((await callGoods(key)).status).toBe(200);
    await page.goto("/api-keys");
    await page.getByText("There are no keys yet.").waitFor();
  });

  test("a device is approved by its code, and calls the route with its token", async () => {
    const page = await visitor.visit("/");
    await signUp(page, newUser());
    const ask = async (path: string, body: object) => {
      const headers = { "content-type": "application/json" };
      const init = { method: "POST", headers, body: JSON.stringify({ client_id: "tea-cli", ...body }) };
      return (await fetch(`${visitor.demo.url}/api/auth/device/${path}`, init)).json();
    };
    const { user_code, device_code } = await ask("code", { scope: "goods" });
    await page.goto("/device");
    await typeInto(page, { Code: user_code });
    await page.getByText("Read the goods").waitFor();
    await press(page, "Allow");
    await page.getByRole("button", { name: "Allow" }).waitFor({ state: "detached" });
    const grant_type = "urn:ietf:params:oauth:grant-type:device_code";
    const { access_token } = await ask("token", { grant_type, device_code });
    const headers = { authorization: `Bearer ${access_token}` };
    expect(await (await fetch(`${visitor.demo.url}/api/goods`, { headers })).json()).toMatchObject({
      caller: "session",
    });
  });
});
