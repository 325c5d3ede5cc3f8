import axe from "axe-core";
import type { Page } from "playwright-core";
import { afterEach, describe, expect, test } from "vitest";
import { executablePath, sharedBrowser } from "../../../tests/harness/chromium.js";
import { sampleInvitation } from "../tests/sample-invitation.js";
import { sampleLetters } from "../tests/sample-letters.js";
import { renderLetter } from "./render.js";

/** Set it to see the letters: a folder for their pictures. */
const pictures = process.env.LETTER_PICTURES;

const user = {
  name: "Wilhelmina Featherstonehaugh-Cholmondeley",
  email: `${"w".repeat(64)}@${"x".repeat(60)}.example`,
};
const long = "X".repeat(60);
const letters = [
  ...Object.values(sampleLetters()),
  sampleLetters({ user, appName: long })["reset-password"],
  sampleInvitation(),
  sampleInvitation({ organizationName: long, appName: long, words: { label: `Join ${long}`, notes: [long] } }),
];

describe.skipIf(!executablePath)("every letter", () => {
  let page: Page | null = null;
  afterEach(() => page?.context().close());

  test.each(["light", "dark"] as const)(
    "in %s passes axe, and scrolls sideways neither wide nor narrow",
    async (colorScheme) => {
      page = await (await sharedBrowser()).newPage({ colorScheme });
      for (const [number, letter] of letters.entries()) {
        const name = `${number}-${letter.kind}-${colorScheme}`;
        await page.setContent(renderLetter(letter).html);
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
    },
  );
});
