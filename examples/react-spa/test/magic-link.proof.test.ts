import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { executablePath, heading, messages, newUser, openEmail, setUp, signOut, signUpConfirmed } from "./test-user.ts";

const phoneScreen = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

describe.skipIf(!executablePath)("a sign-in by a link in an email", () => {
  const visitor = setUp();

  /** Asks for a link at the sign-in screen, for a path. */
  async function ask(page: Page, email: string): Promise<void> {
    await page.goto("/sign-in?redirect=/account/devices");
    await page.getByRole("link", { name: "Email me a link" }).click();
    await heading(page, "Sign in to Keyhold example by email");
    await page.getByLabel("Email", { exact: true }).fill(email);
    await page.keyboard.press("Enter");
    await heading(page, "Check your email");
  }

  /** The link and the code of the newest email, as the user reads them on a device. */
  async function readEmail(device: Page, email: string) {
    const [subject, label] = messages.link;
    const message = await openEmail(device, email, subject);
    const link = (await message.getByRole("link", { name: label }).getAttribute("href")) ?? "";
    const code = /\b\d{8}\b/.exec((await message.locator("body").textContent()) ?? "")?.[0] ?? "";
    return { link, code };
  }

  async function newMember() {
    const person = newUser();
    const desktop = await visitor.visit("/");
    await signUpConfirmed(desktop, person);
    await signOut(desktop);
    return { person, desktop };
  }

  test("is confirmed on the phone on which the link is opened, and the code of the link ends", async () => {
    const { person, desktop } = await newMember();
    await ask(desktop, person.email);
    const phone = await visitor.visit("/", phoneScreen);
    const { link, code } = await readEmail(phone, person.email);
    await phone.goto(link);
    await heading(phone, "Sign in to Keyhold example here?");
    await phone.getByText(`${person.email.slice(0, 1)}•••@example.com`).waitFor();
    expect(phone.url()).not.toContain("token");
    await phone.getByRole("button", { name: "Sign in", exact: true }).click();
    await phone.waitForURL(({ pathname }) => pathname === "/account/devices");
    await desktop.getByLabel("Code").fill(code);
    await desktop.getByText("This code is wrong or too old.").waitFor();
  });

  test("is finished at the desktop by the code that the user reads on a phone", async () => {
    const { person, desktop } = await newMember();
    await ask(desktop, person.email);
    const phone = await visitor.visit("/", phoneScreen);
    const { link, code } = await readEmail(phone, person.email);
    await desktop.getByLabel("Code").fill(code);
    await desktop.waitForURL(({ pathname }) => pathname === "/account/devices");
    await phone.goto(link);
    await heading(phone, "This link does not work");
    await phone.getByRole("button", { name: "Get a new link" }).click();
    await heading(phone, "Sign in to Keyhold example by email");
  });

  test("creates the account of a new address", async () => {
    const { email } = newUser();
    const page = await visitor.visit("/");
    await ask(page, email);
    const { link } = await readEmail(await visitor.visit("/"), email);
    await page.goto(link);
    await page.waitForURL(({ pathname }) => pathname === "/account/devices");
    const { user } = await (await page.request.get("/api/auth/get-session")).json();
    expect(user).toMatchObject({ email, emailVerified: true });
  });
});
