import type { Page } from "playwright-core";
import { test } from "vitest";
import { type Authenticator, authenticatorOf } from "../../../tests/harness/authenticator-app.ts";
import { tabTo, typeInto } from "../../../tests/harness/keyboard.ts";
import { newPerson, type Person, type TestApp } from "./app.ts";
import { choose, heading, press, says } from "./keys.ts";

/** From the screen of backup codes to the confirmation of an app. */
export async function connect(
  page: Page,
): Promise<{ readonly authenticator: Authenticator; readonly codes: readonly string[] }> {
  await heading(page, "Save your backup codes");
  const codes = await page.locator(".kh-backup-codes code").allTextContents();
  await press(page, "I have saved them");
  await heading(page, "Connect your app");
  const secret = (await page.locator(".kh-secret code").textContent())?.replaceAll(" ", "") ?? "";
  const authenticator = authenticatorOf(secret);
  await typeInto(page, { Code: authenticator.next() });
  return { authenticator, codes };
}

/** Signs out by the menu, and begins to sign in. */
async function signInAgain(page: Page, { name, email, password }: Person): Promise<void> {
  await choose(page, `Account menu: ${name}`, "Sign out");
  await heading(page, "Tea Shop");
  await press(page, "Sign in");
  await heading(page, "Sign in to Tea Shop");
  await typeInto(page, { "Email or username": email, Password: password });
}

export function factorFlows(app: TestApp): void {
  test("an app is set up, a browser is trusted, and a backup code leads to a new app", async () => {
    const bob = newPerson("Bob");
    const page = await app.visitAs(bob, "/account/two-factor");
    await heading(page, "Two-factor authentication");
    await press(page, "Set up an app");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.type(bob.password);
    await page.keyboard.press("Enter");
    const { authenticator, codes } = await connect(page);
    await says(page, "10 left");

    await signInAgain(page, bob);
    await heading(page, "One more step");
    await tabTo(page, "Trust this browser", true);
    await page.keyboard.press("Space");
    await typeInto(page, { Code: authenticator.next() });
    await heading(page, "Welcome, Bob");
    await signInAgain(page, bob);
    await heading(page, "Welcome, Bob");
    await choose(page, "Account menu: Bob", "Account settings");
    await heading(page, "Welcome, Bob");
    await press(page, "Two-factor authentication");
    await press(page, "Stop trusting Chrome on Linux");
    await says(page, "None: every sign-in asks for a code.");

    await signInAgain(page, bob);
    await heading(page, "One more step");
    await press(page, "Lost your phone? Use a backup code");
    await typeInto(page, { "Backup code": codes[0] ?? "" });
    await heading(page, "Welcome, Bob");
    await page.goto("/account/profile");
    await heading(page, "Set up your second factor again");
    await typeInto(page, { Password: bob.password });
    await connect(page);
    await heading(page, "Profile");
  });

  test("codes by email are turned on, asked for, and turned off", async () => {
    const dan = newPerson("Dan");
    const page = await app.visitAs(dan, "/");
    await page.goto(await app.linkTo(dan.email, "Confirm your email address"));
    await heading(page, "Your address is verified");
    await page.goto("/account/two-factor");
    await heading(page, "Two-factor authentication");
    await press(page, "Turn on codes by email");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.type(dan.password);
    await page.keyboard.press("Enter");
    await heading(page, "Save your backup codes");
    await press(page, "Done");
    await says(page, "10 left");
    await signInAgain(page, dan);
    await heading(page, "One more step");
    await press(page, "Send the code");
    await says(page, "A code is on its way");
    await typeInto(page, { Code: await app.codeTo(dan.email) });
    await heading(page, "Welcome, Dan");

    await page.goto("/account/two-factor");
    await heading(page, "Two-factor authentication");
    await press(page, "Turn off…");
    await page.getByRole("dialog").waitFor();
    await press(page, "Turn it off");
    await page.getByRole("button", { name: "Set up an app" }).waitFor();
  });

  test("a lost app and lost codes are replaced after a recovery", async () => {
    const fay = newPerson("Fay");
    await app.withFactor(fay);
    const page = await app.visit("/sign-in");
    await heading(page, "Sign in to Tea Shop");
    await typeInto(page, { "Email or username": fay.email, Password: fay.password });
    for (const step of ["start", "finish"]) {
      await heading(page, "One more step");
      await press(page, "Lost your phone? Use a backup code");
      await press(page, "Lost the backup codes, too?");
      await heading(page, "Recover your account");
      await press(page, "Start, or continue");
      if (step === "finish") break;
      await says(page, "The wait has started.");
      await press(page, "I have a code after all");
      app.endWaits();
    }
    await press(page, "Remove my second factor");
    await heading(page, "Welcome, Fay");
    await page.goto("/account");
    await heading(page, "Set up your second factor again");
    await typeInto(page, { Password: fay.password });
    await connect(page);
    await heading(page, "Welcome, Fay");
    await page.getByRole("link", { name: "Two-factor authentication" }).first().waitFor();
  });
}
