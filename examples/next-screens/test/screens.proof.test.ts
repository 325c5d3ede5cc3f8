import { rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { authenticatorOf } from "../../../tests/harness/authenticator.ts";
import { executablePath, sharedBrowser } from "../../../tests/harness/chromium.ts";
import { tabTo, typeInto } from "../../../tests/harness/keyboard.ts";
import { build, freePort, migrate, type RunningApp, start } from "../../next/test/next-app.ts";

const folder = fileURLToPath(new URL("..", import.meta.url));
const ada = { name: "Ada", email: "ada@example.com", username: "ada_1", password: "a few good words" };

describe.skipIf(!executablePath)("the screens in an app of Next.js", () => {
  let app: RunningApp;
  let origin: string;
  const complaints: string[] = [];

  beforeAll(async () => {
    await build(folder);
    const port = await freePort();
    origin = `http://localhost:${port}`;
    const file = join(folder, ".next/test.sqlite");
    rmSync(file, { force: true });
    const env = { AUTH_SECRET: "only for this test: 4f9b7c21d8e3a650", BASE_URL: origin, DATABASE_FILE: file };
    await migrate(folder, env);
    app = start(folder, port, env);
    await app.printed("Ready in");
  }, 300_000);
  afterAll(() => app?.stop());

  async function visit(path: string): Promise<Page> {
    const browser = await sharedBrowser();
    const context = await browser.newContext({ baseURL: origin });
    context.setDefaultTimeout(15_000);
    context.on("weberror", (error) => complaints.push(String(error.error())));
    context.on("console", (message) => {
      const isFailedCall = message.text().startsWith("Failed to load resource");
      if (["error", "warning"].includes(message.type()) && !isFailedCall) complaints.push(message.text());
    });
    const page = await context.newPage();
    await page.goto(path);
    return page;
  }

  const heading = (page: Page, name: string): Promise<void> =>
    page.getByRole("heading", { level: 1, name, exact: true }).waitFor();

  test("are in the HTML of the server, with the fields that the server offers", async () => {
    const html = await (await fetch(`${origin}/sign-in`)).text();
    expect(html).toContain("Sign in to Tea Shop");
    expect(html).toContain("Email or username");
    expect(html).toContain('autoComplete="current-password"');
    expect(await (await fetch(`${origin}/sign-up`)).text()).toContain("At least 8 characters.");
  });

  test("sign up, sign out and sign in by the keyboard alone, without a warning of React", {
    timeout: 90_000,
  }, async () => {
    const page = await visit("/sign-up");
    await heading(page, "Create your Tea Shop account");
    await typeInto(page, { Name: ada.name, Email: ada.email, Username: ada.username, Password: ada.password });
    await heading(page, "Welcome, Ada");
    await page.goto("/sign-in");
    await heading(page, "Welcome, Ada");
    await tabTo(page, "Sign out");
    await page.keyboard.press("Enter");
    await heading(page, "Tea Shop");
    await tabTo(page, "Sign in");
    await page.keyboard.press("Enter");
    await heading(page, "Sign in to Tea Shop");
    await typeInto(page, { "Email or username": ada.username, Password: "not the password" });
    await page.getByText("This username and password do not match.").waitFor();
    await page.keyboard.press("Control+A");
    await page.keyboard.type(ada.password);
    await page.keyboard.press("Enter");
    await heading(page, "Welcome, Ada");
    expect(complaints).toEqual([]);
  });

  test("set up a second factor and ask for it at the next sign-in, by the keyboard alone", {
    timeout: 120_000,
  }, async () => {
    const bob = { name: "Bob", email: "bob@example.com", username: "bob_1", password: "a few good words" };
    const page = await visit("/sign-up");
    await heading(page, "Create your Tea Shop account");
    await typeInto(page, { Name: bob.name, Email: bob.email, Username: bob.username, Password: bob.password });
    await heading(page, "Welcome, Bob");
    await page.goto("/account/two-factor");
    await heading(page, "Two-factor authentication");
    await typeInto(page, { Password: bob.password });
    await heading(page, "Save your backup codes");
    const codes = await page.locator(".kh-backup-codes code").allTextContents();
    await tabTo(page, "I have saved them");
    await page.keyboard.press("Enter");
    await heading(page, "Connect your app");
    const secret = (await page.locator(".kh-secret code").textContent())?.replaceAll(" ", "") ?? "";
    await typeInto(page, { Code: authenticatorOf(secret).next() });
    await page.getByText("10 left", { exact: true }).waitFor();

    await page.goto("/");
    await tabTo(page, "Sign out");
    await page.keyboard.press("Enter");
    await heading(page, "Tea Shop");
    await page.goto("/sign-in?redirect=/account/profile");
    await heading(page, "Sign in to Tea Shop");
    await typeInto(page, { "Email or username": bob.email, Password: bob.password });
    await heading(page, "One more step");
    await tabTo(page, "Lost your phone? Use a backup code");
    await page.keyboard.press("Enter");
    await typeInto(page, { "Backup code": codes[0] ?? "" });
    await heading(page, "Set up your second factor again");
    expect(complaints).toEqual([]);
  });

  test("go from one to another without loading a page, and keep what a link has brought", async () => {
    const page = await visit("/sign-in");
    await page.evaluate("globalThis.isSamePage = true");
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await heading(page, "Forgot your password?");
    await page.getByRole("link", { name: "Sign in" }).click();
    await heading(page, "Sign in to Tea Shop");
    expect(await page.evaluate("globalThis.isSamePage")).toBe(true);

    await page.goto("/reset-password?token=some-token");
    await heading(page, "Choose a new password");
    await page.waitForURL(`${origin}/reset-password`);
    await page.reload();
    await heading(page, "Choose a new password");
    expect(complaints).toEqual([]);
  });
});
