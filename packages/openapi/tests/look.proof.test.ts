import axe from "axe-core";
import type { Page } from "playwright-core";
import { afterEach, describe, expect, test } from "vitest";
import { executablePath, sharedBrowser } from "../../../tests/harness/chromium.ts";
import { openEverything } from "./fixture.ts";

/** A folder for screenshots of the page. Default: no screenshots. */
const pictures = process.env.PAGE_PICTURES;

const origin = "https://app.example.com";

describe.skipIf(!executablePath)("the reference page in Chromium", () => {
  let page: Page | null = null;
  afterEach(() => page?.context().close());

  /** The page with the server's headers: the browser applies the Content-Security-Policy. */
  async function open(colorScheme: "light" | "dark"): Promise<Page> {
    const { auth } = openEverything({ rateLimit: { enabled: true } });
    page = await (await sharedBrowser()).newPage({ colorScheme, bypassCSP: true });
    await page.route(`${origin}/**`, async (route) => {
      const answer = await auth.handler(new Request(route.request().url()));
      await route.fulfill({
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        body: await answer.text(),
      });
    });
    await page.goto(`${origin}/api/auth/reference`);
    return page;
  }

  test.each(["light", "dark"] as const)("in %s passes axe, and never scrolls horizontally", async (colorScheme) => {
    const page = await open(colorScheme);
    await page.locator("#signUpEmail summary").click();
    await page.evaluate(axe.source);
    // The dark theme changes colors only.
    const runOnly =
      colorScheme === "dark" ? ["color-contrast"] : ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
    const { violations } = await page.evaluate(
      // A route of each form and the schemas: the others repeat them.
      (runOnly) =>
        (window as unknown as { axe: typeof axe }).axe.run(
          { include: [["nav"], ["h1"], ["#getSession"], ["#signUpEmail"], ["#getError"], ["#schema-User"]] },
          { runOnly },
        ),
      runOnly,
    );
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
    for (const width of [1440, 800, 375, 320]) {
      await page.setViewportSize({ width, height: 900 });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect.soft(overflow, `at ${width}`).toBeLessThanOrEqual(0);
      if (pictures) await page.screenshot({ path: `${pictures}/reference-${colorScheme}-${width}.png` });
    }
  });

  test("is used by the keyboard: to the content, to a route, to its errors", async () => {
    const page = await open("light");
    await page.keyboard.press("Tab");
    await expect.poll(() => page.locator(":focus").textContent()).toBe("To the content");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/reference#content");
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("content");
    await page.locator('nav a[href="#signInEmail"]').focus();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/reference#signInEmail");
    await page.locator("#signInEmail summary").focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator("#signInEmail details").getAttribute("open")).toBe("");
  });
});
