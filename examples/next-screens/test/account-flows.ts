import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { typeInto } from "../../../tests/harness/keyboard.ts";
import { newPerson, type TestApp } from "./app.ts";
import { choose, heading, press, says } from "./keys.ts";

const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** Follows a link whose page is the server's own, with one button. */
async function confirm(page: Page, url: string, button: string): Promise<void> {
  await page.goto(url);
  await press(page, button);
}

export function accountFlows(app: TestApp): void {
  test("a forgotten password is replaced by the link of an email, in another browser, too", async () => {
    const ada = newPerson("Ada");
    const page = await app.visitAs(ada, "/");
    await choose(page, "Account menu: Ada", "Sign out");
    await heading(page, "Tea Shop");
    await press(page, "Sign in");
    await heading(page, "Sign in to Tea Shop");
    await press(page, "Forgot your password?");
    await heading(page, "Forgot your password?");
    await typeInto(page, { Email: ada.email });
    await heading(page, "Check your email");

    const other = await app.visit(await app.linkTo(ada.email, "Reset your password"));
    await heading(other, "Choose a new password");
    expect(new URL(other.url()).search).toBe("");
    await typeInto(other, { "New password": "several better words" });
    await heading(other, "Your new password is set");
    await press(other, "Sign in");
    await heading(other, "Sign in to Tea Shop");
    await typeInto(other, { "Email or username": ada.email, Password: "several better words" });
    await heading(other, "Welcome, Ada");
  });

  test("the address is verified by the link of an email, and the profile is changed, on all parts of the page", async () => {
    const ben = newPerson("Ben");
    const page = await app.visitAs(ben, "/account");
    await heading(page, "Welcome, Ben");
    await says(page, "Verify your email address.");
    await press(page, "Send again");
    await says(page, `A new email is on its way to ${ben.email}.`);
    await app.linkTo(ben.email, "Confirm your email address");
    await page.goto(await app.linkTo(ben.email, "Confirm your email address"));
    await heading(page, "Your address is verified");
    expect(new URL(page.url()).search).toBe("");
    await press(page, "Your account");
    await heading(page, "Welcome, Ben");

    await choose(page, "Account menu: Ben", "Account settings");
    await says(page, `${ben.email}, verified`);
    await press(page, "Profile");
    await heading(page, "Profile");
    await typeInto(page, { Name: "Benedict" });
    await says(page, "Saved.");
    await press(page, "Tea Shop");
    await heading(page, "Welcome, Benedict");
    await choose(page, "Account menu: Benedict", "Sign out");
    await heading(page, "Tea Shop");
  });

  test("the password is changed, other sessions are ended, and the account is deleted where its user is signed in", async () => {
    const eve = newPerson("Eve");
    const page = await app.visitAs(eve, "/account/password");
    const other = await app.signedIn(eve, "/account", firefox);
    await heading(page, "Password");
    await typeInto(page, { "Current password": eve.password, "New password": "several better words" });
    await says(page, "Your password is changed.");
    await other.reload();
    await heading(other, "Sign in to Tea Shop");
    await typeInto(other, { "Email or username": eve.email, Password: "several better words" });
    await heading(other, "Welcome, Eve");

    await press(page, "Devices");
    await heading(page, "Devices");
    await press(page, "Sign out Firefox on Windows");
    await says(page, "Firefox on Windows is signed out.");
    await other.goto("/");
    await heading(other, "Tea Shop");
    const another = await app.signedIn({ ...eve, password: "several better words" }, "/");
    await heading(another, "Welcome, Eve");
    await page.reload();
    await heading(page, "Devices");
    await press(page, "Sign out all other devices");
    await says(page, "All other devices are signed out.");
    await another.reload();
    await heading(another, "Tea Shop");

    await press(page, "Delete account");
    await heading(page, "Delete account");
    await typeInto(page, { "Your email address": eve.email, Password: "several better words" });
    await heading(page, "One more step");
    const link = await app.linkTo(eve.email, "Confirm the deletion");
    await other.goto(link);
    await heading(other, "Your account was not deleted");
    await confirm(page, link, "Delete my account");
    await heading(page, "Your account is deleted");
    await press(page, "Back to the start");
    await heading(page, "Tea Shop");
  });

  test("the address is changed after a new proof: the old one approves, and the new one is verified elsewhere", async () => {
    const [ian, { email }] = [newPerson("Ian"), newPerson("Ian")];
    const page = await app.visitAs(ian, "/");
    await page.goto(await app.linkTo(ian.email, "Confirm your email address"));
    await heading(page, "Your address is verified");
    app.age(ian.email);
    await page.goto("/account/email");
    await heading(page, "Email address");
    await typeInto(page, { "New email address": email });
    await page.getByRole("dialog", { name: "Confirm that it is you" }).waitFor();
    await page.keyboard.type(ian.password);
    await page.keyboard.press("Enter");
    await heading(page, "First, your current address");

    const link = await app.linkTo(ian.email, "Approve the new email address");
    const other = await app.visit(link);
    await heading(other, "Sign in first");
    await page.goto(link);
    await heading(page, "One more email");
    await confirm(other, await app.linkTo(email, "Confirm your email address"), "Confirm email address");
    await heading(other, "Your address is verified");
    await press(other, "Sign in");
    await heading(other, "Sign in to Tea Shop");
    await page.goto("/account");
    await says(page, `${email}, verified`);
  });
}
