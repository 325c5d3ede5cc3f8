import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { intercept } from "../../../tests/harness/chromium.ts";
import { typeInto } from "../../../tests/harness/keyboard.ts";
import { addDevice, withoutList } from "../../../tests/harness/passkey-device.ts";
import { executablePath, heading, newPerson, setUp } from "./pages.js";
import { phones } from "./ui-server.js";

const box = (page: Page) => page.getByRole("checkbox", { name: "Keep me signed in" });

/** Whether the browser keeps the cookie of the session after it is closed. */
async function outlivesBrowser(page: Page): Promise<boolean> {
  const cookie = (await page.context().cookies()).find(({ name }) => name.endsWith("session_token"));
  if (!cookie) throw new Error("The browser has no session.");
  return cookie.expires !== -1;
}

describe.skipIf(!executablePath)("the sign-in screen", () => {
  const visitor = setUp();

  describe.each([true, false])('the box "Keep me signed in", checked: %s, counts for', (isChecked) => {
    test("the button of a provider", async () => {
      const page = await visitor.visit("/sign-in");
      await intercept(page, "**/sign-in/social", (route) => route.abort());
      await box(page).setChecked(isChecked);
      const asked = page.waitForRequest("**/sign-in/social");
      await page.getByRole("button", { name: "Continue with Google" }).click();
      expect((await asked).postDataJSON()).toMatchObject({ provider: "google", rememberMe: isChecked });
      await page.getByRole("alert").getByText(/./).first().waitFor();
    });

    test("the button of a guest", async () => {
      const page = await visitor.visit("/sign-in");
      await box(page).setChecked(isChecked);
      await page.getByRole("button", { name: "Continue as guest" }).click();
      await heading(page, "Welcome, Anonymous");
      expect(await outlivesBrowser(page)).toBe(isChecked);
    });

    /** A page of a user who has a passkey on this device, signed out. */
    async function withPasskey(): Promise<Page> {
      const page = await visitor.visit("/");
      await addDevice(page);
      const { name, email, password } = newPerson();
      const person = { name, email, password };
      await page.evaluate(`client.signUp.email(${JSON.stringify(person)})`);
      const added: unknown = await page.evaluate("client.passkey.addPasskey().then(({ error }) => error)");
      expect(added).toBe(null);
      await page.evaluate("client.signOut()");
      return page;
    }

    test("the button of passkeys", async () => {
      const page = await withPasskey();
      await withoutList(page);
      await page.goto("/sign-in");
      await box(page).setChecked(isChecked);
      await page.getByRole("button", { name: "Sign in with a passkey" }).click();
      await page.getByRole("heading", { level: 1, name: /^Welcome/ }).waitFor();
      expect(await outlivesBrowser(page)).toBe(isChecked);
    });

    test("the browser's list of passkeys, also if the box changes while the list waits", async () => {
      const page = await withPasskey();
      const { promise: isSet, resolve: set } = Promise.withResolvers<void>();
      await page.route("**/passkey/generate-authenticate-options", async (route) => {
        await isSet;
        await route.continue();
      });
      await page.goto("/sign-in");
      await box(page).setChecked(isChecked);
      set();
      await page.getByRole("heading", { level: 1, name: /^Welcome/ }).waitFor();
      expect(await outlivesBrowser(page)).toBe(isChecked);
    });
  });
});

describe.skipIf(!executablePath)('the box "Keep me signed in"', () => {
  const visitor = setUp();
  const isSignedIn = (page: Page) => page.waitForURL(`${visitor.server.url}/`);
  /** Asks for another email after the pause of the button. */
  async function sendAgain(page: Page, label: string): Promise<void> {
    const button = page.getByRole("button", { name: label });
    const isReady = async () => {
      await page.clock.runFor(1000);
      return (await button.count()) === 1 && (await button.getAttribute("aria-disabled"));
    };
    await expect.poll(isReady, { timeout: 15_000, interval: 1 }).toBe("false");
    await button.click();
  }

  describe.each([true, false])("checked: %s, counts for", (isChecked) => {
    test("a code in an email, also for a code that was sent again", async () => {
      const { email } = newPerson();
      const page = await visitor.visit("/email-code");
      await page.clock.install();
      await box(page).setChecked(isChecked);
      await typeInto(page, { Email: email });
      await heading(page, "Enter your code");
      await visitor.server.mailbox.waitFor(email, { kind: "email-otp.code" });
      await sendAgain(page, "Send a new code");
      const message = await visitor.server.mailbox.waitFor(email, { kind: "email-otp.code" });
      await typeInto(page, { Code: "code" in message ? String(message.code) : "" });
      await isSignedIn(page);
      expect(await outlivesBrowser(page)).toBe(isChecked);
    });

    test.each(["link", "code"])("the %s in an email of a link, also of an email that was sent again", async (what) => {
      const { email } = newPerson();
      const page = await visitor.visit("/magic-link");
      await page.clock.install();
      await box(page).setChecked(isChecked);
      await typeInto(page, { Email: email });
      await heading(page, "Check your email");
      await visitor.server.mailbox.waitFor(email, { kind: "magic-link.sign-in" });
      await sendAgain(page, "Send a new email");
      const message = await visitor.server.mailbox.waitFor(email, { kind: "magic-link.sign-in" });
      if (what === "link") await page.goto(message.url ?? "");
      else await typeInto(page, { Code: "code" in message ? String(message.code) : "" });
      await isSignedIn(page);
      expect(await outlivesBrowser(page)).toBe(isChecked);
    });

    test("a code to a phone", async () => {
      const number = isChecked ? "+4915129000001" : "+4915129000002";
      const page = await visitor.visit("/phone-code");
      await box(page).setChecked(isChecked);
      await typeInto(page, { "Phone number": number });
      await heading(page, "Enter your code");
      await expect.poll(() => phones.codes.get(number)).toMatch(/^\d{6}$/);
      await typeInto(page, { Code: phones.codes.get(number) ?? "" });
      await isSignedIn(page);
      expect(await outlivesBrowser(page)).toBe(isChecked);
    });
  });
});
