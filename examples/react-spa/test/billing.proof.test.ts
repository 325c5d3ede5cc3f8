import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { comeBack, found } from "./company.ts";
import { enterAs } from "./shop-screens.ts";
import { executablePath, heading, newUser, setUp, signUp, tabTo } from "./test-user.ts";

/** Presses Tab until the link or the button has the focus, then Enter. */
async function press(page: Page, name: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press("Enter");
}

/** Pays on the page of the payments provider, and returns to the app. */
async function pay(page: Page): Promise<void> {
  await page.waitForURL("http://127.0.0.1:*/checkout/**");
  // The app names an address of a user only if the user has proven it.
  if ((await page.getByLabel("Email").inputValue()) === "")
    await page.getByLabel("Email").fill(`${randomUUID()}@example.com`);
  await press(page, "Pay");
  await heading(page, "Thank you!");
}

/** Reads the meter until it has this text: balances come by a webhook of their own, behind the purchase and the usage. */
async function shows(page: Page, text: string): Promise<void> {
  const isShown = async (): Promise<boolean> => {
    await page.goto("/notes");
    await page.locator(".kh-usage[aria-busy=false]").waitFor();
    return (await page.getByText(text, { exact: true }).count()) === 1;
  };
  await expect.poll(isShown, { timeout: 20_000, interval: 500 }).toBe(true);
}

const names = (page: Page): Promise<string[]> => page.locator(".kh-plan h2").allInnerTexts();

describe.skipIf(!executablePath)("a customer of the tea shop", () => {
  const visitor = setUp();

  test("buys a plan by keyboard alone, and another tab unlocks without a reload", async () => {
    const page = await visitor.visit("/");
    await signUp(page, newUser());
    await page.goto("/notes");
    await page.getByText("Not unlocked yet").waitFor();
    const other = await page.context().newPage();
    await other.goto("/notes");
    await other.getByText("Not unlocked yet").waitFor();
    await other.evaluate(() => document.body.setAttribute("data-still-here", ""));

    await press(page, "See plans");
    await heading(page, "Plans");
    await page.locator(".kh-plan").first().waitFor();
    expect(await names(page)).toEqual(["Tea club", "Tasting notes"]);
    await press(page, "Choose Tea club");
    await pay(page);
    await press(page, "Continue");
    await heading(page, "Tasting notes");
    await other.getByText("Sencha Yabukita").waitFor();
    expect(await other.locator("[data-still-here]").count()).toBe(1);

    await shows(page, "0 of 20 used · 20 left");
    await press(page, "Pour a cup");
    await page.getByText("Enjoy your tea.").waitFor();
    await page.getByText("1 of 20 used · 19 left").waitFor();
    for (let cups = 2; cups <= 20; cups += 1) {
      const headers = { origin: visitor.demo.url };
      expect((await page.request.post("/api/shop/pour", { headers })).status()).toBe(200);
    }
    await press(page, "Pour a cup");
    await page.getByText("No cup: your plan has none left in this period.").waitFor();
  });

  test("cancels to the end of the period, and takes the cancellation back", async () => {
    const page = await visitor.visit("/");
    await enterAs(page, "customer");
    await page.getByRole("button", { name: "Cancel the plan: Tea club" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel the plan" }).click();
    await page.getByText(/^Ends on /).waitFor();
    await page.goto("/notes");
    await page.getByText("Sencha Yabukita").waitFor();
    await page.goto("/billing");
    await page.getByRole("button", { name: "Take the cancellation back: Tea club" }).click();
    await page.getByText(/^Renews on /).waitFor();
  });

  test("buys for an organization: a seat for each member, and each cup is counted for the organization", async () => {
    const page = await visitor.visit("/");
    await signUp(page, newUser());
    await found(page, "Kettle & Co");
    await page.goto("/pricing");
    await page.getByRole("button", { name: "For Kettle & Co" }).click();
    await page.getByRole("button", { name: "Choose Office kettle" }).waitFor();
    expect(await names(page)).toEqual(["Office kettle"]);
    await page.getByRole("button", { name: "Choose Office kettle" }).click();
    await pay(page);
    await page.goto("/organization/billing");
    await page.getByText("€9 per month").waitFor();
    await page.goto("/notes");
    await page.getByText("Nothing used yet.").waitFor();
    await page.getByRole("button", { name: "Pour a cup" }).click();
    await page.getByText("Enjoy your tea.").waitFor();
    await shows(page, "1 used");
  });

  test("loses by a refund what was bought once, while events arrive twice and in any order", async () => {
    const merchant = await visitor.visit("/");
    await enterAs(merchant, "merchant");
    await merchant.goto("/shop/webhooks");
    const mixed = merchant.getByRole("button", { name: "Deliver twice, in any order" });
    await mixed.click();
    await merchant.locator("[aria-pressed=true]").waitFor();

    const page = await visitor.visit("/");
    await signUp(page, newUser());
    await page.goto("/pricing");
    await page.getByRole("button", { name: "Buy Tasting notes" }).click();
    await pay(page);
    await page.goto("/notes");
    await page.getByText("Sencha Yabukita").waitFor();

    await merchant.goto("/shop/orders");
    await merchant.getByRole("searchbox", { name: "Search in orders" }).fill("Tasting notes");
    const row = merchant.getByRole("row", { name: /Tasting notes/ }).first();
    await row.getByRole("button").first().click();
    await merchant.getByRole("button", { name: "Refund" }).click();
    await merchant
      .getByRole("row", { name: /Refunded/ })
      .first()
      .waitFor();
    await comeBack(page, async () => (await page.getByText("Not unlocked yet").count()) === 1);
    expect((await page.request.get("/api/shop/notes")).status()).toBe(402);
    const orders: readonly { product: string }[] = await (await merchant.request.get("/api/shop/orders")).json();
    expect(orders.filter(({ product }) => product === "Tasting notes")).toHaveLength(1);
    await merchant.goto("/shop/webhooks");
    await merchant.getByRole("button", { name: "Deliver twice, in any order" }).click();
  });
});
