import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { intercept } from "../../../tests/harness/chromium.ts";
import { errorAt, executablePath, heading, newUser, setUp, signIn, signUp } from "./test-user.ts";

const newPassword = "several better words";

async function change(page: Page, present: string, next: string): Promise<void> {
  await page.getByLabel("Current password", { exact: true }).fill(present);
  await page.getByLabel("New password", { exact: true }).fill(next);
  await page.getByRole("button", { name: "Change password" }).click();
}

describe.skipIf(!executablePath)("changing the password", () => {
  const visitor = setUp();

  test("ends the session in another browser, and not in this one", async () => {
    const person = newUser();
    const page = await visitor.visit("/");
    await signUp(page, person);
    const other = await visitor.visit("/");
    await signIn(other, person.username, person.password);
    await heading(other, `Welcome, ${person.name}`);
    await other.getByRole("navigation").getByRole("link", { name: "Profile" }).click();
    await heading(other, "Profile");

    await page.goto("/account/password");
    await change(page, person.password, newPassword);
    await page.getByRole("status").getByText("Your password is changed.").waitFor();
    await expect.poll(() => page.getByLabel("Current password").inputValue()).toBe("");
    await page.reload();
    await heading(page, "Password");

    // The other browser gets the error at its next step, and continues after signing in.
    await other.getByLabel("Name", { exact: true }).fill("Another name");
    await other.getByRole("button", { name: "Save" }).click();
    await heading(other, "Sign in to Keyhold example");
    await other.getByLabel("Email or username").fill(person.email);
    await other.getByLabel("Password", { exact: true }).fill(newPassword);
    await other.getByRole("button", { name: "Sign in", exact: true }).click();
    await heading(other, "Profile");
  });

  test("keeps other sessions if the user chooses that", async () => {
    const person = newUser();
    const page = await visitor.visit("/");
    await signUp(page, person);
    const other = await visitor.visit("/");
    await signIn(other, person.email, person.password);
    await heading(other, `Welcome, ${person.name}`);
    await page.goto("/account/password");
    await page.getByLabel("Sign out other devices").uncheck();
    await change(page, person.password, newPassword);
    await page.getByText("Your password is changed.").waitFor();
    await other.reload();
    await heading(other, `Welcome, ${person.name}`);
  });

  test("needs the present password and a valid new one, and shows problems at their fields", async () => {
    const person = newUser();
    const page = await visitor.visit("/");
    await signUp(page, person);
    await page.goto("/account/password");
    await page.getByRole("button", { name: "Change password" }).click();
    await errorAt(page, "Current password", /Enter your current password/);
    await change(page, "not the password", newPassword);
    await errorAt(page, "Current password", /not your current password/);
    await change(page, person.password, "password1");
    await errorAt(page, "New password", /easy to guess/);
  });

  test("shows how long to wait after too many tries", async () => {
    const page = await visitor.visit("/");
    const person = newUser();
    await signUp(page, person);
    await page.goto("/account/password");
    await intercept(page, "**/change-password", (route) =>
      route.fulfill({
        status: 429,
        headers: { "retry-after": "120" },
        json: { code: "TOO_MANY_REQUESTS", message: "" },
      }),
    );
    await change(page, person.password, newPassword);
    await page.getByRole("alert").getByText("Too many tries. Wait 2 minutes, then try again.").waitFor();
    await expect.poll(() => page.locator(":focus").textContent()).toContain("Too many tries");
    await page.getByRole("button", { name: /^Wait 2 min/ }).waitFor();
  });
});
