import type { Page } from "playwright-core";

/** Adds a passkey on the account's screen. */
export async function addPasskey(page: Page, name: string): Promise<void> {
  await page.goto("/account/passkeys");
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByText("Your passkey is added.").waitFor();
}
