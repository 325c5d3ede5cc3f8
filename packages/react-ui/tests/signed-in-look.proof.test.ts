import { linkIn } from "@keyhold/testing";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { allButColors, onlyColors, violations } from "../../../tests/harness/axe.ts";
import { type At, call, createOrganization, createPerson, everyPlugin, signInAs } from "./every-plugin.js";
import { executablePath, setUp } from "./pages.js";

const program = `
  import { createRoot } from "react-dom/client";
  import { german } from "@keyhold/react-ui/texts/de";
  import { arabic } from "@keyhold/react-ui/texts/ar";
  import { EveryScreen } from "./every-screen.tsx";

  const language = document.cookie.match(/lang=(..)/)?.[1];
  Object.assign(document.documentElement, { lang: language, dir: language === "ar" ? "rtl" : "ltr" });
  createRoot(document.getElementById("root")).render(<EveryScreen texts={{ de: german, ar: arabic }[language]} />);`;

/** Signs in as an administrator who owns an organization with a member, a team, and an open invitation. */
async function signInAsOwner(at: At): Promise<{ readonly screens: readonly string[] }> {
  const guest = await createPerson();
  await signInAs(at, await createPerson({ role: "admin" }));
  const { id: organizationId } = await createOrganization(at);
  await call(at, "/organization/invite-member", { email: guest.email, role: "member", organizationId });
  const link = linkIn(await at.server.mailbox.waitFor(guest.email)).href;
  const account = ["profile", "email", "password", "devices", "sign-in", "passkeys", "two-factor", "delete"];
  const organization = ["members", "invitations", "teams", "settings"];
  return {
    screens: [
      "/account",
      ...account.map((section) => `/account/${section}`),
      "/organizations",
      "/organizations/new",
      "/organization",
      ...organization.map((section) => `/organization/${section}`),
      "/admin",
      `/admin/users/${guest.id}`,
      link,
    ],
  };
}

/** Goes to a screen, as a router does, and waits until all of it is read. Its texts are in three languages. */
async function show(page: Page, path: string): Promise<void> {
  if (page.url() === "about:blank") await page.goto(path);
  await page.evaluate((url) => {
    history.pushState(null, "", url);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
  await page.locator("main h1").waitFor();
  await page.locator(".kh-waiting").first().waitFor({ state: "detached" });
}

describe.skipIf(!executablePath)("every screen of a signed-in user", () => {
  const visitor = setUp(everyPlugin, program);

  // Colors depend on the theme and not on the language: once in each theme is enough.
  for (const { language, rules, darkRules } of [
    { language: "en", rules: {}, darkRules: onlyColors },
    { language: "de", rules: allButColors, darkRules: null },
    { language: "ar", rules: allButColors, darkRules: null },
  ])
    test(`in "${language}" passes axe, and does not scroll sideways from 320 pixels on`, {
      timeout: 240_000,
    }, async () => {
      const viewport = { width: 320, height: 720 };
      const page = await visitor.visit("about:blank", { reducedMotion: "reduce", viewport });
      await page.context().addCookies([{ name: "lang", value: language, url: visitor.server.url }]);
      const { screens } = await signInAsOwner({ page, server: visitor.server });
      for (const path of screens) {
        await show(page, path);
        expect.soft(await violations(page, rules), path).toEqual([]);
        for (const width of [640, 1280, 320]) {
          await page.setViewportSize({ width, height: 720 });
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          expect.soft(overflow, `${path} at ${width}`).toBeLessThanOrEqual(0);
        }
        if (!darkRules) continue;
        await page.emulateMedia({ colorScheme: "dark" });
        expect.soft(await violations(page, darkRules), `${path} in dark`).toEqual([]);
        await page.emulateMedia({ colorScheme: "light" });
      }
    });
});
