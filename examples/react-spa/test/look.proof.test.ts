import { describe, expect, test } from "vitest";
import { checkScreens } from "../../../tests/harness/axe.ts";
import { everyLook } from "../../../tests/harness/every-look.ts";
import { screens } from "./screens.ts";
import { executablePath, heading, setUp } from "./test-user.ts";

const widths = everyLook ? [1280, 768, 640, 480, 320, 360] : [1280, 320];

describe.skipIf(!executablePath)("every screen", () => {
  const visitor = setUp();

  test("passes axe in light and dark, and does not scroll sideways at any width, in either direction of text", {
    timeout: 420_000,
  }, async () => {
    const page = await visitor.visit("/", { reducedMotion: "reduce" });
    const checks = checkScreens();
    for (const [name, show] of Object.entries(screens)) {
      await page.emulateMedia({ colorScheme: "light" });
      await page.setViewportSize({ width: 1280, height: 740 });
      await show(page, visitor.demo);
      expect.soft(await checks.violations(page, { iframes: false }), name).toEqual([]);
      for (const dir of ["rtl", "ltr"]) {
        await page.evaluate((dir) => Object.assign(document.documentElement, { dir }), dir);
        for (const width of widths) {
          await page.setViewportSize({ width, height: 740 });
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          expect.soft(overflow, `${name} at ${width}, ${dir}`).toBeLessThanOrEqual(0);
        }
      }
      await page.emulateMedia({ colorScheme: "dark" });
      expect.soft(await checks.colorViolations(page, { iframes: false }), `${name} in dark`).toEqual([]);
    }
  });

  test("does not move while the session is read or a problem is shown", async () => {
    const page = await visitor.visit("/sign-in");
    await heading(page, "Sign in to Keyhold example");
    const button = page.getByRole("button", { name: "Sign in", exact: true });
    const before = await button.boundingBox();
    await button.click();
    await page.locator("[aria-invalid=true]").first().waitFor();
    expect(await button.boundingBox()).toEqual(before);
  });

  test("has no animations for users who prefer less motion", async () => {
    const page = await visitor.visit("/sign-up", { reducedMotion: "reduce" });
    await heading(page, "Create your Keyhold example account");
    const moving = await page.evaluate(() => document.getAnimations().length);
    expect(moving).toBe(0);
  });
});
