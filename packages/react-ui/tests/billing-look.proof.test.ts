import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { checkScreens } from "../../../tests/harness/axe.ts";
import { expectGoodLook, languages, narrow } from "./checked-look.js";
import { type At, api, call, createOrganization, createPerson, signInAs } from "./every-plugin.js";
import { measure } from "./measured.js";
import { executablePath } from "./pages.js";
import { setUpShop, startShop } from "./selling.js";

const shop = await startShop("look");
const { provider } = shop;

/** Goes to a screen, and waits until all data is read. The texts are in three languages. */
async function show(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator("main h1").waitFor();
  await expect.poll(() => page.locator("main .kh-waiting").count()).toBe(0);
}

/** Opens a checkout, and lets `decide` happen on the page of the provider. Answers the path of the way back. */
async function checkout(at: At, slug: string, decide: (url: string) => Promise<unknown>, fields = {}): Promise<string> {
  const { url } = await call<{ url: string }>(at, "/checkout", { slug, ...fields });
  await decide(url);
  await provider.delivered();
  return `/checkout-result?checkout=${shop.opened.at(-1)}`;
}

interface Walk {
  readonly name: string;
  readonly show: (page: Page) => Promise<unknown>;
}

/** Each state of each screen of billing, in an order in which a user may meet them. */
async function states(at: At): Promise<readonly Walk[]> {
  const person = await createPerson();
  const to = (path: string) => (page: Page) => show(page, path);
  return [
    { name: "plans, of a visitor", show: to("/pricing") },
    { name: "plans, per year", show: (page) => page.locator("input[type=radio]").last().check({ force: true }) },
    {
      name: "plans, failed",
      show: async (page) => {
        await page.route("**/billing/products", (route) => route.abort());
        await page.goto("/pricing");
        await page.locator(".kh-empty").waitFor();
        await page.unroute("**/billing/products");
      },
    },
    {
      name: "settings, without a plan",
      show: async (page) => {
        await signInAs(at, person);
        await show(page, "/billing");
      },
    },
    { name: "usage, none", show: to(`/usage/${provider.meters.calls}`) },
    { name: "result, unknown", show: to("/checkout-result") },
    {
      name: "result, failed",
      show: async (page) => show(page, await checkout(at, "pro", provider.decline)),
    },
    {
      name: "result, expired",
      show: async (page) => show(page, await checkout(at, "pro", provider.abandon)),
    },
    {
      name: "result, waiting",
      show: async (page) => show(page, await checkout(at, "pro", async () => {})),
    },
    {
      name: "result, done",
      show: async (page) => {
        await show(page, await checkout(at, "pro", provider.pay));
        await page.locator("main a.kh-quiet").waitFor();
      },
    },
    { name: "plans, with a plan", show: to("/pricing") },
    {
      name: "plans, change",
      show: async (page) => {
        await page.locator(".kh-plan button").last().waitFor();
        await page.locator(".kh-plan:nth-child(3) button").click();
        await page.locator("dialog").waitFor();
      },
    },
    { name: "settings, with a plan", show: to("/billing") },
    {
      name: "settings, cancel",
      show: async (page) => {
        await page.locator(".kh-list button").first().click();
        await page.locator("dialog").waitFor();
      },
    },
    {
      name: "settings, canceled",
      show: async (page) => {
        await page.locator("dialog .kh-danger").click();
        await page.locator("dialog").waitFor({ state: "detached" });
      },
    },
    { name: "usage", show: to(`/usage/${provider.meters.calls}`) },
    {
      name: "settings of an organization, seats",
      show: async (page) => {
        await signInAs(at, await createPerson());
        const { id } = await createOrganization(at);
        await checkout(at, "office", provider.pay, { referenceId: id });
        await show(page, "/billing/organization");
        await page.locator(".kh-meta .kh-link").click();
        await page.locator("dialog").waitFor();
      },
    },
    {
      name: "settings of an organization, of a member",
      show: async (page) => {
        await signInAs(at, await createPerson());
        const { id } = await createOrganization(at);
        await checkout(at, "team", provider.pay, { referenceId: id });
        const member = await createPerson();
        await api.organization.addMember({ organizationId: id, userId: member.id, role: "member" });
        await signInAs(at, member);
        await call(at, "/organization/set-active", { organizationId: id });
        await show(page, "/billing/organization");
      },
    },
    { name: "plans of an organization, of a member", show: to("/pricing/organization") },
  ];
}

const pictures = process.env.BILLING_PICTURES;

describe.skipIf(!executablePath)("every screen of billing", () => {
  const visitor = setUpShop(shop);

  test.each(languages)(
    "in %s passes axe, and does not scroll sideways from 320 pixels on",
    { timeout: 240_000 },
    async (language) => {
      const page = await visitor.visit("about:blank", { reducedMotion: "reduce", viewport: narrow });
      await page.context().addCookies([{ name: "lang", value: language, url: visitor.server.url }]);
      const checks = checkScreens();
      for (const { name, show } of await states({ page, server: visitor.server })) {
        await show(page);
        await expectGoodLook(page, checks, { name, language });
        if (!pictures) continue;
        const file = `${pictures}/${name.replaceAll(/[ ,]+/g, "-")}-${language}`;
        for (const [suffix, width, scheme] of [
          ["narrow", 360, "light"],
          ["wide", 1280, language === "de" ? "dark" : "light"],
        ] as const) {
          await page.setViewportSize({ width, height: 800 });
          await page.emulateMedia({ colorScheme: scheme });
          await page.screenshot({ path: `${file}-${suffix}.png`, fullPage: true });
        }
        await page.emulateMedia({ colorScheme: "light" });
        await page.setViewportSize(narrow);
      }
    },
  );

  test("reads each value once, and moves no part of the page", async () => {
    const page = await visitor.visit("about:blank");
    const at = { page, server: visitor.server };
    await signInAs(at, await createPerson());
    await checkout(at, "team", provider.pay);
    const measurement = await measure(page, visitor.server);
    measurement.begin();
    await show(page, "/pricing");
    const start = { "GET /get-session": 1, "GET /billing/state": 1 };
    const plans = await measurement.costs();
    expect(plans.requests).toEqual({ ...start, "GET /public-options": 1, "GET /billing/products": 1 });
    expect(plans.shift).toBeLessThan(0.01);
    measurement.begin();
    await show(page, "/billing");
    await page.locator(".kh-list > li").nth(1).waitFor();
    const settings = await measurement.costs();
    // The browser has the offers of the server.
    expect(settings.requests).toEqual({ ...start, "GET /customer/orders/list": 1 });
    expect(settings.shift).toBeLessThan(0.01);
  });
});
