import { expect, test } from "vitest";
import { violations } from "../../../tests/harness/axe.ts";
import { typeInto } from "../../../tests/harness/keyboard.ts";
import { newPerson, type TestApp } from "./app.ts";
import { choose, heading, press, says } from "./keys.ts";

export function signInFlows(app: TestApp): void {
  const htmlOf = async (path: string, headers = {}): Promise<string> =>
    (await fetch(app.origin + path, { headers })).text();

  test("the HTML of the server has the forms, with the fields that the server offers and the wanted path", async () => {
    const html = await htmlOf("/sign-in?redirect=/account/email");
    expect(html).toContain("Sign in to Tea Shop");
    expect(html).toContain("Email or username");
    expect(html).toContain('autoComplete="current-password"');
    expect(html).toContain('href="/sign-up?redirect=%2Faccount%2Femail"');
    expect(await htmlOf("/sign-up")).toContain("At least 8 characters.");
    expect(await htmlOf("/reset-password?token=some-token")).toContain("Choose a new password");
  });

  test("the HTML of the server has the account and the header of the signed-in user", async () => {
    const amy = newPerson("Amy");
    const page = await app.visitAs(amy, "/account/email");
    const cookies = await page.context().cookies();
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    const html = await htmlOf("/account/email", { cookie });
    for (const text of ["Account menu: Amy", "Organization: No organization", "New email address", amy.email])
      expect(html).toContain(text);
    await heading(page, "Email address");
    expect(await violations(page)).toEqual([]);
  });

  test("the HTML of the server is in the language of the browser", async () => {
    const html = await htmlOf("/sign-in", { "accept-language": "ar-EG, en;q=0.5" });
    expect(html).toContain('<html lang="ar" dir="rtl"');
    expect(html).toContain("تسجيل الدخول إلى Tea Shop");
    const page = await app.visit("/sign-in", { locale: "de-AT" });
    await heading(page, "Bei Tea Shop anmelden");
    await expect.poll(() => page.locator("html").getAttribute("lang")).toBe("de");
  });

  test("a form that is sent before React has started does not show the password in the URL", async () => {
    const page = await app.visit("/sign-in", { javaScriptEnabled: false });
    await typeInto(page, { "Email or username": "ada@example.com", Password: "a few good words" });
    await page.getByRole("heading", { name: "Sign in to Tea Shop" }).waitFor();
    await expect.poll(() => page.url()).toBe(`${app.origin}/sign-in`);
  });

  test("a user signs up, signs out in the menu, and signs in", async () => {
    const ada = newPerson("Ada");
    const page = await app.visit("/sign-up");
    await heading(page, "Create your Tea Shop account");
    await typeInto(page, { Name: ada.name, Email: ada.email, Username: ada.username, Password: ada.password });
    await heading(page, "Welcome, Ada");
    await page.goto("/sign-in");
    await heading(page, "Welcome, Ada");
    await choose(page, "Account menu: Ada", "Sign out");
    await heading(page, "Tea Shop");
    await press(page, "Sign in");
    await heading(page, "Sign in to Tea Shop");
    await typeInto(page, { "Email or username": ada.username, Password: "not the password" });
    await says(page, "This username and password do not match.");
    await page.keyboard.press("Control+A");
    await page.keyboard.type(ada.password);
    await page.keyboard.press("Enter");
    await heading(page, "Welcome, Ada");
  });

  test("screens go from one to another without loading a page, and keep what a link has brought", async () => {
    const page = await app.visit("/sign-in");
    await heading(page, "Sign in to Tea Shop");
    await page.evaluate("globalThis.isSamePage = true");
    await press(page, "Forgot your password?");
    await heading(page, "Forgot your password?");
    await press(page, "Sign in");
    await heading(page, "Sign in to Tea Shop");
    expect(await page.evaluate("globalThis.isSamePage")).toBe(true);

    await page.goto("/reset-password?token=some-token");
    await heading(page, "Choose a new password");
    await page.waitForURL(`${app.origin}/reset-password`);
    // As an app does when its server components are out of date.
    await page.evaluate("next.router.refresh()");
    await page.waitForLoadState("networkidle");
    await expect.poll(() => page.url()).toBe(`${app.origin}/reset-password`);
    await page.reload();
    await heading(page, "Choose a new password");
  });
}
