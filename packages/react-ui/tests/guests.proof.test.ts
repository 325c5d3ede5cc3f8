import { describe, expect, test } from "vitest";
import { intercept } from "../../../tests/harness/chromium.ts";
import { tabTo, typeInto } from "../../../tests/harness/keyboard.ts";
import { executablePath, heading, newPerson, setUp } from "./pages.js";

describe.skipIf(!executablePath)("a guest", () => {
  const visitor = setUp();
  const userId = "client.getSession().then(({ data }) => data.user.id)";

  test("signs in by a button, and keeps the id at the sign-up", async () => {
    const page = await visitor.visit("/sign-in?redirect=/orders");
    await tabTo(page, "Continue as guest");
    await page.keyboard.press("Enter");
    await page.waitForURL(({ pathname }) => pathname === "/orders");
    const id = await page.evaluate(userId);
    // A guest reaches the screens of a sign-up, which a signed-in user leaves.
    await page.goto("/sign-up");
    await heading(page, "Create your Tea Shop account");
    const { name, email, password } = newPerson();
    await typeInto(page, { Name: name, Email: email, Username: `u${Date.now()}`, Password: password });
    await heading(page, `Welcome, ${name}`);
    expect(await page.evaluate(userId)).toBe(id);
  });

  test("is not asked to continue as a guest again", async () => {
    const page = await visitor.visit("/sign-in");
    await page.getByRole("button", { name: "Continue as guest" }).click();
    await heading(page, "Welcome, Anonymous");
    await page.goto("/sign-in");
    await heading(page, "Sign in to Tea Shop");
    await expect.poll(() => page.getByRole("button", { name: "Continue as guest" }).count()).toBe(0);
  });

  test("learns why the server takes no guest now", async () => {
    const page = await visitor.visit("/sign-in");
    await intercept(page, "**/sign-in/anonymous", (route) => route.abort(), { times: 1 });
    await page.getByRole("button", { name: "Continue as guest" }).click();
    await page.locator(".kh-passkey [role=alert]").getByText(/./).waitFor();
  });
});
