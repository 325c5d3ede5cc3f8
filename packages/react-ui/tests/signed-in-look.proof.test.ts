import { linkIn } from "@keyhold/testing";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { checkScreens } from "../../../tests/harness/axe.ts";
import { expectGoodLook, languages, narrow } from "./checked-look.js";
import { type At, api, call, createOrganization, createPerson, everyPlugin, signInAs } from "./every-plugin.js";
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
  const account = ["profile", "email", "phone", "password", "devices", "sign-in", "passkeys", "two-factor", "delete"];
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

/** Goes to a screen, as a router does, and waits until all data is read. The texts are in three languages. */
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

  test.each(languages)(
    "in %s passes axe, and does not scroll sideways from 320 pixels on",
    {
      timeout: 240_000,
    },
    async (language) => {
      const page = await visitor.visit("about:blank", { reducedMotion: "reduce", viewport: narrow });
      await page.context().addCookies([{ name: "lang", value: language, url: visitor.server.url }]);
      const { screens } = await signInAsOwner({ page, server: visitor.server });
      const checks = checkScreens();
      for (const path of screens) {
        await show(page, path);
        await expectGoodLook(page, checks, { name: path, language });
      }
    },
  );

  test("a long address in the list of users is cut at its end, from right to left, too", async () => {
    const page = await visitor.visit("about:blank", { viewport: { width: 375, height: 720 } });
    await page.context().addCookies([{ name: "lang", value: "ar", url: visitor.server.url }]);
    await signInAsOwner({ page, server: visitor.server });
    const email = `${"long".repeat(15)}@${"long".repeat(15)}.example.com`;
    await api.createUser({ name: "00420", email, password: "some long password", emailVerified: true });
    await show(page, "/admin");
    const place = await page.getByText("longlong").evaluate((line) => {
      const first = new Range();
      const text = document.createTreeWalker(line, NodeFilter.SHOW_TEXT).nextNode() ?? line;
      first.setStart(text, 0);
      first.setEnd(text, 1);
      return { line: line.getBoundingClientRect(), first: first.getBoundingClientRect() };
    });
    expect(place.line.height).toBeLessThan(30);
    expect(place.first.left).toBeGreaterThanOrEqual(place.line.left);
    expect(place.first.right).toBeLessThanOrEqual(place.line.right);
  });
});
