import type { Page } from "playwright-core";
import { afterEach, describe, expect, test } from "vitest";
import { checkScreens } from "../../../tests/harness/axe.js";
import { executablePath, sharedBrowser } from "../../../tests/harness/chromium.js";
import { sampleEmails } from "../tests/sample-emails.js";
import { sampleInvitation } from "../tests/sample-invitation.js";
import { arabic } from "./ar.js";
import { japanese } from "./ja.js";
import { renderEmail } from "./render.js";

/** A folder for screenshots of the emails. Set the variable to view the emails. */
const pictures = process.env.EMAIL_PICTURES;

const user = {
  name: "Wilhelmina Featherstonehaugh-Cholmondeley",
  email: `${"w".repeat(64)}@${"x".repeat(60)}.example`,
};
const long = "X".repeat(60);
const messages = [
  ...Object.values(sampleEmails()),
  sampleEmails({ user, appName: long })["reset-password"],
  sampleInvitation(),
  sampleInvitation({ organizationName: long, appName: long, words: { label: `Join ${long}`, notes: [long] } }),
];

describe.skipIf(!executablePath)("every email", () => {
  let page: Page | null = null;
  afterEach(() => page?.context().close());

  test.each([arabic, japanese])("passes axe, and never scrolls horizontally, in $locale", async (language) => {
    page = await (await sharedBrowser()).newPage({ colorScheme: "light" });
    const checks = checkScreens();
    for (const message of messages) {
      await page.setContent(
        renderEmail(message, {}, { languages: [language], languageOf: () => language.locale }).html,
      );
      const runOnly = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
      expect.soft(await checks.violations(page, { runOnly }), message.kind).toEqual([]);
      await page.setViewportSize({ width: 320, height: 900 });
      const { overflow, heading } = await page.evaluate(() => ({
        overflow: document.documentElement.scrollWidth - innerWidth,
        heading: getComputedStyle(document.querySelector("h1") as Element).direction,
      }));
      expect.soft(overflow, message.kind).toBeLessThanOrEqual(0);
      if (!message.kind.includes(".")) expect.soft(heading).toBe(language.direction ?? "ltr");
    }
  });

  test("passes axe in light and dark, and never scrolls horizontally", async () => {
    page = await (await sharedBrowser()).newPage({ colorScheme: "light" });
    const checks = checkScreens();
    const runOnly = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
    for (const [number, message] of messages.entries()) {
      const name = `${number}-${message.kind}`;
      await page.setContent(renderEmail(message).html);
      expect.soft(await checks.violations(page, { runOnly }), name).toEqual([]);
      for (const width of [800, 375, 320]) {
        await page.setViewportSize({ width, height: 900 });
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect.soft(overflow, `${name} at ${width}`).toBeLessThanOrEqual(0);
        if (pictures) await page.screenshot({ path: `${pictures}/letters-${name}-light-${width}.png`, fullPage: true });
      }
      // A theme changes colors, and no size.
      await page.emulateMedia({ colorScheme: "dark" });
      expect.soft(await checks.colorViolations(page), `${name} in dark`).toEqual([]);
      if (pictures) await page.screenshot({ path: `${pictures}/letters-${name}-dark.png`, fullPage: true });
      await page.emulateMedia({ colorScheme: "light" });
    }
  });
});
