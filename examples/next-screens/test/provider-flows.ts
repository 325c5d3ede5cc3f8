import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { tabTo, typeInto } from "../../../tests/harness/keyboard.ts";
import { addDevice, withoutList } from "../../../tests/harness/passkey-device.ts";
import { newPerson, type Person, type TestApp } from "./app.ts";
import { choose, heading, press, says } from "./keys.ts";

/** At the provider's page: enters a name and an address, which it has verified. */
async function introduce(page: Page, { name, email }: Person): Promise<void> {
  await page.getByRole("heading", { name: "Sign in with Example ID" }).waitFor();
  await tabTo(page, "Another user");
  await page.keyboard.press("Enter");
  await typeInto(page, { Name: name, Email: email });
}

/** Gives the browser a device for passkeys, as for a user who does not choose from the list below a field. */
async function addPasskeyDevice(page: Page): Promise<void> {
  await withoutList(page);
  await addDevice(page);
}

export function providerFlows(app: TestApp): void {
  test("a user signs up at a provider after a denial, goes on to the wanted page, and gets a password by email", async () => {
    const kim = newPerson("Kim");
    const page = await app.visit("/account/sign-in");
    await heading(page, "Sign in to Tea Shop");
    await press(page, "Continue with Company ID");
    await press(page, "Cancel");
    await heading(page, "Sign in to Tea Shop");
    await says(page, "You denied access at Company ID, and no change was made.");
    await press(page, "Continue with Company ID");
    await introduce(page, kim);
    await heading(page, "Sign-in methods");
    await says(page, "Your only sign-in method: it cannot be removed.");
    await press(page, "Get one");
    await heading(page, "Password");
    await press(page, "Send the link");
    await heading(page, "Check your email");
    await page.goto(await app.linkTo(kim.email, "Reset your password"));
    await heading(page, "Choose a new password");
    await typeInto(page, { "New password": kim.password });
    await heading(page, "Your new password is set");
  });

  test("a provider is linked, signs the user in, and is unlinked after a new proof", async () => {
    const lea = newPerson("Lea");
    const page = await app.visitAs(lea, "/account/sign-in");
    await heading(page, "Sign-in methods");
    await press(page, "Link Company ID");
    await introduce(page, lea);
    await heading(page, "Sign-in methods");
    await says(page, "Company ID is linked.");
    await expect.poll(() => page.url()).toBe(`${app.origin}/account/sign-in`);

    const other = await app.visit("/sign-in");
    await heading(other, "Sign in to Tea Shop");
    await press(other, "Continue with Company ID");
    await introduce(other, lea);
    await heading(other, "Welcome, Lea");

    app.age(lea.email);
    await press(page, "Unlink Company ID");
    await page.getByRole("dialog", { name: "Confirm that it is you" }).waitFor();
    await press(page, "Continue with Company ID");
    await introduce(page, lea);
    await heading(page, "Sign-in methods");
    await says(page, "Thank you, Lea. Now repeat the step.");
    await press(page, "Unlink Company ID");
    await says(page, "Company ID is unlinked.");
    await page.getByRole("button", { name: "Link Company ID" }).waitFor();
  });

  test("a passkey is the second step of a sign-in", async () => {
    const ned = newPerson("Ned");
    const code = await app.withFactor(ned);
    const page = await app.visit("/");
    await addPasskeyDevice(page);
    await page.goto("/sign-in?redirect=/account/passkeys");
    await heading(page, "Sign in to Tea Shop");
    await typeInto(page, { "Email or username": ned.email, Password: ned.password });
    await heading(page, "One more step");
    await typeInto(page, { Code: code() });
    await heading(page, "Passkeys");
    await typeInto(page, { Name: "Key" });
    await says(page, "Your passkey is added.");

    await choose(page, "Account menu: Ned", "Sign out");
    await heading(page, "Tea Shop");
    await press(page, "Sign in");
    await heading(page, "Sign in to Tea Shop");
    await typeInto(page, { "Email or username": ned.email, Password: ned.password });
    await heading(page, "One more step");
    await press(page, "Use a passkey");
    await heading(page, "Welcome, Ned");
  });

  test("a passkey is added, renamed, signs the user in, gives a new proof, and is deleted", async () => {
    const mia = newPerson("Mia");
    const page = await app.visitAs(mia, "/");
    await addPasskeyDevice(page);
    await page.goto("/account/passkeys");
    await heading(page, "Passkeys");
    await says(page, "You have no passkey yet.");
    await typeInto(page, { Name: "Phone" });
    await says(page, "Your passkey is added.");
    await press(page, "Manage Phone");
    await page.getByRole("dialog", { name: "Phone" }).waitFor();
    await page.keyboard.press("Control+A");
    await page.keyboard.type("Old phone");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Manage Old phone" }).waitFor();

    await choose(page, "Account menu: Mia", "Sign out");
    await heading(page, "Tea Shop");
    await page.goto("/account/passkeys");
    await heading(page, "Sign in to Tea Shop");
    await press(page, "Sign in with a passkey");
    await heading(page, "Passkeys");

    app.age(mia.email);
    await press(page, "Manage Old phone");
    await press(page, "Delete…");
    await press(page, "Delete passkey");
    await page.getByRole("dialog", { name: "Confirm that it is you" }).waitFor();
    await press(page, "Use a passkey");
    await page.getByLabel("Password").waitFor({ state: "detached" });
    await press(page, "Use a passkey");
    await says(page, "The passkey is deleted.");
    await says(page, "You have no passkey yet.");
  });
}
