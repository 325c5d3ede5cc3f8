import type { Page } from "playwright-core";
import { type Authenticator, authenticatorOf } from "../../../tests/harness/authenticator-app.ts";
import { heading, type Person } from "./test-user.ts";

/** What a user has after setting up an app. */
export interface Enrolled {
  readonly app: Authenticator;
  readonly backupCodes: readonly string[];
}

export const shownCodes = (page: Page): Promise<string[]> =>
  page.getByRole("list", { name: "Backup codes" }).getByRole("listitem").allInnerTexts();

/** The key on the screen that connects an app, without its blanks. */
export const shownKey = async (page: Page): Promise<string> =>
  ((await page.locator(".secret, .kh-secret code").textContent()) ?? "").replaceAll(" ", "");

/** From the screen of backup codes to the confirmation. */
export async function connectApp(page: Page): Promise<Enrolled> {
  await heading(page, "Save your backup codes");
  const backupCodes = await shownCodes(page);
  await page.getByRole("button", { name: "I have saved them" }).click();
  await heading(page, "Connect your app");
  const app = authenticatorOf(await shownKey(page));
  // The last digit submits the code.
  await page.getByLabel("Code", { exact: true }).fill(app.next());
  return { app, backupCodes };
}

/** Sets up an app for a signed-in user with a password, on the account's screen. */
export async function enrol(page: Page, { password }: Person): Promise<Enrolled> {
  await page.goto("/account/two-factor");
  await page.getByRole("button", { name: "Set up an app" }).click();
  await confirmByPassword(page, password);
  const enrolled = await connectApp(page);
  await page.getByText("10 left", { exact: true }).waitFor();
  return enrolled;
}

/** In the dialog before a change of the factors. */
export async function confirmByPassword(page: Page, password: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Confirm that it is you" });
  await dialog.getByLabel("Password", { exact: true }).fill(password);
  await dialog.getByRole("button", { name: "Continue" }).click();
}

/** On the second step of a sign-in. */
export async function giveCode(page: Page, code: string, { trust = false } = {}): Promise<void> {
  await heading(page, "One more step");
  if (trust) await page.getByLabel("Trust this browser").check();
  await page.getByLabel("Code", { exact: true }).fill(code);
}

/** Chooses the backup code in place of the app, and gives one. */
export async function giveBackupCode(page: Page, code = ""): Promise<void> {
  await page.getByRole("button", { name: "Lost your phone? Use a backup code" }).click();
  await page.getByLabel("Backup code", { exact: true }).fill(code);
  await page.keyboard.press("Enter");
}

/** The newest emailed code to an address. */
export async function emailedCode(page: Page, to: string): Promise<string> {
  const messages: { to: string; subject: string }[] = await (await page.request.get("/api/mailbox")).json();
  const subject = messages.find((message) => message.to === to && message.subject.includes(" is your "))?.subject;
  return subject?.split(" ")[0] ?? "";
}
