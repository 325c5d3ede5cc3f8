import { createHmac } from "node:crypto";
import type { Page } from "playwright-core";
import { heading, type Person } from "./test-user.ts";

const stepMilliseconds = 30_000;
/** So near to the end of a step, its code counts as the one before. */
const marginMilliseconds = 5_000;

/** An authenticator app: each code is accepted once, so it never gives one twice. */
export interface Authenticator {
  next(): string;
}

export function authenticatorOf(secret: string): Authenticator {
  let lastStep = 0;
  return {
    next() {
      // The server takes the codes of one step before and after the present one (RFC 6238, section 5.2).
      const earliest = Math.floor((Date.now() + marginMilliseconds) / stepMilliseconds) - 1;
      lastStep = Math.max(earliest, lastStep + 1);
      if (lastStep > Math.floor(Date.now() / stepMilliseconds) + 1) throw new Error("Too many codes for one test.");
      return codeOf(secret, lastStep);
    },
  };
}

/** RFC 4226, section 5.3. */
function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac("sha1", fromBase32(secret)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((one) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(one).toString(2).padStart(5, "0"));
  const bytes = bits.join("").match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

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
  await page.getByLabel("Code", { exact: true }).fill(app.next());
  await page.getByRole("button", { name: "Confirm" }).click();
  return { app, backupCodes };
}

/** Sets up an app for a signed-in user with a password, on the account's screen. */
export async function enrol(page: Page, { password }: Person): Promise<Enrolled> {
  await page.goto("/account/two-factor");
  await page.getByLabel("Password", { exact: true }).first().fill(password);
  await page.getByRole("button", { name: "Set up an app" }).click();
  const enrolled = await connectApp(page);
  await page.getByText("10 left", { exact: true }).waitFor();
  return enrolled;
}

/** On the second step of a sign-in. */
export async function giveCode(page: Page, code: string, { trust = false } = {}): Promise<void> {
  await heading(page, "One more step");
  await page.getByLabel("Code", { exact: true }).fill(code);
  if (trust) await page.getByLabel("Trust this browser").check();
  await page.getByRole("button", { name: /^(Sign in|Try again)$/ }).click();
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
