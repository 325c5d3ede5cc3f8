import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import {
  countEmails,
  errorAt,
  executablePath,
  followEmail,
  heading,
  messages,
  newUser,
  setUp,
  signIn,
  signUp,
} from "./test-user.ts";

async function ask(page: Page, address: string, password: string): Promise<void> {
  await page.getByRole("textbox", { name: "Your email address" }).fill(address);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Delete my account" }).click();
}

describe.skipIf(!executablePath)("an account", () => {
  const visitor = setUp();

  test("is deleted by the link of an email, in the browser of its owner only", async () => {
    const person = newUser();
    const page = await visitor.visit("/");
    await signUp(page, person);
    await page.getByRole("navigation").getByRole("link", { name: "Delete account" }).click();
    await heading(page, "Delete account");
    await ask(page, "somebody@example.com", person.password);
    await errorAt(page, "Your email address", new RegExp(`Type ${person.email} here`));
    await ask(page, person.email, "not the password");
    await errorAt(page, "Password", /not your password/);
    await expect.poll(() => countEmails(page, person.email, messages.remove[0])).toBe(0);
    await ask(page, person.email, person.password);
    await heading(page, "One more step");

    const elsewhere = await visitor.visit("/");
    const refused = await followEmail(elsewhere, person.email, ...messages.remove);
    await heading(refused, "Your account was not deleted");
    const deleted = await followEmail(page, person.email, ...messages.remove);
    await heading(deleted, "Delete your account?");
    await deleted.getByRole("button", { name: "Delete my account" }).click();
    await heading(deleted, "Your account is deleted");
    await deleted.getByRole("link", { name: "Back to the start" }).click();
    await heading(deleted, "Sign-in that lives in your own app");
    await signIn(page, person.email, person.password);
    await errorAt(page, "Password", /do not match/);
    await signUp(page, person);
  });

  test("is not called deleted where the session could not be read", async () => {
    const page = await visitor.visit("/");
    await page.route("**/get-session", (route) => route.fulfill({ status: 501, json: {} }));
    await page.goto("/account-deleted?from=email");
    await page.getByRole("button", { name: "Try again" }).first().waitFor();
    await page.unroute("**/get-session");
    await page.getByRole("button", { name: "Try again" }).first().click();
    await heading(page, "Your account is deleted");
  });

  test("stays if the link belongs to another account or is followed after a long time", async () => {
    const person = newUser();
    const page = await visitor.visit("/");
    await signUp(page, person);
    await page.goto("/api/auth/delete-user/callback?token=other&callbackURL=%2Faccount-deleted%3Ffrom%3Dletter");
    await heading(page, "Your account was not deleted");
    await page.goto("/account-deleted?from=email&error=session_is_not_fresh");
    await heading(page, "Confirm that it is you");
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByRole("dialog").getByLabel("Password", { exact: true }).fill(person.password);
    await page.keyboard.press("Enter");
    await heading(page, "Thank you");
    await page.goto("/");
    await page.goto("/account-deleted");
    await heading(page, `Welcome, ${person.name}`);
  });
});
