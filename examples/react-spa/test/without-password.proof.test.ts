import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { intercept } from "../../../tests/harness/chromium.ts";
import { cancel, comeByExampleId, denial, goToExampleId, introduce } from "./example-id.ts";
import { asksFor } from "./step-up.ts";
import {
  errorAt,
  executablePath,
  followEmail,
  heading,
  messages,
  newUser,
  type Person,
  setUp,
  signIn,
} from "./test-user.ts";

const isTooOld = asksFor(1, "social");

/** The id and the token of the page's session. */
async function sessionOf(page: Page): Promise<{ readonly id: string; readonly token: string | undefined }> {
  const { session } = await (await page.request.get("/api/auth/get-session")).json();
  const cookies = await page.context().cookies();
  return { id: session.id, token: cookies.find(({ name }) => name.endsWith("session_token"))?.value };
}

describe.skipIf(!executablePath)("a user without a password", () => {
  const visitor = setUp();

  async function arrive(isVerified = true): Promise<{ page: Page; person: Person }> {
    const person = newUser();
    const page = await visitor.visit("/");
    await comeByExampleId(page, person, isVerified);
    await heading(page, `Welcome, ${person.name}`);
    return { page, person };
  }

  async function getPassword(page: Page, { email, password }: Person): Promise<void> {
    await page.goto("/account/password");
    await page.getByRole("button", { name: "Send the link" }).click();
    await heading(page, "Check your email");
    const opened = await followEmail(page, email, ...messages.reset);
    await opened.getByLabel("New password", { exact: true }).fill(password);
    await opened.getByRole("button", { name: "Set password" }).click();
    await heading(opened, "Your new password is set");
    await opened.close();
  }

  test("gets the first one by an email, and keeps the provider", async () => {
    const { page, person } = await arrive();
    await page.goto("/account/password");
    await page.getByText("You have no password yet.").waitFor();
    await expect.poll(() => page.getByLabel("Current password").count()).toBe(0);
    await getPassword(page, person);
    await signIn(page, person.email, person.password);
    await heading(page, `Welcome, ${person.name}`);
    await page.goto("/account/sign-in");
    await page.getByRole("button", { name: "Unlink Example ID" }).waitFor();
    await expect.poll(() => page.getByRole("main").getByRole("listitem").count()).toBe(2);
    await page.goto("/account/password");
    await page.getByLabel("Current password").waitFor();
  });

  test("sees a warning that the email leaves no other credential if the address is not verified", async () => {
    const { page, person } = await arrive(false);
    await page.goto("/account/password");
    await page.getByText("The new password is then your only sign-in method").waitFor();
    await getPassword(page, person);
    await signIn(page, person.email, person.password);
    await heading(page, `Welcome, ${person.name}`);
    await page.goto("/account/sign-in");
    await page.getByRole("button", { name: "Link Example ID" }).waitFor();
  });

  test("gives a proof at the provider for a step that needs it, and returns to it in the same session", async () => {
    const { page, person } = await arrive();
    const { email: newEmail } = newUser();
    const change = async (): Promise<void> => {
      await page.getByLabel("New email address").fill(newEmail);
      await page.getByRole("button", { name: "Change address" }).click();
    };
    await page.goto("/account/email");
    await intercept(page, "**/change-email", (route) => route.fulfill(isTooOld), { times: 2 });
    await change();
    const dialog = page.getByRole("dialog", { name: "Confirm that it is you" });
    await dialog.waitFor();
    await expect.poll(() => dialog.getByLabel("Password", { exact: true }).count()).toBe(0);
    await goToExampleId(page);
    await cancel(page);
    await heading(page, "Email address");
    await denial(page, "You denied access at Example ID, and no change was made.");

    const before = await sessionOf(page);
    await change();
    await goToExampleId(page);
    await introduce(page, person);
    await heading(page, "Email address");
    const after = await sessionOf(page);
    expect(after.id).toBe(before.id);
    expect(after.token).not.toBe(before.token);
    await page.getByRole("status").getByText(`Thank you, ${person.name}.`).waitFor();
    await change();
    await heading(page, "First, your current address");
  });

  async function proveAs(page: Page, other: Person, need: typeof isTooOld): Promise<void> {
    await page.goto("/account/email");
    await intercept(page, "**/change-email", (route) => route.fulfill(need), { times: 1 });
    await page.getByLabel("New email address").fill(newUser().email);
    await page.getByRole("button", { name: "Change address" }).click();
    await goToExampleId(page);
    await introduce(page, other);
  }

  test("stays signed in when another account gave the proof, and is told", async () => {
    const { page, person } = await arrive();
    await proveAs(page, newUser(), isTooOld);
    await denial(page, "Example ID did not confirm that it is you.");
    await page.goto("/");
    await heading(page, `Welcome, ${person.name}`);
  });

  test("gets an explanation when another user signed in again at a provider that gives no proof", async () => {
    const { page } = await arrive();
    const other = newUser();
    await proveAs(page, other, asksFor(1));
    await page.getByText(`That was another account: you are signed in as ${other.email} now.`).waitFor();
  });

  test("deletes the account by its email address and an email", async () => {
    const { page, person } = await arrive();
    await page.goto("/account/delete");
    const confirmation = page.getByRole("textbox", { name: "Your email address" });
    await confirmation.fill("somebody@example.com");
    await expect.poll(() => page.getByLabel("Password", { exact: true }).count()).toBe(0);
    await page.getByRole("button", { name: "Delete my account" }).click();
    await errorAt(page, "Your email address", new RegExp(`Type ${person.email} here`));
    await confirmation.fill(person.email);
    await page.getByRole("button", { name: "Delete my account" }).click();
    await heading(page, "One more step");

    await page.goto("/account-deleted?from=email&error=session_is_not_fresh");
    await heading(page, "Confirm that it is you");
    for (const decide of [cancel, (there: Page) => introduce(there, person)]) {
      await page.getByRole("button", { name: "Confirm" }).click();
      await goToExampleId(page);
      await decide(page);
      if (decide === cancel) await denial(page, "You denied access at Example ID");
    }
    await heading(page, "Thank you");
    const deleted = await followEmail(page, person.email, ...messages.remove);
    await deleted.getByRole("button", { name: "Delete my account" }).click();
    await heading(deleted, "Your account is deleted");
    await page.reload();
    await page.goto("/");
    await heading(page, "Sign-in that lives in your own app");
  });
});
