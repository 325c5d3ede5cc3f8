import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { checkScreens } from "../../../tests/harness/axe.ts";
import { intercept } from "../../../tests/harness/chromium.ts";
import { tabTo, typeInto } from "../../../tests/harness/keyboard.ts";
import { expectGoodLook, narrow } from "./checked-look.js";
import { type At, createPerson, signInAs } from "./every-plugin.js";
import { asksForPassword, setUpMachines } from "./machines.js";
import { executablePath, heading } from "./pages.js";

const grant_type = "urn:ietf:params:oauth:grant-type:device_code";
const title = "Connect a device";

interface Codes {
  readonly device_code: string;
  readonly user_code: string;
}

describe.skipIf(!executablePath)("the screen that connects a device", () => {
  const { visitor, visitAs } = setUpMachines();

  /** What a device sends: no browser, and no cookie. */
  const send = (path: string, form: Record<string, string>): Promise<Response> =>
    fetch(`${visitor.server.url}/api/auth/device${path}`, {
      method: "POST",
      body: new URLSearchParams({ client_id: "cli", ...form }),
    });
  const begin = async (scope = "deploy read:logs"): Promise<Codes> => (await send("/code", { scope })).json();
  const poll = async ({ device_code }: Codes): Promise<{ error?: string; access_token?: string }> =>
    (await send("/token", { grant_type, device_code })).json();

  /** Opens a code by the keyboard alone. */
  async function open(page: Page, code: string): Promise<void> {
    await heading(page, title);
    await page.getByText("Enter only a code that your own device shows.").waitFor();
    await typeInto(page, { Code: code });
    await heading(page, "Allow Tea CLI?");
  }

  test("asks who, from where and what for, and connects the device by the keyboard alone", async () => {
    const { page, person } = await visitAs("/device");
    const codes = await begin();
    await open(page, codes.user_code.toLowerCase().replace("-", ""));
    const facts = page.locator(".kh-facts");
    for (const text of [codes.user_code, "deploy", "read:logs", person.email]) await facts.getByText(text).waitFor();
    await facts.getByText(/^(::1|127\.0\.0\.1|::ffff:127\.0\.0\.1)$/).waitFor();
    await facts.getByText("(Germany)").waitFor();
    await page.getByText("If another person has sent you the code, deny it.").waitFor();
    expect(visitor.server.requests).not.toContain("POST /device/approve");
    await tabTo(page, "Allow");
    await page.keyboard.press("Enter");
    await heading(page, "Your device is connected");
    await page.getByText("Tea CLI is signed in. You can close this page.").waitFor();
    expect((await poll(codes)).access_token).toBeTruthy();
    await page.goto("/account/devices");
    await page.locator(".kh-list li").filter({ hasText: "Tea CLI" }).waitFor();
    await page.getByRole("button", { name: "Sign out Tea CLI" }).click();
    await page.getByText("Tea CLI is signed out.").waitFor();
  });

  test("has the code of the URL, which leaves the URL, survives a sign-in, and gives no approval by itself", async () => {
    const codes = await begin();
    const page = await visitor.visit(`/device?user_code=${codes.user_code}`);
    const { email, password } = await createPerson();
    await page.getByLabel("Email or username").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.keyboard.press("Enter");
    await heading(page, title);
    await expect.poll(() => page.getByLabel("Code", { exact: true }).inputValue()).toBe(codes.user_code);
    await expect.poll(() => page.url()).toBe(`${visitor.server.url}/device`);
    const decisions = () => visitor.server.requests.filter((request) => /device\/(open|approve)/.test(request));
    const before = decisions();
    await page.reload();
    await expect.poll(() => page.getByLabel("Code", { exact: true }).inputValue()).toBe(codes.user_code);
    expect(decisions()).toEqual(before);
    await page.getByRole("button", { name: "Continue" }).click();
    await heading(page, "Allow Tea CLI?");
    await page.getByRole("button", { name: "Deny" }).click();
    await heading(page, "Access is denied");
    await page.getByText("Tea CLI gets no access to your account. You can close this page.").waitFor();
    expect((await poll(codes)).error).toBe("access_denied");
    await page.getByRole("button", { name: "Enter another code" }).click();
    await expect.poll(() => page.getByLabel("Code", { exact: true }).inputValue()).toBe("");
    await typeInto(page, { Code: codes.user_code });
    await page.getByText(/^This code (was answered before|does not work)/).waitFor();
  });

  test("asks for a newer proof before the approval, which then goes on", async () => {
    const { page, person } = await visitAs("/device");
    const codes = await begin("");
    await open(page, codes.user_code);
    await page.locator(".kh-facts").getByText("Sign in only").waitFor();
    await intercept(page, "**/device/approve", (route) => route.fulfill(asksForPassword), { times: 1 });
    await page.getByRole("button", { name: "Allow", exact: true }).click();
    await page.getByRole("dialog").getByLabel("Password", { exact: true }).fill(person.password);
    await page.keyboard.press("Enter");
    await heading(page, "Your device is connected");
  });

  test("says plainly why a code is refused, and keeps it", async () => {
    const { page } = await visitAs("/device");
    await heading(page, title);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("Enter the code of your device.").waitFor();
    await typeInto(page, { Code: "BBBB-BBBB" });
    await page.getByText("This code does not work. Check the letters").waitFor();
    await expect.poll(() => page.evaluate("document.activeElement.name")).toBe("code");
    const codes = await begin();
    const other = await visitAs("/device");
    await open(other.page, codes.user_code);
    await page.getByLabel("Code", { exact: true }).fill(codes.user_code);
    await page.keyboard.press("Enter");
    await page.getByText("Another user has opened this code.").waitFor();
    const answer = (status: number, json: object, headers = {}) =>
      intercept(page, "**/device/open", (route) => route.fulfill({ status, json, headers }), { times: 1 });
    await answer(400, { code: "EXPIRED_TOKEN", message: "" });
    await page.keyboard.press("Enter");
    await page.getByText("This code is too old.").waitFor();
    await answer(429, { code: "TOO_MANY_REQUESTS", message: "" }, { "retry-after": "120" });
    await page.keyboard.press("Enter");
    await page.getByText("Too many tries. Wait 2 minutes, then try again.").waitFor();
    await page.getByRole("button", { name: /^Wait 2 min/ }).waitFor();
    await intercept(
      other.page,
      "**/device/approve",
      (route) => route.fulfill({ status: 400, json: { code: "EXPIRED_TOKEN", message: "" } }),
      { times: 1 },
    );
    await other.page.getByRole("button", { name: "Allow", exact: true }).click();
    await other.page.getByRole("alert").getByText("This code is too old.").waitFor();
    await other.page.getByRole("button", { name: "Enter another code" }).waitFor();
  });

  test.each(["en", "ar"] as const)(
    "in %s passes axe, and does not scroll sideways from 320 pixels on",
    async (language) => {
      const at: At = await visitAs("about:blank");
      const { page } = at;
      await page.emulateMedia({ reducedMotion: "reduce" });
      await page.setViewportSize(narrow);
      await page.context().addCookies([{ name: "lang", value: language, url: visitor.server.url }]);
      const checks = checkScreens();
      const codes = await begin();
      await page.goto(`/device?user_code=${codes.user_code}`);
      await page.locator("input[name=code]").waitFor();
      await expectGoodLook(page, checks, { name: "enter", language });
      await page.locator("form button").click();
      await page.locator(".kh-facts").waitFor();
      await expectGoodLook(page, checks, { name: "decide", language });
      await page.locator(".kh-choices button").first().click();
      await page.locator(".kh-facts").waitFor({ state: "detached" });
      await expectGoodLook(page, checks, { name: "connected", language });
    },
  );

  test("leads a signed-out user without a code to the sign-in, too, and back", async () => {
    const page = await visitor.visit("/device");
    await page.waitForURL("**/sign-in?redirect=%2Fdevice");
    await signInAs({ page, server: visitor.server }, await createPerson());
    await page.reload();
    await heading(page, title);
  });
});
