import { publicOptions } from "@keyhold/public-options";
import { social } from "@keyhold/social";
import { google } from "@keyhold/social/google";
import { describe, expect, test } from "vitest";
import { executablePath, heading, setUp } from "./pages.js";

describe.skipIf(!executablePath)("a server with a provider only", () => {
  const key = { clientId: "test", clientSecret: "test" };
  const visitor = setUp({
    emailAndPassword: { enabled: false },
    plugins: [publicOptions(), social({ providers: [google(key)] })],
  });

  test("shows its button, and no field of what the server does not offer", async () => {
    const page = await visitor.visit("/sign-in");
    await heading(page, "Sign in to Tea Shop");
    await expect.poll(() => page.getByRole("button").allTextContents()).toHaveLength(1);
    await expect.poll(() => page.getByRole("button", { name: "Continue with Google" }).count()).toBe(1);
    await expect.poll(() => page.locator("input").count()).toBe(0);
    await expect.poll(() => page.getByRole("link").count()).toBe(0);
  });
});

describe.skipIf(!executablePath)("a server without sign-up and without emails", () => {
  const visitor = setUp({
    emailAndPassword: { enabled: true, disableSignUp: true },
    plugins: [publicOptions()],
  });

  test("shows neither a link to sign up nor one for a forgotten password where emails cannot be sent", async () => {
    const page = await visitor.visit("/sign-in");
    await heading(page, "Sign in to Tea Shop");
    await expect.poll(() => page.getByLabel("Email", { exact: true }).count()).toBe(1);
    await expect.poll(() => page.getByRole("link", { name: "Create an account" }).count()).toBe(0);
    await page.goto("/sign-up");
    await page.getByText("New users cannot sign up here.").waitFor();
    await expect.poll(() => page.locator("input").count()).toBe(0);
  });
});

describe.skipIf(!executablePath)("a server with a challenge", () => {
  const visitor = setUp({
    emailAndPassword: { enabled: true },
    challenge: ({ action, response }) => response === `solved ${action}`,
    plugins: [publicOptions()],
  });

  test("gets the response of the app's CAPTCHA with each call, and its failure is told", async () => {
    const page = await visitor.visit("/sign-in");
    const send = async (): Promise<void> => {
      await page.getByLabel("Email", { exact: true }).fill("ada@example.com");
      await page.getByLabel("Password", { exact: true }).fill("a few good words");
      await page.keyboard.press("Enter");
    };
    await heading(page, "Sign in to Tea Shop");
    await send();
    await page.getByText("We could not verify that you are human.").waitFor();
    await page.evaluate("globalThis.solve = async (action) => 'solved ' + action");
    await send();
    await page.getByText("This email address and password do not match.").waitFor();
    await page.getByRole("link", { name: "Create an account" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Ada");
    await send();
    await heading(page, "Welcome, Ada");
  });
});

describe.skipIf(!executablePath)("a server without the plugin publicOptions()", () => {
  const visitor = setUp({ plugins: [] });

  test("shows what every server has, after the failed request", async () => {
    const page = await visitor.visit("/sign-in");
    await heading(page, "Sign in");
    await expect.poll(() => page.locator("input[name=password]").count()).toBe(1);
  });
});
