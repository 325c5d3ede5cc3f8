import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { addDevice, withoutList } from "../../../tests/harness/passkey-device.ts";
import { executablePath, heading, newPerson, setUp } from "./pages.js";

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
      await page.route("**/sign-in/social", (route) => route.abort());
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
