import type { Page } from "playwright-core";
import { expect } from "vitest";
import { allButColors, onlyColors, violations } from "../../../tests/harness/axe.ts";

/** The languages of the package. */
export const languages = ["en", "de", "ar"] as const;

/** The size at which axe checks a screen. */
export const narrow = { width: 320, height: 720 };

/**
 * Expects that axe finds no fault in a screen, and that it does not scroll sideways. Colors depend on the theme and not on
 * the language: they are checked in English, in both themes.
 */
export async function expectGoodLook(page: Page, name: string, language: (typeof languages)[number]): Promise<void> {
  const hasColors = language === "en";
  expect.soft(await violations(page, hasColors ? {} : allButColors), name).toEqual([]);
  for (const width of [640, 768, 1280, narrow.width]) {
    await page.setViewportSize({ ...narrow, width });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect.soft(overflow, `${name} at ${width}`).toBeLessThanOrEqual(0);
  }
  if (!hasColors) return;
  await page.emulateMedia({ colorScheme: "dark" });
  expect.soft(await violations(page, onlyColors), `${name} in dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
}
