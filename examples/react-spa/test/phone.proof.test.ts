import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { intercept } from "../../../tests/harness/chromium.ts";
import { typeInto } from "../../../tests/harness/keyboard.ts";
import { asksFor } from "./step-up.ts";
import { executablePath, heading, newUser, openEmail, setUp, signOut, signUpConfirmed } from "./test-user.ts";

/** German mobile numbers, each new: the national notation, and E.164. */
let count = 0;
function newNumber(): { readonly national: string; readonly number: string } {
  count += 1;
  const digits = `1512${String(3_000_000 + count)}`;
  return { national: `0${digits}`, number: `+49${digits}` };
}

describe.skipIf(!executablePath)("a phone number", () => {
  const visitor = setUp();
  const userOf = async (page: Page) => (await (await page.request.get("/api/auth/get-session")).json())?.user ?? null;

  /** The code of the newest text message, as the user reads it on the phone. */
  async function readCode(number: string): Promise<string> {
    const phone = await visitor.visit("/");
    const message = await openEmail(phone, number, "Text message");
    const text = (await message.locator("body").textContent()) ?? "";
    await phone.close();
    return /\b\d{6}\b/.exec(text)?.[0] ?? "";
  }

  async function signIn(page: Page, { national, number }: ReturnType<typeof newNumber>, path = "/sign-in") {
    await page.goto(path);
    await page.getByRole("link", { name: /phone number|Text me a code/ }).click();
    await heading(page, "Sign in to Keyhold example by phone");
    await typeInto(page, { "Phone number": national });
    await heading(page, "Enter your code");
    await page.getByRole("link", { name: "open the mailbox in a new tab" }).waitFor();
    await page.getByLabel("Code", { exact: true }).fill(await readCode(number));
  }

  test("creates an account, signs in again, and deletes the account by a code to the phone", async () => {
    const phone = newNumber();
    const page = await visitor.visit("/", { locale: "de-DE" });
    await signIn(page, phone, "/sign-up");
    await expect.poll(() => userOf(page)).toMatchObject({ phoneNumber: phone.number, phoneNumberVerified: true });
    const { id } = await userOf(page);
    await page.goto("/");
    await signOut(page);
    await signIn(page, phone);
    await expect.poll(() => userOf(page)).toMatchObject({ id });

    await page.goto("/account/delete");
    expect(await page.getByText("phone-number.invalid").count()).toBe(0);
    await intercept(page, "**/delete-user", (route) => route.fulfill(asksFor(1, "phone-code")), { times: 1 });
    await page.getByRole("textbox", { name: "Phone number" }).fill(phone.number);
    await page.getByRole("button", { name: "Delete my account" }).click();
    const dialog = page.getByRole("dialog", { name: "Confirm that it is you" });
    await dialog.getByRole("button", { name: "Send the code" }).click();
    await dialog.getByText("A code is on its way to your phone.").waitFor();
    await dialog.getByLabel("Code", { exact: true }).fill(await readCode(phone.number));
    await heading(page, "Your account is deleted");
    expect(await userOf(page)).toBe(null);
    const emails = await (await page.request.get("/api/mailbox")).json();
    expect(emails.filter(({ to }: { to: string }) => to.endsWith(".invalid"))).toEqual([]);
  });

  test("is added to an account with an address, and signs in to it afterwards", async () => {
    const phone = newNumber();
    const person = newUser();
    const page = await visitor.visit("/", { locale: "de-DE" });
    await signUpConfirmed(page, person);
    await page.goto("/account/phone");
    await typeInto(page, { "Phone number": phone.national });
    await heading(page, "Enter your code");
    await page.getByLabel("Code", { exact: true }).fill(await readCode(phone.number));
    await page.getByText("Your phone number is saved.").waitFor();
    await page.goto("/");
    await signOut(page);
    await signIn(page, phone);
    await expect.poll(() => userOf(page)).toMatchObject({ email: person.email, phoneNumber: phone.number });
  });
});
