import type { Page } from "playwright-core";
import { intercept } from "../../../tests/harness/chromium.ts";
import type { Demo } from "./demo.ts";
import { heading } from "./test-user.ts";

type Show = (page: Page, demo: Demo) => Promise<void>;

/** Signs in as a new guest, from the first page. */
export async function enterAs(page: Page, kind: "merchant" | "customer"): Promise<void> {
  await page.context().clearCookies();
  await page.goto("/");
  await page.getByRole("button", { name: `Look around as a ${kind}` }).click();
  await heading(page, kind === "merchant" ? "Dashboard" : "Billing");
}

/** Opens a screen, and waits for its data. */
const at =
  (path: string, title: string, shown: string): Show =>
  async (page) => {
    await page.goto(path);
    await heading(page, title);
    await page.locator(shown).first().waitFor();
  };

/** Opens a screen with another answer of its route. */
const answered =
  (path: string, route: string, answer: object, said: string): Show =>
  async (page) => {
    await page.route(route, (given) => given.fulfill(answer));
    await page.goto(path);
    await page.getByText(said).waitFor();
    await page.unroute(route);
  };

const table = ".shop-table tbody tr";

/** The dashboard of a guest merchant, and what a guest customer has. */
export const shopScreens: Readonly<Record<string, Show>> = {
  "shop, guests": async (page) => {
    await page.context().clearCookies();
    await page.goto("/");
    await page.getByRole("button", { name: "Look around as a merchant" }).waitFor();
  },
  "shop, guest not signed in": async (page) => {
    await intercept(page, "**/api/guests/*", (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
    await page.getByRole("button", { name: "Look around as a merchant" }).click();
    await page.getByText("The server could not sign you in.").waitFor();
  },
  "shop, dashboard": async (page) => {
    await enterAs(page, "merchant");
    await page.locator(".shop-chart .bar").first().waitFor();
  },
  "shop, usage as a table": async (page) => {
    await page.getByText("Show as a table").click();
    await page.getByRole("table", { name: "Cups poured by day" }).waitFor();
  },
  "shop, orders": at("/shop/orders", "Orders", table),
  "shop, subscriptions": at("/shop/subscriptions", "Subscriptions", table),
  "shop, customers": at("/shop/customers", "Customers", table),
  "shop, products": at("/shop/products", "Products", ".shop-products li"),
  "shop, activity": at("/shop/activity", "Activity", ".shop-feed li"),
  "shop, webhooks": at("/shop/webhooks", "Webhooks", table),
  "shop, failed event": async (page) => {
    await page.getByRole("button", { name: "Send one that fails once" }).click();
    await page.getByText("Open it to send it again.").waitFor();
    await page.getByRole("combobox", { name: "Result" }).selectOption("Failed");
    await page.locator(`${table} button`).first().click();
    await page.getByRole("button", { name: "Send again" }).waitFor();
  },
  "shop, forged event": async (page) => {
    await page.getByRole("button", { name: "Send one with a wrong signature" }).click();
    await page.getByText("was rejected: 403, WEBHOOK_SIGNATURE_MISMATCH").waitFor();
  },
  "shop, orders empty": answered("/shop/orders", "**/api/shop/orders", { json: [] }, "No orders yet"),
  "shop, dashboard empty": answered(
    "/shop",
    "**/api/shop/overview",
    {
      json: {
        organization: "Leaf & Kettle",
        revenue: [],
        activeSubscriptions: 0,
        customers: 0,
        newCustomers: 0,
        usage: null,
        orders: [],
        activity: [],
      },
    },
    "No orders yet.",
  ),
  "shop, failed": answered("/shop/orders", "**/api/shop/orders", { status: 500, json: {} }, "Orders could not be read"),
  "shop, not a member": answered("/shop", "**/api/shop/overview", { status: 403, json: {} }, "Not for you"),
  "shop, no notes yet": at("/notes", "Tasting notes", ".empty"),
  "shop, plans": at("/pricing", "Plans", ".kh-plan"),
  "shop, billing": async (page) => {
    await enterAs(page, "customer");
    await page.getByText("€18 per month").waitFor();
  },
  "shop, notes": at("/notes", "Tasting notes", ".kh-usage"),
};
