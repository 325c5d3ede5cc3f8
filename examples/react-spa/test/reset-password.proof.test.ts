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

const newPassword = "several better words";

describe.skipIf(!executablePath)("a forgotten password", () => {
  const visitor = setUp();

  test("is replaced by the link of the email, which ends every session and works once", async () => {
    const person = newUser();
    const signedIn = await visitor.visit("/");
    await signUp(signedIn, person);

    const page = await visitor.visit("/sign-in");
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await heading(page, "Forgot your password?");
    await page.getByLabel("Email").fill(person.email);
    await page.getByRole("button", { name: "Send the link" }).click();
    await heading(page, "Check your email");

    const opened = await followEmail(page, person.email, ...messages.reset);
    await heading(opened, "Choose a new password");
    await expect.poll(() => opened.url()).toBe(`${visitor.demo.url}/reset-password`);
    await opened.reload();
    await opened.getByLabel("New password", { exact: true }).fill("short");
    await opened.getByRole("button", { name: "Set password" }).click();
    await errorAt(opened, "New password", /at least 8 characters/);
    await opened.getByLabel("New password", { exact: true }).fill(newPassword);
    await opened.getByRole("button", { name: "Set password" }).click();
    await heading(opened, "Your new password is set");
    await expect.poll(() => opened.evaluate(() => document.activeElement?.tagName)).toBe("H1");

    await signedIn.reload();
    await heading(signedIn, "Sign-in that lives in your own app");
    await signIn(opened, person.email, person.password);
    await errorAt(opened, "Password", /do not match/);
    await signIn(opened, person.email, newPassword);
    await heading(opened, `Welcome, ${person.name}`);
    await expect.poll(() => countEmails(page, person.email, messages.changedPassword[0])).toBe(1);

    const again = await followEmail(page, person.email, ...messages.reset);
    await heading(again, "This link does not work");
    await again.getByRole("link", { name: "Get a new link" }).click();
    await heading(again, "Forgot your password?");
  });

  test("of an email address without an account looks the same, and sends no email", async () => {
    const person = newUser();
    const page = await visitor.visit("/forgot-password");
    await page.getByRole("button", { name: "Send the link" }).click();
    await errorAt(page, "Email", /Enter your email address/);
    await page.getByLabel("Email").fill("half@");
    await page.getByRole("button", { name: "Send the link" }).click();
    await errorAt(page, "Email", /not a complete email address/);
    await page.getByLabel("Email").fill(person.email);
    await page.getByRole("button", { name: "Send the link" }).click();
    await heading(page, "Check your email");
    await expect.poll(() => countEmails(page, person.email, messages.reset[0])).toBe(0);
    await page.getByRole("button", { name: "Use another address" }).click();
    await heading(page, "Forgot your password?");
  });
});
