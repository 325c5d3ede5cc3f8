import type { Page } from "playwright-core";
import { heading, type Person } from "./test-user.ts";

/** Asks to be sent to the demo's own provider, and waits for its page. */
export async function goToExampleId(page: Page, button = "Continue with Example ID"): Promise<void> {
  await page.getByRole("button", { name: button }).click();
  await heading(page, "Sign in with Example ID");
}

/** At the provider's page: says who they are, with an address that the provider has proof of or not. */
export async function introduce(page: Page, { name, email }: Person, isVerified = true): Promise<void> {
  await page.getByText("Somebody else").click();
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Address", { exact: true }).fill(email);
  await page.getByLabel("The provider has proof").setChecked(isVerified);
  await page.getByRole("button", { name: "Continue" }).click();
}

/** The whole way from the sign-in screen, for somebody who is signed out. */
export async function comeByExampleId(page: Page, person: Person, isVerified = true): Promise<void> {
  await page.goto("/sign-in");
  await goToExampleId(page);
  await introduce(page, person, isVerified);
}

/** At the provider's page. */
export const cancel = (page: Page): Promise<void> => page.getByRole("button", { name: "Cancel" }).click();

/** What the page says to somebody who is back from a provider and not let in. */
export const refusal = (page: Page, text: string | RegExp): Promise<void> =>
  page.getByRole("alert").getByText(text).waitFor();
