import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { intercept } from "../../../tests/harness/chromium.ts";
import { addDevice, type Device, withoutList } from "../../../tests/harness/passkey-device.ts";
import { focusOn, row } from "./company.ts";
import { addPasskey } from "./passkey.ts";
import { enrol, giveCode } from "./second-factor.ts";
import { asksFor } from "./step-up.ts";
import {
  countEmails,
  executablePath,
  heading,
  newUser,
  type Person,
  setUp,
  signIn,
  signOut,
  signUp,
  signUpConfirmed,
  tabTo,
} from "./test-user.ts";

describe.skipIf(!executablePath)("passkeys", () => {
  const visitor = setUp();

  /** A signed-in user with a device, and a verified address. */
  async function begin(): Promise<{ page: Page; person: Person; device: Device }> {
    const person = newUser();
    const page = await visitor.visit("/");
    const device = await addDevice(page);
    await signUpConfirmed(page, person);
    return { page, person, device };
  }

  test("are added, renamed and deleted by the keyboard alone", async () => {
    const { page, person, device } = await begin();
    await page.goto("/account/passkeys");
    await page.getByText("You have no passkey yet.").waitFor();
    await tabTo(page, "Name");
    await page.keyboard.type("Phone");
    await page.keyboard.press("Enter");
    await page.getByText("Your passkey is added.").waitFor();
    await row(page, "Phone").waitFor();
    await expect.poll(() => page.getByLabel("Name").inputValue()).toBe("");
    await expect.poll(() => device.count()).toBe(1);
    await expect.poll(() => countEmails(page, person.email, "A passkey was added: Keyhold example")).toBe(1);

    await page.getByRole("button", { name: "Add a passkey" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText("This device already has a passkey of your account.").waitFor();

    await page.getByRole("button", { name: "Manage Phone" }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").focus();
    await page.keyboard.press("Control+A");
    await page.keyboard.type("Old phone");
    await page.keyboard.press("Enter");
    await row(page, "Old phone").waitFor();
    await expect.poll(() => dialog.count()).toBe(0);

    await page.getByRole("button", { name: "Manage Old phone" }).focus();
    await page.keyboard.press("Enter");
    await tabTo(page, "Delete…");
    await page.keyboard.press("Enter");
    await tabTo(page, "Delete passkey");
    await page.keyboard.press("Enter");
    await page.getByText("The passkey is deleted.").waitFor();
    await focusOn(page, "Your passkeys");
    await page.getByText("You have no passkey yet.").waitFor();
  });

  test("sign in by the button, and lead to the screen that was wanted", async () => {
    const { page, person } = await begin();
    await addPasskey(page, "Phone");
    await withoutList(page);
    await signOut(page);
    await page.goto("/account/profile");
    await heading(page, "Sign in to Keyhold example");
    await expect
      .poll(() => page.getByLabel("Email or username").getAttribute("autocomplete"))
      .toBe("username webauthn");
    await page.getByRole("button", { name: "Sign in with a passkey" }).focus();
    await page.keyboard.press("Enter");
    await heading(page, "Profile");
    await page.goto("/");
    await heading(page, `Welcome, ${person.name}`);
  });

  test("sign in from the list below the field, without a click", async () => {
    const { page, person } = await begin();
    await addPasskey(page, "Phone");
    await signOut(page);
    await page.getByRole("link", { name: "Sign in", exact: true }).click();
    await heading(page, `Welcome, ${person.name}`);
  });

  test("that the server does not know, and a closed dialog, are told below the button", async () => {
    const { page } = await begin();
    await addPasskey(page, "Phone");
    await page.getByRole("button", { name: "Manage Phone" }).click();
    // As a browser that cannot tell the device of the deletion.
    await page.evaluate("PublicKeyCredential.signalAllAcceptedCredentials = async () => undefined");
    await page.getByRole("button", { name: "Delete…" }).click();
    await page.getByRole("button", { name: "Delete passkey" }).click();
    await page.getByText("The passkey is deleted.").waitFor();
    await withoutList(page);
    await signOut(page);
    await page.goto("/sign-in");
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.getByRole("alert").getByText("This passkey was deleted here").waitFor();
    await page.evaluate("navigator.credentials.get = async () => { throw new DOMException('', 'NotAllowedError'); }");
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.getByRole("alert").getByText("The dialog of your browser was closed.").waitFor();
  });

  test("are the second factor of a sign-in, in place of a code", async () => {
    const { page, person } = await begin();
    const { app } = await enrol(page, person);
    await addPasskey(page, "Phone");
    await withoutList(page);
    await signOut(page);
    await signIn(page, person.email, person.password);
    await heading(page, "One more step");
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await heading(page, `Welcome, ${person.name}`);
    await signOut(page);
    await signIn(page, person.email, person.password);
    await page.getByRole("button", { name: "Use your authenticator app" }).click();
    await giveCode(page, app.next());
    await heading(page, `Welcome, ${person.name}`);
  });

  test("prove who the user is for a step that needs it, in place of the password", async () => {
    const { page, device } = await begin();
    await addPasskey(page, "Phone");
    await intercept(page, "**/delete-passkey", (route) => route.fulfill(asksFor(1, "password", "passkey")), {
      times: 1,
    });
    await page.getByRole("button", { name: "Manage Phone" }).click();
    await page.getByRole("button", { name: "Delete…" }).click();
    await page.getByRole("button", { name: "Delete passkey" }).click();
    const dialog = page.getByRole("dialog", { name: "Confirm that it is you" });
    await dialog.getByLabel("Password", { exact: true }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("password");
    await tabTo(page, "Use a passkey");
    await page.keyboard.press("Enter");
    await tabTo(page, "Use a passkey");
    await page.keyboard.press("Enter");
    await page.getByText("The passkey is deleted.").waitFor();
    await expect.poll(() => dialog.count()).toBe(0);
    // The browser tells the device of the deletion.
    await expect.poll(() => device.count()).toBe(0);
  });

  test("are not offered to a browser without them: the form works as before", async () => {
    const person = newUser();
    const page = await visitor.visit("/");
    await signUp(page, person);
    await signOut(page);
    await page.addInitScript("delete globalThis.PublicKeyCredential");
    await page.goto("/sign-in");
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.getByRole("alert").getByText("This browser does not support passkeys.").waitFor();
    await signIn(page, person.email, person.password);
    await heading(page, `Welcome, ${person.name}`);
  });
});
