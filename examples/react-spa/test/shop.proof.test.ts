import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { checkScreens } from "../../../tests/harness/axe.ts";
import { intercept } from "../../../tests/harness/chromium.ts";
import type { DeliveryView } from "../shared/shop.ts";
import { type Demo, startDemo } from "./demo.ts";
import { enterAs } from "./shop-screens.ts";
import { executablePath, heading, newUser, setUp, signOut, signUp, tabTo } from "./test-user.ts";

const merchantRoutes = ["overview", "products", "orders", "subscriptions", "customers", "activity", "webhooks"];

const rows = (page: Page) => page.getByRole("main").locator("tbody tr");

/** Runs a statement on the database of the example. */
function write({ folder }: Demo, sql: string, ...values: readonly (string | number)[]): void {
  const database = new DatabaseSync(join(folder, "app.db"));
  database.prepare(sql).run(...values);
  database.close();
}

/** Presses Tab until the link or the button has the focus, then Enter. */
async function press(page: Page, name: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press("Enter");
}

describe.skipIf(!executablePath)("the tea shop", () => {
  const visitor = setUp();

  test("is open to a guest merchant by keyboard alone", async () => {
    const page = await visitor.visit("/");
    await heading(page, "Sign-in that lives in your own app");
    await press(page, "Look around as a merchant");
    await heading(page, "Dashboard");
    await page.getByText("Leaf & Kettle, the last 30 days").waitFor();
    await page.locator(".shop-chart .bar").first().waitFor();
    await press(page, "Show as a table");
    await expect.poll(() => page.getByRole("table", { name: "Cups poured by day" }).getByRole("row").count()).toBe(31);

    let present = "Dashboard";
    for (const name of ["Orders", "Subscriptions", "Customers", "Products", "Activity", "Webhooks"]) {
      // A new page has its focus at the top, above the navigation.
      await page.reload();
      await heading(page, present);
      await press(page, name);
      await heading(page, name);
      await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
      await page.locator(".shop-table tbody tr, .shop-products li, .shop-feed li").first().waitFor();
      present = name;
    }
    await press(page, "Sell something");
    await page.getByText("was handled, and answered with 200").waitFor();
    await press(page, "Send one with a wrong signature");
    await page.getByText("was rejected: 403, WEBHOOK_SIGNATURE_MISMATCH").waitFor();
    await page.getByRole("cell", { name: "Rejected" }).waitFor();
  });

  test("is open to a guest customer by keyboard alone, with the own purchases only", async () => {
    const page = await visitor.visit("/");
    await heading(page, "Sign-in that lives in your own app");
    await press(page, "Look around as a customer");
    await heading(page, "Billing");
    await page.getByText("€18 per month").waitFor();
    await expect
      .poll(() =>
        page
          .getByRole("link", { name: "Invoice" })
          .or(page.getByRole("button", { name: "Invoice" }))
          .count(),
      )
      .toBe(2);
    await expect.poll(() => page.getByRole("link", { name: "Dashboard" }).count()).toBe(0);
  });

  test("searches, filters, sorts and pages the orders, and opens one", async () => {
    const page = await visitor.visit("/");
    await enterAs(page, "merchant");
    await page.goto("/shop/orders");
    await expect.poll(() => rows(page).count()).toBe(20);
    const first = rows(page).first();
    const newest = await first.textContent();
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByText(/^21 to /).waitFor();
    await expect.poll(() => first.textContent()).not.toBe(newest);
    await page.getByRole("combobox", { name: "Status" }).selectOption("Refunded");
    await page.getByText(/^1 to /).waitFor();
    await expect.poll(() => first.textContent()).toContain("Refunded");
    await page.getByRole("combobox", { name: "Status" }).selectOption("");
    await page.getByRole("searchbox", { name: "Search in orders" }).fill("no such order");
    await page.getByText("No row matches").waitFor();
    await page.getByRole("searchbox", { name: "Search in orders" }).fill("");
    await page.getByRole("button", { name: "Product" }).click();
    await page.getByRole("columnheader", { name: "Product" }).and(page.locator("[aria-sort=ascending]")).waitFor();
    await first.getByRole("button").press("Enter");
    await page.getByRole("button", { name: /^Copy [0-9a-f-]{36}$/ }).waitFor();
  });

  test("shows two values of an order on a phone, and the others in the opened row", async () => {
    const page = await visitor.visit("/", { viewport: { width: 375, height: 740 } });
    await enterAs(page, "merchant");
    await page.goto("/shop/orders");
    const row = rows(page).first();
    await row.locator("[data-main]").waitFor();
    expect(await row.locator("td:not([data-main])").filter({ visible: true }).count()).toBe(0);
    expect((await row.boundingBox())?.height).toBeLessThan(60);
    await row.getByRole("button").click();
    expect(await row.locator("td:not([data-main])").filter({ visible: true }).count()).toBe(4);
  });

  test("tells a guest, whose password is random, how to get a password", async () => {
    const page = await visitor.visit("/");
    await enterAs(page, "customer");
    await page.goto("/account/password");
    const notice = page.getByRole("region", { name: "Your account as a guest" });
    await notice.getByRole("button", { name: "Get a password by email" }).click();
    await notice.getByRole("link", { name: "mailbox" }).click();
    await page.getByRole("link", { name: "Reset your password for Keyhold example" }).first().waitFor();
  });

  test("shows prices in the units of their currency, and fractions of a cent for a meter", async () => {
    const page = await visitor.visit("/");
    await enterAs(page, "merchant");
    await page.goto("/shop/products");
    await page.getByText("€0.125 per unit of “Cups poured”").waitFor();
    await page.getByText("€180.00 a year").waitFor();
    await page.getByText("¥3,200").waitFor();
  });

  test("shows webhooks as they arrive, without a reload, until the list is paused", async () => {
    const page = await visitor.visit("/");
    await enterAs(page, "merchant");
    await page.goto("/shop/webhooks");
    await rows(page).first().waitFor();
    await page.evaluate(() => document.body.setAttribute("data-still-here", ""));
    const origin = visitor.demo.url;
    const sent = await page.request.post("/api/shop/test-event", { headers: { origin } });
    expect(await sent.json()).toMatchObject({ status: 200, code: null });
    await page.locator("tr.new").first().waitFor();
    await expect.poll(() => page.locator("[data-still-here]").count()).toBe(1);

    await page.getByRole("button", { name: "Pause" }).click();
    await page.clock.install();
    const calls: string[] = [];
    page.on("request", (request) => calls.push(request.url()));
    await page.clock.fastForward(60_000);
    expect(calls).toEqual([]);
  });

  test("opens a failed event with payload and handlers, and sends it again: the remaining handlers run", async () => {
    const page = await visitor.visit("/");
    await enterAs(page, "merchant");
    await page.goto("/shop/webhooks");
    await page.getByRole("button", { name: "Send one that fails once" }).click();
    await page.getByText("Open it to send it again.").waitFor();
    await page.getByRole("combobox", { name: "Result" }).selectOption("Failed");
    await rows(page).first().getByRole("button").focus();
    await page.keyboard.press("Enter");
    const details = page.locator(".event");
    await details.getByText("This test event fails once.").waitFor();
    expect(await details.locator(".event-handlers li").allTextContents()).toEqual([
      "order.paid#1 completed",
      "*#1 failed",
      "mirror completed",
    ]);
    expect(JSON.parse((await details.locator("pre").textContent()) ?? "")).toMatchObject({ type: expect.any(String) });
    await details.getByRole("button", { name: "Send again" }).click();
    await details.getByText("Handled: the remaining handlers have run.").waitFor();
    await expect.poll(() => details.locator(".event-handlers li").allTextContents()).toContain("*#1 completed");
    await expect.poll(() => details.getByRole("button", { name: "Send again" }).count()).toBe(0);
  });

  test("gives payloads to administrators only, and asks for a recent proof before an event is sent again", async () => {
    const page = await visitor.visit("/");
    await enterAs(page, "merchant");
    const headers = { origin: visitor.demo.url };
    const failing = await page.request.post("/api/shop/failing-event", { headers });
    expect(await failing.json()).toMatchObject({ status: 500, code: "WEBHOOK_HANDLER_FAILED" });
    const deliveries: readonly DeliveryView[] = await (await page.request.get("/api/shop/webhooks")).json();
    const { eventId = "" } = deliveries.find(({ outcome }) => outcome === "failed") ?? {};
    const sendAgain = (init = { headers }) => page.request.post(`/api/shop/send-again?id=${eventId}`, init);
    expect((await sendAgain({ headers: { origin: "https://elsewhere.example" } })).status()).toBe(403);
    expect((await page.request.get("/api/shop/send-again")).status()).toBe(405);
    expect((await page.request.get("/api/shop/webhook?id=unknown")).status()).toBe(404);

    const setRole = (role: string) => write(visitor.demo, "UPDATE member SET role = ? WHERE role <> 'owner'", role);
    setRole("member");
    expect((await page.request.get(`/api/shop/webhook?id=${eventId}`)).status()).toBe(403);
    expect((await sendAgain()).status()).toBe(403);
    setRole("admin");
    write(visitor.demo, "UPDATE session SET authTime = ?, createdAt = authTime", "2020-01-01 00:00:00.000");
    const asked = await sendAgain();
    expect([asked.status(), await asked.json()]).toEqual([
      403,
      { code: "SESSION_IS_NOT_FRESH", stepUp: expect.objectContaining({ maxAgeSeconds: 600 }) },
    ]);
  });

  test("has a sale of the webhook in the orders, and a sign-in in the activity", async () => {
    const page = await visitor.visit("/");
    await enterAs(page, "merchant");
    await page.goto("/shop/activity");
    await page.getByText("Guest merchant joined as admin").first().waitFor();
    await page.getByText("Guest merchant signed in by email").first().waitFor();
    const customer = await visitor.visit("/");
    await enterAs(customer, "customer");
    await page.goto("/shop/orders");
    await page.getByRole("row", { name: "Cast-iron kettle Guest customer" }).first().waitFor();
  });

  test("gives no data of the merchant to a user who is not a member", async () => {
    const page = await visitor.visit("/");
    const statusOf = async (route: string): Promise<number> => (await page.request.get(`/api/shop/${route}`)).status();
    for (const route of [...merchantRoutes, "notes"]) expect([route, await statusOf(route)]).toEqual([route, 401]);

    await signUp(page, newUser());
    for (const route of merchantRoutes) expect([route, await statusOf(route)]).toEqual([route, 403]);
    for (const route of ["test-event", "forged-event", "mixed-deliveries", "refund"]) {
      const headers = { origin: visitor.demo.url };
      expect((await page.request.post(`/api/shop/${route}`, { headers })).status()).toBe(403);
    }
    expect(await statusOf("nothing")).toBe(404);
    expect(await statusOf("notes")).toBe(402);
    await page.goto("/shop");
    await page.getByText("Only members of the merchant's organization can see it.").waitFor();
    await page.goto("/billing");
    await page.getByText("You have no plan.").waitFor();
  });

  test("shows the next user of a browser nothing of the one before", async () => {
    const page = await visitor.visit("/");
    await enterAs(page, "merchant");
    await page.getByText("Newest orders").first().waitFor();
    await signOut(page);
    await enterAs(page, "customer");
    await page.goto("/shop");
    await page.getByText("Not for you").waitFor();
    await expect.poll(() => page.getByText("Newest orders").count()).toBe(0);
  });

  test("sends no event, and signs in no guest, for another site", async () => {
    const page = await visitor.visit("/");
    await enterAs(page, "merchant");
    const headers = { origin: "https://attacker.example" };
    expect((await page.request.post("/api/shop/test-event", { headers })).status()).toBe(403);
    for (const kind of ["merchant", "customer"]) {
      const response = await page.request.post(`/api/guests/${kind}`, { headers });
      expect([response.status(), response.headers()["set-cookie"]]).toEqual([404, undefined]);
    }
  });

  test("answers 304 while nothing has changed", async () => {
    const page = await visitor.visit("/");
    await enterAs(page, "merchant");
    const first = await page.request.get("/api/shop/products");
    const etag = first.headers().etag ?? "";
    const second = await page.request.get("/api/shop/products", { headers: { "if-none-match": etag } });
    expect([second.status(), await second.text()]).toEqual([304, ""]);
  });

  test("keeps what it has read when the connection is lost, and reads again after a failure", async () => {
    const page = await visitor.visit("/");
    await enterAs(page, "merchant");
    await page.route("**/api/shop/orders", (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
    await page.goto("/shop/orders");
    await page.getByRole("alert").getByText("Orders could not be read").waitFor();
    await page.getByRole("button", { name: "Try again" }).click();
    await rows(page).first().waitFor();

    await intercept(page, "**/api/shop/orders", (route) => route.abort());
    await page.evaluate(() => dispatchEvent(new Event("focus")));
    await page.getByText("the connection is lost").waitFor();
    await expect.poll(() => rows(page).count()).toBeGreaterThan(10);
  });

  test("has no guests, and no sample data, in production", async () => {
    const production = await startDemo({ NODE_ENV: "production" });
    try {
      const headers = { origin: production.url };
      const guest = await fetch(`${production.url}/api/guests/merchant`, { method: "POST", headers });
      const sent = await fetch(`${production.url}/api/shop/test-event`, { method: "POST", headers });
      expect([guest.status, sent.status]).toEqual([404, 404]);
      expect((await fetch(`${production.url}/api/shop/orders`)).status).toBe(401);
      expect(await (await fetch(production.url)).text()).toContain('data-merchant=""');
    } finally {
      await production.stop();
    }
  });
});

describe.skipIf(!executablePath)("the tea shop, by axe,", () => {
  const visitor = setUp();

  test("has no violation in light and dark, and does not scroll sideways, at 320 and 1280 pixels", {
    timeout: 240_000,
  }, async () => {
    const page = await visitor.visit("/", { colorScheme: "light", reducedMotion: "reduce" });
    const checks = checkScreens();
    async function check(name: string): Promise<void> {
      for (const width of [320, 1280]) {
        await page.setViewportSize({ width, height: 740 });
        expect.soft(await checks.violations(page), `${name} at ${width}`).toEqual([]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect.soft(overflow, `${name} at ${width}`).toBeLessThanOrEqual(0);
        // The other theme changes colors, and no size.
        await page.emulateMedia({ colorScheme: "dark" });
        expect.soft(await checks.colorViolations(page), `${name} at ${width} in dark`).toEqual([]);
        await page.emulateMedia({ colorScheme: "light" });
      }
    }
    await enterAs(page, "merchant");
    for (const route of ["", "/orders", "/subscriptions", "/customers", "/products", "/activity", "/webhooks"]) {
      await page.goto(`/shop${route}`);
      await page.locator(".shop-card, .shop-table, .shop-feed").first().waitFor();
      await check(`/shop${route}`);
    }
    await enterAs(page, "customer");
    await page.getByText("€18 per month").waitFor();
    await check("/billing");
    for (const [route, shown] of [
      ["/notes", ".kh-usage"],
      ["/pricing", ".kh-plan"],
    ] as const) {
      await page.goto(route);
      await page.locator(shown).first().waitFor();
      await check(route);
    }
  });
});
