import axe from "axe-core";
import type { Page } from "playwright-core";
import { afterEach, describe, expect, test } from "vitest";
import { executablePath, sharedBrowser } from "../../../tests/harness/chromium.js";
import { sampleEmails } from "../tests/sample-emails.js";
import { sampleInvitation } from "../tests/sample-invitation.js";
import { renderEmail } from "./render.js";

/** A folder for screenshots of the emails; set it to view them. */
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

  test.each(["light", "dark"] as const)("in %s passes axe, and never scrolls horizontally", async (colorScheme) => {
    page = await (await sharedBrowser()).newPage({ colorScheme });
    for (const [number, message] of messages.entries()) {
      const name = `${number}-${message.kind}-${colorScheme}`;
      await page.setContent(renderEmail(message).html);
      await page.evaluate(axe.source);
      const runOnly = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
      const { violations } = await page.evaluate(
        (runOnly) => (window as unknown as { axe: typeof axe }).axe.run({ runOnly }),
        runOnly,
      );
      expect.soft(violations, name).toEqual([]);
      for (const width of [800, 375, 320]) {
        await page.setViewportSize({ width, height: 900 });
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect.soft(overflow, `${name} at ${width}`).toBeLessThanOrEqual(0);
        if (pictures) await page.screenshot({ path: `${pictures}/letters-${name}-${width}.png`, fullPage: true });
      }
    }
  });
});
