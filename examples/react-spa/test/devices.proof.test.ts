import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { intercept } from "../../../tests/harness/chromium.ts";
import { executablePath, heading, newUser, type Person, setUp, signIn, signUp } from "./test-user.ts";

const iPhone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";
const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";

describe.skipIf(!executablePath)("the devices", () => {
  const visitor = setUp();

  async function signInWith(person: Person, userAgent: string): Promise<Page> {
    const page = await visitor.visit("/", { userAgent });
    await signIn(page, person.email, person.password);
    await heading(page, `Welcome, ${person.name}`);
    return page;
  }

  test("are listed with the current one marked, and end one by one or all at once", async () => {
    const person = newUser();
    const page = await visitor.visit("/");
    await signUp(page, person);
    const phone = await signInWith(person, iPhone);
    const desktops = [await signInWith(person, firefox), await signInWith(person, firefox)];

    await page.getByRole("navigation").getByRole("link", { name: "Devices" }).click();
    await heading(page, "Devices");
    const items = page.getByRole("main").getByRole("listitem");
    await page.getByText("Safari on iOS").waitFor();
    await expect.poll(() => items.count()).toBe(4);
    await expect.poll(() => items.first().textContent()).toMatch(/Chrome on Linux.*This device/);

    const button = page.getByRole("button", { name: "Sign out Safari on iOS" });
    await button.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("status").getByText("Safari on iOS is signed out.").waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Other devices");
    await button.waitFor({ state: "detached" });
    await phone.reload();
    await heading(phone, "Sign-in that lives in your own app");

    await page.getByRole("button", { name: "Sign out all other devices" }).click();
    await page.getByText("All other devices are signed out.").waitFor();
    await page.getByText("You are not signed in on another device.").waitFor();
    for (const desktop of desktops) {
      await desktop.reload();
      await heading(desktop, "Sign-in that lives in your own app");
    }
    await page.reload();
    await heading(page, "Devices");
  });

  test("show an error when they cannot be fetched, and the list after a retry", async () => {
    const page = await visitor.visit("/");
    await signUp(page, newUser());
    await page.route("**/list-sessions", (route) => route.abort());
    await page.goto("/account/devices");
    await page.getByRole("alert").getByText("Your devices could not be loaded").waitFor();
    await page.unroute("**/list-sessions");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("You are not signed in on another device.").waitFor();
  });

  test("never show the list of the previous user", async () => {
    const page = await visitor.visit("/");
    const first = newUser();
    await signUp(page, first);
    await signInWith(first, iPhone);
    await page.getByRole("navigation").getByRole("link", { name: "Devices" }).click();
    await page.getByText("Safari on iOS").waitFor();
    // A moment is relative to now, and its title is exact.
    await expect.poll(() => page.locator(".kh-list time").first().getAttribute("title")).toMatch(/20\d\d/);
    await page.getByRole("navigation").getByRole("button", { name: "Sign out" }).click();
    await heading(page, "Sign-in that lives in your own app");
    await intercept(page, "**/list-sessions", () => undefined);
    const second = newUser();
    await page.getByRole("link", { name: "Create an account" }).click();
    await page.getByLabel("Name", { exact: true }).fill(second.name);
    await page.getByLabel("Email").fill(second.email);
    await page.getByLabel("Password", { exact: true }).fill(second.password);
    await page.getByRole("button", { name: "Create account" }).click();
    await heading(page, `Welcome, ${second.name}`);
    await page.getByRole("navigation").getByRole("link", { name: "Devices" }).click();
    await heading(page, "Devices");
    await expect.poll(() => page.getByText("Safari on iOS").count()).toBe(0);
  });
});
