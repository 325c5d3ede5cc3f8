import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Page } from "playwright-core";
import { encode } from "uqr";
import { describe, expect, test } from "vitest";
import { authenticatorOf } from "../../../tests/harness/authenticator-app.ts";
import { focusOn } from "./company.ts";
import { goToExampleId, introduce } from "./example-id.ts";
import {
  confirmByPassword,
  connectApp,
  emailedCode,
  enrol,
  giveBackupCode,
  giveCode,
  shownCodes,
  shownKey,
} from "./second-factor.ts";
import {
  countEmails,
  errorAt,
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

describe.skipIf(!executablePath)("a second factor", () => {
  const visitor = setUp();

  async function signedUp(): Promise<{ page: Page; person: Person }> {
    const person = newUser();
    const page = await visitor.visit("/");
    await signUp(page, person);
    return { page, person };
  }

  /** As if the hour of every recovery were over. */
  function endWait(): void {
    const database = new DatabaseSync(join(visitor.demo.folder, "app.db"));
    const isOver = "json_set(value, '$.endsAt', '2026-01-01T00:00:00.000Z')";
    database.exec(`update verification set value = ${isOver} where identifier like 'two-factor-recovery:%'`);
    database.close();
  }

  test("is set up by the keyboard alone, and its QR code has the URI with the shown key", async () => {
    const { page, person } = await signedUp();
    await page.goto("/account/two-factor");
    await page.getByRole("button", { name: "Set up an app" }).waitFor();
    await tabTo(page, "Set up an app");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Confirm that it is you" }).waitFor();
    await page.keyboard.type("not the password");
    await page.keyboard.press("Enter");
    await errorAt(page, "Password", "This is not your password.");
    await page.keyboard.press("Control+A");
    await page.keyboard.type(person.password);
    await page.keyboard.press("Enter");

    await heading(page, "Save your backup codes");
    const backupCodes = await shownCodes(page);
    expect(new Set(backupCodes).size).toBe(10);
    await tabTo(page, "I have saved them");
    await page.keyboard.press("Enter");
    await heading(page, "Connect your app");
    const uri = (await page.getByRole("link", { name: "Open an app here" }).getAttribute("href")) ?? "";
    const key = await shownKey(page);
    expect(uri).toMatch(
      `otpauth://totp/Keyhold%20example:${encodeURIComponent(person.email)}?secret=${key}&issuer=Keyhold%20example`,
    );
    const drawn = await page.getByRole("img", { name: "QR code" }).locator("path").getAttribute("d");
    const { data } = encode(uri, { border: 0, ecc: "M" });
    expect(drawn?.match(/M/g)?.length).toBe(data.flat().filter(Boolean).length);
    const { data: other } = encode(uri.replace(key, key.toLowerCase()), { border: 0, ecc: "M" });
    expect(other).not.toEqual(data);

    await tabTo(page, "Code");
    await page.keyboard.type("000000");
    await errorAt(page, "Code", /(This code is wrong|This is not the code of this moment), or it was used before/);
    // The wrong code is selected: the next digit replaces it.
    await page.keyboard.type(authenticatorOf(key).next());
    await heading(page, "Two-factor authentication");
    await page.getByText("10 left", { exact: true }).waitFor();
    await page.reload();
    await page.getByText("Set up", { exact: true }).waitFor();
    await expect.poll(() => page.getByText(key).count()).toBe(0);
    await expect.poll(() => countEmails(page, person.email, "A second factor was enabled: Keyhold example")).toBe(1);
  });

  test("is asked at each sign-in, with an error at the field, and leads to the screen that was wanted", async () => {
    const { page, person } = await signedUp();
    const { app } = await enrol(page, person);
    await signOut(page);
    await page.goto("/account/profile");
    await page.getByLabel("Email or username").fill(person.username);
    await page.getByLabel("Password", { exact: true }).fill(person.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await heading(page, "One more step");
    const code = page.getByLabel("Code", { exact: true });
    await expect.poll(() => code.getAttribute("autocomplete")).toBe("one-time-code");
    await expect.poll(() => code.getAttribute("inputmode")).toBe("numeric");
    await giveCode(page, "000000");
    await errorAt(page, "Code", /(This code is wrong|This is not the code of this moment), or it was used before/);
    await page.reload();
    await giveCode(page, app.next());
    await heading(page, "Profile");
    await page.goBack();
    await expect.poll(() => page.getByRole("heading", { name: "One more step" }).count()).toBe(0);
  });

  test("is asked after a sign-in with a provider, too, which then goes on", async () => {
    const { page, person } = await signedUp();
    await page.goto("/account/sign-in");
    await goToExampleId(page, "Link Example ID");
    const identity = newUser();
    await introduce(page, identity);
    await page.getByText("Example ID is linked.").waitFor();
    const { app } = await enrol(page, person);
    await signOut(page);
    await page.goto("/account/devices");
    await goToExampleId(page);
    await introduce(page, identity);
    await giveCode(page, app.next());
    await heading(page, "Devices");
  });

  test("that is lost is replaced after a sign-in with a backup code, which opens nothing else", async () => {
    const { page, person } = await signedUp();
    const { backupCodes } = await enrol(page, person);
    await signOut(page);
    await signIn(page, person.email, person.password);
    await heading(page, "One more step");
    await giveBackupCode(page, "AAAA-BBBB-CCCC-DDDD-EEEE");
    await errorAt(page, "Backup code", "This is not one of your unused backup codes.");
    await page
      .getByLabel("Backup code", { exact: true })
      .fill(backupCodes[0]?.toLowerCase().replaceAll("-", " ") ?? "");
    await page.keyboard.press("Enter");
    await heading(page, "Set up your second factor again");
    await page.goto("/organizations");
    await heading(page, "Set up your second factor again");
    expect(new URL(page.url()).pathname).toBe("/account/two-factor");

    await page.getByLabel("Password", { exact: true }).fill(person.password);
    await page.getByRole("button", { name: "Set up an authenticator app" }).click();
    const { app } = await connectApp(page);
    await page.getByText("10 left", { exact: true }).waitFor();
    await signOut(page);
    await signIn(page, person.email, person.password);
    await giveCode(page, app.next());
    await heading(page, `Welcome, ${person.name}`);
    await expect.poll(() => countEmails(page, person.email, "A backup code was used: Keyhold example")).toBe(1);
  });

  test("is not asked in a trusted browser, until the trust is ended", async () => {
    const { page, person } = await signedUp();
    const { app } = await enrol(page, person);
    await signOut(page);
    await signIn(page, person.email, person.password);
    await giveCode(page, app.next(), { trust: true });
    await heading(page, `Welcome, ${person.name}`);
    await signOut(page);
    await signIn(page, person.email, person.password);
    await heading(page, `Welcome, ${person.name}`);

    await page.goto("/account/two-factor");
    await page.getByRole("button", { name: "Stop trusting Chrome on Linux" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("Chrome on Linux is asked for a code again.").waitFor();
    await focusOn(page, "Trusted browsers");
    await page.getByText("None: every sign-in asks for a code.").waitFor();
    await signOut(page);
    await signIn(page, person.email, person.password);
    await heading(page, "One more step");
  });

  test("can be codes by email, which are sent on request, and sent again", async () => {
    const person = newUser();
    const page = await visitor.visit("/");
    await signUpConfirmed(page, person);
    await page.goto("/account/two-factor");
    await page.getByRole("button", { name: "Turn on codes by email" }).click();
    await confirmByPassword(page, person.password);
    await heading(page, "Save your backup codes");
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByText("10 left", { exact: true }).waitFor();
    await signOut(page);
    await signIn(page, person.email, person.password);
    await heading(page, "One more step");
    await page.getByRole("button", { name: "Send the code" }).click();
    await page.getByText("A code is on its way").waitFor();
    const first = await emailedCode(page, person.email);
    await page.reload();
    await page.getByRole("button", { name: "Send the code" }).click();
    await page.getByText("A code is on its way").waitFor();
    await giveCode(page, first);
    await errorAt(page, "Code", "This is not the newest code that we sent you.");
    await giveCode(page, await emailedCode(page, person.email));
    await heading(page, `Welcome, ${person.name}`);
  });

  test("says so after too many wrong codes, and when the sign-in has ended", async () => {
    const { page, person } = await signedUp();
    await enrol(page, person);
    await signOut(page);
    await signIn(page, person.email, person.password);
    for (let guess = 0; guess < 5; guess += 1) {
      await giveCode(page, `00000${guess}`);
      await errorAt(page, "Code", /(This code is wrong|This is not the code of this moment), or it was used before/);
    }
    await giveCode(page, "000005");
    await page
      .getByRole("alert")
      .getByText(/^Too many tries\. Wait \d+ minutes, then try again\.$/)
      .waitFor();

    // The other half of the sign-in is a cookie of this browser.
    await page.context().clearCookies();
    await page.reload();
    await giveCode(page, "000000");
    await heading(page, "Sign in again");
    await page.getByRole("link", { name: "Sign in" }).click();
    await heading(page, "Sign in to Keyhold example");
    await page.goto("/two-factor");
    await heading(page, "Sign in to Keyhold example");
  });

  test("is proven once more for new backup codes and for turning it off, where the sign-in did not ask", async () => {
    const { page, person } = await signedUp();
    const { app, backupCodes } = await enrol(page, person);
    await signOut(page);
    await signIn(page, person.email, person.password);
    await giveCode(page, app.next(), { trust: true });
    await heading(page, `Welcome, ${person.name}`);
    await signOut(page);
    await signIn(page, person.email, person.password);
    await heading(page, `Welcome, ${person.name}`);

    await page.goto("/account/two-factor");
    await page.getByRole("button", { name: "Get new codes" }).click();
    const dialog = page.getByRole("dialog", { name: "Confirm that it is you" });
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await page.getByText("No change was made: this step needs your second factor.").waitFor();
    await page.getByRole("button", { name: "Get new codes" }).click();
    await dialog.getByRole("button", { name: "Lost your phone? Use a backup code" }).click();
    await dialog.getByLabel("Backup code", { exact: true }).fill(backupCodes[1] ?? "");
    await page.keyboard.press("Enter");
    await heading(page, "Save your backup codes");
    const renewed = await shownCodes(page);
    expect(renewed).not.toContain(backupCodes[2]);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: "Copy" }).click();
    await page.getByText("Copied.").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(renewed.join("\n"));
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download" }).click(),
    ]);
    expect(file.suggestedFilename()).toBe("backup-codes.txt");
    await page.getByRole("button", { name: "Done" }).click();

    await page.getByRole("button", { name: "Turn off…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Turn it off" }).click();
    await page.getByRole("button", { name: "Set up an app" }).waitFor();
    await signOut(page);
    await signIn(page, person.email, person.password);
    await heading(page, `Welcome, ${person.name}`);
  });

  test("must be set up before the first session where the app requires it", async () => {
    const person = { ...newUser(), email: `ada-${crypto.randomUUID()}@strict.example.com` };
    const page = await visitor.visit("/sign-up");
    await page.getByLabel("Name", { exact: true }).fill(person.name);
    await page.getByLabel("Email").fill(person.email);
    await page.getByLabel("Password", { exact: true }).fill(person.password);
    await page.getByRole("button", { name: "Create account" }).click();
    await heading(page, "Your account needs a second factor");
    await page.getByRole("button", { name: "Set up an authenticator app" }).click();
    const { app } = await connectApp(page);
    // The screen of the link that confirms the address, as the sign-up has asked.
    await heading(page, "One more email");
    await page.goto("/account/two-factor");
    await page.getByText("By the rules of this app").waitFor();
    await signOut(page);
    await signIn(page, person.email, person.password);
    await giveCode(page, app.next());
    await heading(page, `Welcome, ${person.name}`);
  });

  test("is removed by a recovery after a wait, and set up again", async () => {
    const { page, person } = await signedUp();
    await enrol(page, person);
    await signOut(page);
    await signIn(page, person.email, person.password);
    await heading(page, "One more step");
    await page.getByRole("button", { name: "Lost your phone? Use a backup code" }).click();
    await page.getByRole("button", { name: "Lost the backup codes, too?" }).click();
    await heading(page, "Recover your account");
    await page.getByRole("button", { name: "Start, or continue" }).click();
    await page.getByText("The wait has started.").waitFor();
    await expect
      .poll(() => countEmails(page, person.email, "Your second factor at Keyhold example will be removed"))
      .toBe(1);
    await page.getByRole("button", { name: "I have a code after all" }).click();
    await heading(page, "One more step");

    endWait();
    await page.getByRole("button", { name: "Lost your phone? Use a backup code" }).click();
    await page.getByRole("button", { name: "Lost the backup codes, too?" }).click();
    await page.getByRole("button", { name: "Start, or continue" }).click();
    await page.getByRole("button", { name: "Remove my second factor" }).click();
    await heading(page, "Set up your second factor again");
    await page.getByLabel("Password", { exact: true }).fill(person.password);
    await page.getByRole("button", { name: "Set up an authenticator app" }).click();
    await connectApp(page);
    await page.getByText("10 left", { exact: true }).waitFor();
  });
});
