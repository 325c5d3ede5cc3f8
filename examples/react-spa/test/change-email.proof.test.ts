import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { intercept } from "../../../tests/harness/chromium.ts";
import { asksFor } from "./step-up.ts";
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
  signOut,
  signUp,
  signUpConfirmed,
} from "./test-user.ts";

async function change(page: Page, newEmail: string): Promise<void> {
  await page.goto("/account/email");
  await page.getByLabel("New email address").fill(newEmail);
  await page.getByRole("button", { name: "Change address" }).click();
}

describe.skipIf(!executablePath)("changing the address", () => {
  const visitor = setUp();

  test("needs an approval of the present one, then a confirmation of the new one", async () => {
    const person = newUser();
    const { email: newEmail } = newUser();
    const page = await visitor.visit("/");
    await signUpConfirmed(page, person);
    await change(page, newEmail);
    await heading(page, "First, your current address");
    await expect.poll(() => countEmails(page, newEmail, messages.confirm[0])).toBe(0);

    const approved = await followEmail(page, person.email, ...messages.approve);
    await heading(approved, "One more email");
    await approved.getByText(newEmail).waitFor();
    await expect.poll(() => countEmails(page, person.email, messages.changedEmail[0])).toBe(1);
    const verified = await followEmail(page, newEmail, ...messages.confirm);
    await heading(verified, "Your address is verified");
    await verified.getByText(`${newEmail} is yours`).waitFor();

    const again = await followEmail(page, person.email, ...messages.approve);
    await heading(again, "Your address is verified");
    await signOut(page);
    await signIn(page, person.email, person.password);
    await errorAt(page, "Password", /do not match/);
    await signIn(page, newEmail, person.password);
    await heading(page, `Welcome, ${person.name}`);
  });

  test("works only in the browser in which its reader is signed in", async () => {
    const person = newUser();
    const page = await visitor.visit("/");
    await signUpConfirmed(page, person);
    await change(page, newUser().email);
    await heading(page, "First, your current address");
    const elsewhere = await visitor.visit("/");
    const opened = await followEmail(elsewhere, person.email, ...messages.approve);
    await heading(opened, "Sign in first");
    await page.goto("/account/email");
    await page.getByText(person.email).first().waitFor();
  });

  test("happens at once while the present one is not confirmed", async () => {
    const person = newUser();
    const { email: newEmail } = newUser();
    const page = await visitor.visit("/");
    await signUp(page, person);
    await change(page, newEmail);
    await heading(page, "Verify the new address");
    const opened = await followEmail(page, newEmail, ...messages.confirm);
    await heading(opened, "Your address is verified");
  });

  test("shows problems of the new one at its field", async () => {
    const [person, other] = [newUser(), newUser()];
    await signUp(await visitor.visit("/"), other);
    const page = await visitor.visit("/");
    await signUp(page, person);
    await change(page, other.email);
    await errorAt(page, "New email address", /cannot be used/);
    await change(page, person.email.toUpperCase());
    await errorAt(page, "New email address", /your address already/);
    await change(page, "half@");
    await errorAt(page, "New email address", /not a complete email address/);
  });

  test("asks for the password again after a long time, and then continues with the typed input", async () => {
    const person = newUser();
    const page = await visitor.visit("/");
    await signUpConfirmed(page, person);
    const isTooOld = asksFor(1, "password");
    await intercept(page, "**/change-email", (route) => route.fulfill(isTooOld), { times: 1 });
    await change(page, newUser().email);
    const dialog = page.getByRole("dialog", { name: "Confirm that it is you" });
    await dialog.getByLabel("Password", { exact: true }).fill("not the password");
    await page.keyboard.press("Enter");
    await dialog.getByText("This is not your password.").waitFor();
    await dialog.getByLabel("Password", { exact: true }).fill(person.password);
    await page.keyboard.press("Enter");
    await heading(page, "First, your current address");

    await intercept(page, "**/change-email", (route) => route.fulfill(isTooOld), { times: 1 });
    await change(page, newUser().email);
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("alert").getByText("No change was made").waitFor();
    await expect.poll(() => dialog.count()).toBe(0);
  });
});
