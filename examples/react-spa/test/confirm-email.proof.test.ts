import { describe, expect, test } from "vitest";
import { countEmails, executablePath, followEmail, heading, messages, newUser, setUp, signUp } from "./test-user.ts";

describe.skipIf(!executablePath)("an address", () => {
  const visitor = setUp();

  test("is confirmed by the link of the email, and by following it once more", async () => {
    const person = newUser();
    const page = await visitor.visit("/");
    await signUp(page, person);
    const banner = page.getByText("Verify your email address.");
    await banner.waitFor();

    const opened = await followEmail(page, person.email, ...messages.confirm);
    await heading(opened, "Your address is verified");
    await expect.poll(() => opened.url()).toBe(`${visitor.demo.url}/verify-email`);
    await opened.getByText(`${person.email} is yours`).waitFor();
    await opened.getByRole("link", { name: "Your account" }).click();
    await heading(opened, `Welcome, ${person.name}`);
    await opened.getByText(`${person.email}, verified`).waitFor();
    await expect.poll(() => opened.getByText("Verify your email address.").count()).toBe(0);

    const again = await followEmail(page, person.email, ...messages.confirm);
    await heading(again, "Your address is verified");
    await again.reload();
    await heading(again, "Your address is verified");
  });

  test("is confirmed in a browser in which no user is signed in, by the button of a page", async () => {
    const person = newUser();
    const page = await visitor.visit("/");
    await signUp(page, person);
    const elsewhere = await visitor.visit("/");
    const opened = await followEmail(elsewhere, person.email, ...messages.confirm);
    await heading(opened, "Confirm your email address");
    await opened.getByRole("button", { name: "Confirm email address" }).click();
    await heading(opened, "Your address is verified");
    await opened.getByRole("link", { name: "Sign in" }).click();
    await heading(opened, "Sign in to Keyhold example");
    await page.reload();
    await page.getByText(`${person.email}, verified`).waitFor();
  });

  test("gets its email again, as often as the server allows, and then after a wait", async () => {
    const person = newUser();
    const page = await visitor.visit("/");
    await signUp(page, person);
    const sendAgain = page.getByRole("button", { name: "Send again" });
    for (let times = 1; times <= 2; times += 1) {
      await sendAgain.click();
      await page.getByRole("status").getByText("A new email is on its way to").waitFor();
      await expect.poll(() => countEmails(page, person.email, messages.confirm[0])).toBe(times + 1);
      await page.reload();
    }
    await sendAgain.click();
    await page.getByRole("status").getByText("A new email is on its way to").waitFor();
    await sendAgain.click();
    await page.getByText(/Too many tries\. Wait \d+ seconds, then try again\./).waitFor();
    const button = page.getByRole("button", { name: /^Wait \d+ sec$/ });
    await expect.poll(() => button.getAttribute("aria-disabled")).toBe("true");
  });

  test("is not confirmed by an incomplete link, and gets a new email there", async () => {
    const person = newUser();
    const page = await visitor.visit("/");
    await signUp(page, person);
    await page.goto("/api/auth/verify-email?token=half&callbackURL=%2Fverify-email%3Fverified");
    await heading(page, "This link does not work");
    await expect.poll(() => page.url()).toBe(`${visitor.demo.url}/verify-email`);
    await page.getByRole("button", { name: "Send a new email" }).waitFor();

    await page.goto("/verify-email?verified&error=token_expired");
    await heading(page, "This link is too old");
    const attacker = await visitor.visit("/verify-email?verified&error=token_expired");
    await heading(attacker, "This link is too old");
    await attacker.getByRole("link", { name: "Sign in" }).waitFor();
  });
});
