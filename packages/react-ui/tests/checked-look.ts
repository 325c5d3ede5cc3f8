import type { Page } from "playwright-core";
import { expect } from "vitest";
import { allButColors, type ScreenChecks, violations } from "../../../tests/harness/axe.ts";
import { everyLook } from "../../../tests/harness/every-look.ts";

/** The languages of the package. */
export const languages = ["en", "de", "ar"] as const;

/** The size at which axe checks a screen. */
export const narrow = { width: 320, height: 720 };

/** What is checked: a state of a screen, in a language. */
interface Look {
  readonly name: string;
  readonly language: (typeof languages)[number];
}

/** The narrowest last: the next screen begins there. */
const widths = everyLook ? [640, 768, 1280, narrow.width] : [1280, narrow.width];

/**
 * Expects that axe finds no fault in a screen, and that the screen does not scroll sideways. Colors depend on the theme
 * and not on the language: they are checked in English, in both themes. A text changes no element, so the other rules
 * run in the other languages every night.
 */
export async function expectGoodLook(page: Page, checks: ScreenChecks, { name, language }: Look): Promise<void> {
  const hasColors = language === "en";
  if (hasColors) expect.soft(await checks.violations(page), name).toEqual([]);
  else if (everyLook) expect.soft(await violations(page, allButColors), name).toEqual([]);
  for (const width of widths) {
    await page.setViewportSize({ ...narrow, width });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect.soft(overflow, `${name} at ${width}`).toBeLessThanOrEqual(0);
  }
  if (!hasColors) return;
  await page.emulateMedia({ colorScheme: "dark" });
  expect.soft(await checks.colorViolations(page), `${name} in dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
}
