import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { found, invite, signInAsAdministrator } from "./company.ts";
import type { Demo } from "./demo.ts";
import { executablePath, heading, newUser, setUp, signUp } from "./test-user.ts";

/**
 * The pictures of the pages: `PICTURES=write npm test -- examples/react-spa/test/pictures` writes them into docs/images.
 * Otherwise the test checks that each picture has its screen, and is small.
 */
const folder = join(import.meta.dirname, "../../../docs/images");
const isWriting = process.env.PICTURES === "write";
const largest = 60_000;

const people = ["Grace Hopper", "Alan Turing", "Mary Shelley", "Emmy Noether"];

/** Signs up a user of each name, and then the user of the pictures. */
async function signUpPeople(page: Page): Promise<void> {
  for (const name of [...people, "Ada Lovelace"]) {
    await page.context().clearCookies();
    const [first = ""] = name.toLowerCase().split(" ");
    await signUp(page, { ...newUser(), name, email: `${first}@example.com`, username: first });
  }
}

/** A screen by the name of its picture. Each begins at the end of the previous one. */
const pictures: Readonly<Record<string, (page: Page, demo: Demo) => Promise<void>>> = {
  dashboard: async (page) => {
    await page.goto("/");
    await page.getByRole("button", { name: "Look around as a merchant" }).click();
    await heading(page, "Dashboard");
    await page.getByRole("heading", { name: "Newest orders" }).waitFor();
    await page.locator(".shop-chart .bar").first().waitFor();
    await page.waitForLoadState("networkidle");
  },
  "sign-in": async (page) => {
    await page.context().clearCookies();
    await page.goto("/sign-in");
    await heading(page, "Sign in to Keyhold example");
  },
  account: async (page) => {
    await signUpPeople(page);
    await page.goto("/account/sign-in");
    await page.getByRole("button", { name: "Link Example ID" }).waitFor();
  },
  "user-button": async (page) => {
    await page.setViewportSize({ width: 480, height: 460 });
    await page.goto("/account");
    await page.locator("main h1").waitFor();
    await page.locator("button.kh-user-button, .kh-user-button button").first().click();
    await page.getByRole("menuitem", { name: "Sign out" }).waitFor();
  },
  organization: async (page) => {
    await found(page, "Analytical Engines");
    await invite(page, "grace@example.com", { role: "Admin" });
    await invite(page, "alan@example.com");
    await page.getByRole("button", { name: "Send again to alan@example.com" }).waitFor();
  },
  admin: async (page, demo) => {
    await page.context().clearCookies();
    await signInAsAdministrator(page, demo);
    await page.goto("/admin");
    await page.getByRole("link", { name: "Ada Lovelace" }).first().waitFor();
  },
};

/** The best quality that fits. */
async function smallPicture(page: Page): Promise<Buffer> {
  for (const quality of [85, 75, 65, 50]) {
    const picture = await page.screenshot({ type: "jpeg", quality, animations: "disabled", caret: "hide" });
    if (picture.length < largest) return picture;
  }
  throw new Error("The screen has too many details for a small picture.");
}

describe.skipIf(!executablePath)("the pictures of the pages", () => {
  const visitor = setUp();

  test("show the screens of the example, in light and dark", { timeout: 180_000 }, async () => {
    const page = await visitor.visit("/", { reducedMotion: "reduce" });
    for (const [name, show] of Object.entries(pictures)) {
      await page.setViewportSize({ width: 1280, height: 800 });
      await show(page, visitor.demo);
      await page.evaluate(() => scrollTo(0, 0));
      for (const colorScheme of ["light", "dark"] as const) {
        const file = join(folder, colorScheme === "light" ? `${name}.jpg` : `${name}-dark.jpg`);
        await page.emulateMedia({ colorScheme });
        const picture = await smallPicture(page);
        mkdirSync(folder, { recursive: true });
        if (isWriting) writeFileSync(file, picture);
        expect(statSync(file).size, file).toBeLessThan(largest);
      }
      await page.emulateMedia({ colorScheme: "light" });
    }
  });
});
