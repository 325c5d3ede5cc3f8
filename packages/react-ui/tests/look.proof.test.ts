import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { checkScreens, violations } from "../../../tests/harness/axe.ts";
import { intercept } from "../../../tests/harness/chromium.ts";
import { expectGoodLook, languages, narrow } from "./checked-look.js";
import { executablePath, setUp } from "./pages.js";

type Show = (page: Page) => Promise<unknown>;

const open =
  (path: string): Show =>
  async (page) => {
    await page.goto(path);
    await page.locator("h1").waitFor();
  };

/** Each state of each screen, reached by actions of the user; without texts, since they are in three languages. */
const states: Readonly<Record<string, Show>> = {
  "sign-in": open("/sign-in"),
  "sign-in, empty": async (page) => {
    await page.locator("button[type=submit]").click();
    await page.locator("[aria-invalid=true]").first().waitFor();
  },
  "sign-in, busy": async (page) => {
    await intercept(page, "**/sign-in/email", () => {}, { times: 1 });
    await page.locator("input[name=identifier]").fill("ada@example.com");
    await page.locator("input[name=password]").fill("some password");
    await page.keyboard.press("Enter");
    await page.locator("form[aria-busy=true]").waitFor();
  },
  "sign-in, failed": async (page) => {
    await open("/sign-in")(page);
    await intercept(page, "**/sign-in/email", (route) => route.abort(), { times: 1 });
    await page.locator("input[name=identifier]").fill("ada@example.com");
    await page.locator("input[name=password]").fill("some password");
    await page.keyboard.press("Enter");
    await page.locator("[data-summary]").waitFor();
  },
  "sign-in, returned from a provider": async (page) => {
    await page.goto("/sign-in?error=account_not_linked&provider=google");
    await page.locator(".kh-summary").waitFor();
  },
  link: open("/magic-link"),
  "link, empty": async (page) => {
    await page.locator("button[type=submit]").click();
    await page.locator("[aria-invalid=true]").first().waitFor();
  },
  "link, sent": async (page) => {
    await page.locator("input[name=email]").fill("ada@example.com");
    await page.keyboard.press("Enter");
    await page.locator(".kh-sent").waitFor();
  },
  "link, wrong code": async (page) => {
    await page.locator("input[name=code]").fill("00000000");
    await page.locator("[aria-invalid=true]").waitFor();
  },
  "link, in another browser": open("/magic-link#token=some-token&email=a•••@example.com"),
  "link, dead": async (page) => {
    await page.goto("/");
    await open("/magic-link?error=INVALID_TOKEN")(page);
  },
  "link, of a banned user": open("/magic-link?error=banned"),
  "code, asking": open("/email-code"),
  "code, empty": async (page) => {
    await page.locator("button[type=submit]").click();
    await page.locator("[aria-invalid=true]").first().waitFor();
  },
  "code, busy": async (page) => {
    await intercept(page, "**/email-otp/send-verification-otp", () => {}, { times: 1 });
    await page.locator("input[name=email]").fill("ada@example.com");
    await page.keyboard.press("Enter");
    await page.locator("form[aria-busy=true]").waitFor();
  },
  "code, sent": async (page) => {
    await open("/email-code")(page);
    await page.locator("input[name=email]").fill("ada@example.com");
    await page.keyboard.press("Enter");
    await page.locator(".kh-sent").waitFor();
  },
  "code, wrong": async (page) => {
    await page.locator("input[name=code]").fill("00000000");
    await page.locator("[aria-invalid=true]").waitFor();
  },
  "phone, asking": open("/phone-code"),
  "phone, empty": async (page) => {
    await page.locator("button[type=submit]").click();
    await page.locator("[aria-invalid=true]").first().waitFor();
  },
  "phone, sent": async (page) => {
    await page.locator("input[name=phoneNumber]").fill("+49 1512 3456789");
    await page.keyboard.press("Enter");
    await page.locator(".kh-sent").waitFor();
  },
  "phone, wrong code": async (page) => {
    await page.locator("input[name=code]").fill("000000");
    await page.locator("[aria-invalid=true]").waitFor();
  },
  "sign-in, with the way used last": async (page) => {
    await page.context().addCookies([{ name: "last_used_login_method", value: "email", url: page.url() }]);
    await open("/sign-in")(page);
    await page.locator(".kh-note").waitFor();
  },
  "sign-in, with the provider used last": async (page) => {
    await page.context().addCookies([{ name: "last_used_login_method", value: "google", url: page.url() }]);
    await open("/sign-in")(page);
    await page.locator("li .kh-note").waitFor();
  },
  "sign-up": open("/sign-up"),
  "sign-up, empty": async (page) => {
    await page.locator("button[type=submit]").click();
    await page.locator("[aria-invalid=true]").first().waitFor();
  },
  "forgotten password": open("/forgot-password"),
  "forgotten password, sent": async (page) => {
    await page.locator("input[name=email]").fill("ada@example.com");
    await page.keyboard.press("Enter");
    await page.locator(".kh-sent").waitFor();
  },
  "new password": open("/reset-password?token=some-token"),
  "dead link": open("/reset-password"),
  "address, verified elsewhere": open("/verify-email?verified"),
  "address, old link": open("/verify-email?error=token_expired"),
  "second step": open("/two-factor?methods=totp,otp,backup-code,passkey"),
  "second step, code of an app": open("/two-factor?methods=totp,otp,backup-code"),
  "second step, backup code": open("/two-factor?methods=backup-code"),
  "second factor, required": open("/two-factor?methods=enroll"),
};

/** A color as painted by the browser: computed styles have the notation of their source. */
const pixelOf = (control: Locator, property: "color" | "backgroundColor") =>
  control.evaluate((element, name) => {
    const context = new OffscreenCanvas(1, 1).getContext("2d");
    if (!context) throw new Error("The browser draws no canvas.");
    context.fillStyle = getComputedStyle(element)[name];
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
    return { red, green, blue };
  }, property);

describe.skipIf(!executablePath)("every screen", () => {
  const visitor = setUp();

  test.each(languages)(
    "in %s passes axe, and does not scroll sideways from 320 pixels on",
    {
      timeout: 240_000,
    },
    async (language) => {
      const page = await visitor.visit("/", { reducedMotion: "reduce", viewport: narrow });
      await page.context().addCookies([{ name: "lang", value: language, url: visitor.server.url }]);
      const checks = checkScreens();
      for (const [name, show] of Object.entries(states)) {
        await show(page);
        await expectGoodLook(page, checks, { name, language });
      }
    },
  );

  test("has no animation for users who prefer less motion, and visible borders in forced colors", async () => {
    const page = await visitor.visit("/sign-in", { reducedMotion: "reduce", forcedColors: "active" });
    await page.locator("h1").waitFor();
    await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
    const width = await page
      .locator("button[type=submit]")
      .evaluate((button) => getComputedStyle(button).borderTopWidth);
    expect(width).toBe("1px");
    expect(await violations(page)).toEqual([]);
  });

  test.each([":root", "#root"])("has the brand's color under the pointer, if the app sets it on %s", async (place) => {
    const page = await visitor.visit("/sign-in", { reducedMotion: "reduce" });
    await page.addStyleTag({ content: `${place} { --kh-accent: #5b3df5; }` });
    const controls = [
      [page.locator("button.kh-primary[type=submit]"), "backgroundColor"],
      [page.locator(".kh-asides a").first(), "color"],
    ] as const;
    for (const [control, property] of controls) {
      const atRest = await pixelOf(control, property);
      await control.hover();
      await expect.poll(async () => (await pixelOf(control, property)).blue).toBeLessThan(atRest.blue);
      const hovered = await pixelOf(control, property);
      expect(atRest).toEqual({ red: 0x5b, green: 0x3d, blue: 0xf5 });
      expect(hovered.blue - hovered.green).toBeGreaterThan(100);
    }
  });

  test("in a page from right to left begins at the right", async () => {
    const page = await visitor.visit("/sign-in?lang=ar");
    await page.locator("h1").waitFor();
    expect(await page.title()).toBe("تسجيل الدخول إلى Tea Shop");
    const [input, reveal] = await Promise.all([
      page.locator("input[name=password]").boundingBox(),
      page.locator(".kh-reveal").boundingBox(),
    ]);
    expect((reveal?.x ?? 0) - (input?.x ?? 0)).toBeLessThan(20);
  });
});
