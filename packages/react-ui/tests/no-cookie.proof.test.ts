import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { typeInto } from "../../../tests/harness/keyboard.ts";
import { executablePath, newPerson, setUp } from "./pages.js";

const sentence = "Your browser kept no cookie of this site, so you are not signed in.";

describe.skipIf(!executablePath)("a sign-in in a browser that keeps no cookie", () => {
  const visitor = setUp();

  /** The answers reach the page as a browser without cookies has them. Errors for the developer are kept in the page. */
  async function withoutCookies(page: Page): Promise<void> {
    await page.addInitScript("reportError = (error) => { window.reported = error.message; }");
    await page.route("**/api/auth/sign-*/email", async (route) => {
      const response = await route.fetch();
      const headers = Object.entries(response.headers()).filter(([name]) => name !== "set-cookie");
      await page.context().clearCookies();
      await route.fulfill({
        status: response.status(),
        headers: Object.fromEntries(headers),
        body: await response.body(),
      });
    });
  }

  test.each([
    ["/sign-up", ["Name", "Email", "Password"]],
    ["/sign-in", ["Email or username", "Password"]],
  ] as const)("%s says so, tells the developer why, and can be sent again", async (path, labels) => {
    const { name, email, password } = newPerson();
    const given: Readonly<Record<string, string>> = {
      Name: name,
      Email: email,
      "Email or username": email,
      Password: password,
    };
    const page = await visitor.visit("/");
    await page.request.post("/api/auth/sign-up/email", {
      data: { name, email: path === "/sign-up" ? newPerson().email : email, password },
      headers: { origin: visitor.server.url },
    });
    await withoutCookies(page);
    await page.context().clearCookies();
    await page.goto(path);
    await typeInto(page, Object.fromEntries(labels.map((label) => [label, given[label] ?? ""])));
    await page.getByText(sentence).waitFor();
    expect(await page.evaluate("window.reported")).toContain("kept no cookie of the sign-in");
    await page.locator("form[aria-busy=false]").waitFor();
    expect(new URL(page.url()).pathname).toBe(path);
  });
});
