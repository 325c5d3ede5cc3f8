import type { Page } from "playwright-core";
import { heading, type Person } from "./test-user.ts";

/** Goes to the demo's own provider, and waits for its page. */
export async function goToExampleId(page: Page, button = "Continue with Example ID"): Promise<void> {
  await page.getByRole("button", { name: button }).click();
  await heading(page, "Sign in with Example ID");
}

/** At the provider's page: enters a name and an email address, verified or not. */
export async function introduce(page: Page, { name, email }: Person, isVerified = true): Promise<void> {
  await page.getByText("Another user").click();
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("The provider has verified").setChecked(isVerified);
  await page.getByRole("button", { name: "Continue" }).click();
}

/** The whole sign-in from the sign-in screen, for a signed-out browser. */
export async function comeByExampleId(page: Page, person: Person, isVerified = true): Promise<void> {
  await page.goto("/sign-in");
  await goToExampleId(page);
  await introduce(page, person, isVerified);
}

/** At the provider's page. */
export const cancel = (page: Page): Promise<void> => page.getByRole("button", { name: "Cancel" }).click();

/** The error on the screen after a failed sign-in with a provider. */
export const denial = (page: Page, text: string | RegExp): Promise<void> =>
  page.getByRole("alert").getByText(text).waitFor();
