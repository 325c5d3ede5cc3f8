import axe from "axe-core";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { executablePath, heading, setUp, signUp, somebody } from "./visitor.ts";

/** Every way a page can look, as the person in front of it brings it about. */
const screens: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  start: async (page) => {
    await page.goto("/");
    await heading(page, "Sign-in that lives in your own app");
  },
  "sign-in": async (page) => {
    await page.goto("/sign-in");
    await heading(page, "Sign in");
  },
  "sign-in, refused": async (page) => {
    await page.goto("/sign-in");
    await page.getByLabel("E-mail or username").fill("nobody@example.com");
    await page.getByLabel("Password", { exact: true }).fill("not the password");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.locator("[aria-invalid=true]").waitFor();
  },
  "sign-in, no connection": async (page) => {
    await page.goto("/sign-in");
    await page.getByLabel("E-mail or username").fill("nobody@example.com");
    await page.getByLabel("Password", { exact: true }).fill("not the password");
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("alert").getByText("No connection").waitFor();
    await page.context().setOffline(false);
  },
  "sign-up, empty": async (page) => {
    await page.goto("/sign-up");
    await page.getByRole("button", { name: "Create account" }).click();
    await page.locator("[aria-invalid=true]").first().waitFor();
  },
  "mailbox, empty": async (page) => {
    await page.route("**/api/mailbox", (route) => route.fulfill({ json: [] }));
    await page.goto("/mailbox");
    await page.getByText("No letters yet").waitFor();
    await page.unroute("**/api/mailbox");
  },
  "nothing here": async (page) => {
    await page.goto("/nowhere");
    await heading(page, "Nothing here");
  },
  "no connection": async (page) => {
    await page.route("**/get-session", (route) => route.abort());
    await page.goto("/");
    await heading(page, "No connection");
    await page.unroute("**/get-session");
  },
  account: async (page) => {
    await signUp(page, {
      ...somebody(),
      name: "A".repeat(255),
      email: `${"a".repeat(60)}@${crypto.randomUUID()}.example.com`,
    });
  },
  mailbox: async (page) => {
    await page.goto("/mailbox");
    await page.locator(".letters").waitFor();
  },
  "a letter": async (page) => {
    await page.goto("/mailbox/1");
    await page.getByRole("article").waitFor();
  },
  "a letter as text": async (page) => {
    await page.getByLabel("Text").check();
  },
};

async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const results = await page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run({ iframes: false }));
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`),
  );
}

describe.skipIf(!executablePath)("every screen", () => {
  const visitor = setUp();

  for (const [colorScheme, width] of [
    ["light", 1280],
    ["dark", 360],
  ] as const) {
    test(`in ${colorScheme} passes axe, and scrolls sideways neither wide nor narrow`, {
      timeout: 90_000,
    }, async () => {
      const page = await visitor.visit("/", { colorScheme, reducedMotion: "reduce" });
      for (const [name, show] of Object.entries(screens)) {
        await page.setViewportSize({ width, height: 740 });
        await show(page);
        expect.soft(await violations(page), name).toEqual([]);
        for (const width of [1280, 768, 360, 320]) {
          await page.setViewportSize({ width, height: 740 });
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          expect.soft(overflow, `${name} at ${width}`).toBeLessThanOrEqual(0);
        }
      }
    });
  }

  test("keeps its place while the session is looked up and when something is wrong", async () => {
    const page = await visitor.visit("/sign-in");
    await heading(page, "Sign in");
    const button = page.getByRole("button", { name: "Sign in" });
    const before = await button.boundingBox();
    await button.click();
    await page.locator("[aria-invalid=true]").first().waitFor();
    expect(await button.boundingBox()).toEqual(before);
  });

  test("stands still for people who like less motion", async () => {
    const page = await visitor.visit("/sign-up", { reducedMotion: "reduce" });
    await heading(page, "Create an account");
    const moving = await page.evaluate(() => document.getAnimations().length);
    expect(moving).toBe(0);
  });
});
