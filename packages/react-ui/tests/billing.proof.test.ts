import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { tabTo } from "../../../tests/harness/keyboard.ts";
import { type At, api, call, createOrganization, createPerson, everyPlugin, signInAs } from "./every-plugin.js";
import { executablePath, heading, setUp } from "./pages.js";
import { setUpShop, startShop } from "./selling.js";

const shop = await startShop("plans");
const failing = await startShop("a failed payment");
const { provider } = shop;

const plan = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: new RegExp(`^${name}`) }) });

/** Pays on the page of the provider, as a buyer does. */
async function pay(page: Page): Promise<void> {
  await page.waitForURL(`${provider.origin}/checkout/**`);
  await page.getByRole("button", { name: "Pay", exact: true }).click();
}

describe.skipIf(!executablePath)("the plans", () => {
  const visitor = setUpShop(shop);
  const at = (page: Page): At => ({ page, server: visitor.server });

  async function visitAs(path: string, changes: Parameters<typeof createPerson>[0] = {}) {
    const page = await visitor.visit("about:blank");
    const person = await createPerson(changes);
    await signInAs(at(page), person);
    await page.goto(path);
    return { page, person };
  }

  test("are shown to a visitor, who signs in and returns to them", async () => {
    const page = await visitor.visit("/pricing");
    await heading(page, "Plans");
    await plan(page, "Pro").getByText("$12 per month").waitFor();
    await plan(page, "Team").getByText("$39.50 per month").waitFor();
    await plan(page, "Starter").getByText("Free", { exact: true }).waitFor();
    await plan(page, "The book of tea").getByText("$19.50 once").waitFor();
    await plan(page, "Pro").getByText("Free trial: 14 days").waitFor();
    await page.getByRole("button", { name: "Choose Pro" }).click();
    const { email, password } = await createPerson();
    await page.getByLabel("Email or username").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.keyboard.press("Enter");
    await heading(page, "Plans");
    expect(new URL(page.url()).pathname).toBe("/pricing");
  });

  test("are bought by the keyboard alone, and unlock on the way back without a reload", async () => {
    const { page } = await visitAs("/pricing");
    // Another tab learns of the purchase, and is not loaded again.
    const other = await page.context().newPage();
    await other.goto("/pricing");
    await other.getByRole("button", { name: "Choose Team" }).waitFor();
    await heading(page, "Plans");
    await tabTo(page, "Choose Team");
    await page.keyboard.press("Enter");
    await pay(page);
    await heading(page, "Thank you!");
    await page.getByText("Your payment has arrived, and what you bought is ready.").waitFor();
    await plan(other, "Team").getByText("Your plan", { exact: true }).waitFor();
    await page.goto("/pricing");
    await plan(page, "Team").getByText("Your plan", { exact: true }).waitFor();
    await plan(page, "Team")
      .getByText(/^Renews on /)
      .waitFor();
    await page.getByRole("button", { name: "Switch to Pro" }).waitFor();
  });

  test("switch between months and years by the arrow keys, if both are sold", async () => {
    const page = await visitor.visit("/pricing");
    await page.getByRole("radio", { name: "Monthly" }).focus();
    await page.keyboard.press("ArrowRight");
    await plan(page, "Pro").getByText("$120 per year").waitFor();
    expect(await page.getByRole("heading", { level: 2 }).allTextContents()).toEqual([
      "Pro ",
      "Team ",
      "The book of tea ",
    ]);
  });

  test("are changed after a dialog that says what happens, and the result is said", async () => {
    const { page } = await visitAs("/pricing");
    await page.getByRole("button", { name: "Choose Team" }).click();
    await pay(page);
    await heading(page, "Thank you!");
    await page.goto("/pricing");
    await page.getByRole("button", { name: "Switch to Pro" }).click();
    const dialog = page.getByRole("dialog", { name: "Switch from Team to Pro?" });
    await dialog.getByText("the difference is on your next invoice").waitFor();
    await dialog.getByText("The new price: $12 per month.").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Switch to Pro" }).click();
    await dialog.getByRole("button", { name: "Switch to Pro" }).click();
    await page.getByText("Your plan is Pro now.").waitFor();
    await plan(page, "Pro").getByText("Your plan", { exact: true }).waitFor();
  });

  test("in the settings are canceled at the end of the period, and taken back, by the keyboard alone", async () => {
    const { page } = await visitAs("/billing");
    await page.getByText("You have no plan.").waitFor();
    await page.getByRole("link", { name: "Choose a plan" }).click();
    await page.getByRole("button", { name: "Choose Team" }).click();
    await pay(page);
    await heading(page, "Thank you!");
    await tabTo(page, "Your plan");
    await page.keyboard.press("Enter");
    await heading(page, "Billing");
    await page.getByText("$39.50 per month").waitFor();
    await page.getByText(/^Renews on /).waitFor();
    await tabTo(page, "Cancel the plan");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Cancel Team?" });
    await dialog.getByText(/^You keep all features until .*\. Then the plan ends/).waitFor();
    await tabTo(page, "Cancel the plan");
    await page.keyboard.press("Enter");
    await page.getByText(/^Your plan ends on /).waitFor();
    await page.getByText(/^Ends on /).waitFor();
    await tabTo(page, "Take the cancellation back");
    await page.keyboard.press("Enter");
    await page.getByText("Your plan goes on.").waitFor();
    await page.getByText(/^Renews on /).waitFor();
  });

  test("in the settings have orders with invoices, and lead to the page of the provider", async () => {
    const { page } = await visitAs("/pricing");
    await page.getByRole("button", { name: "Buy The book of tea" }).click();
    await pay(page);
    await heading(page, "Thank you!");
    await page.goto("/billing");
    const order = page.getByRole("listitem").filter({ hasText: "The book of tea" });
    await order.getByText(/\$19\.50$/).waitFor();
    await order.getByRole("button", { name: /^Invoice: The book of tea/ }).click();
    await page.waitForURL(`${provider.origin}/**`);
    await page.goto("/billing");
    await page.getByRole("button", { name: "Payment methods" }).click();
    await page.waitForURL(`${provider.origin}/**`);
  });

  test("of an organization are bought by its owner, and a member sees them without a button", async () => {
    const { page, person } = await visitAs("/");
    const { id, name } = await createOrganization(at(page));
    await page.goto("/pricing/organization");
    await page.getByRole("button", { name: "Choose Pro" }).click();
    await pay(page);
    await heading(page, "Thank you!");
    await page.goto("/billing/organization");
    await heading(page, `Billing of ${name}`);
    await page.getByText("$12 per month").waitFor();
    await page.goto("/billing");
    await page.getByText("You have no plan.").waitFor();
    const { page: others, person: member } = await visitAs("/");
    await api.organization.addMember({ organizationId: id, userId: member.id, role: "member" });
    await call(at(others), "/organization/set-active", { organizationId: id });
    await others.goto("/billing/organization");
    await others.getByText("$12 per month").waitFor();
    await expect
      .poll(() =>
        others
          .locator("main")
          .getByRole("button", { name: /Cancel|Payment/ })
          .count(),
      )
      .toBe(0);
    await others.goto("/pricing/organization");
    await others.getByText("You may not choose the plan of this organization.").waitFor();
    await expect.poll(() => others.locator("main").getByRole("button").count()).toBe(0);
    expect(person.id).not.toBe(member.id);
  });

  test("by seats are bought for an organization, and its owner changes their number by the keyboard", async () => {
    const { page } = await visitAs("/");
    const { id } = await createOrganization(at(page));
    await page.goto("/pricing/organization");
    await page.getByRole("button", { name: "Choose Office" }).click();
    await pay(page);
    await heading(page, "Thank you!");
    await page.goto("/billing/organization");
    await page.getByText("Seats: 1", { exact: true }).waitFor();
    await tabTo(page, "Change the seats");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Seats of Office" });
    const number = dialog.getByLabel("Number of seats");
    for (const wrong of ["0", "1.5", "-2", "1e9"]) {
      await number.fill(wrong);
      await page.keyboard.press("Enter");
      await dialog.getByText("Enter a whole number.").waitFor();
    }
    await number.fill("3");
    await page.keyboard.press("Enter");
    await page.getByText("The number of seats is changed.").waitFor();
    await page.getByText("Seats: 3", { exact: true }).waitFor();
    expect(await page.evaluate("document.activeElement.textContent")).toContain("Change the seats");
    const colleague = await createPerson();
    await api.organization.addMember({ organizationId: id, userId: colleague.id, role: "member" });
    await page.getByRole("button", { name: "Change the seats" }).click();
    await number.fill("1");
    await page.keyboard.press("Enter");
    await dialog.getByText("The plan does not allow this number").waitFor();
  });

  test("have usage on a meter, in units of the language", async () => {
    const { page, person } = await visitAs("/pricing");
    await page.getByRole("button", { name: "Choose Pro" }).click();
    await pay(page);
    await heading(page, "Thank you!");
    const use = (units: number) =>
      shop.port.usage.ingest(
        Array.from({ length: units }, () => ({ name: "calls", externalCustomerId: person.id, metadata: {} })),
      );
    await use(300);
    await provider.delivered();
    await page.goto(`/usage/${provider.meters.calls}`);
    const meter = page.getByRole("meter", { name: "API calls" });
    await page.getByText("300 of 1,000 used · 700 left").waitFor();
    expect(await meter.getAttribute("aria-valuenow")).toBe("300");
    expect(await meter.getAttribute("aria-valuetext")).toBe("300 of 1,000 used · 700 left");
    await use(1000);
    await provider.delivered();
    await page.reload();
    await page.getByText("1,300 of 1,000 used · 300 more than included").waitFor();
  });

  test("have a way back that says after 30 seconds that it takes longer, and goes on when the user returns", async () => {
    const { page } = await visitAs("/");
    const { url } = await call<{ url: string }>(at(page), "/checkout", { slug: "book" });
    await page.clock.install();
    await page.goto(`/checkout-result?checkout=${shop.opened.at(-1)}`);
    await heading(page, "Checking your payment");
    const isSlow = async () => {
      await page.clock.runFor(5000);
      return page.getByRole("heading", { name: "This takes longer than usual" }).count();
    };
    await expect.poll(isSlow, { timeout: 15_000, interval: 1 }).toBe(1);
    const asked = () => visitor.server.requests.filter((one) => one === "GET /billing/checkout").length;
    const before = asked();
    await page.clock.runFor(60_000);
    expect(asked()).toBe(before);
    await provider.pay(url);
    await provider.delivered();
    await page.evaluate("dispatchEvent(new Event('focus'))");
    await heading(page, "Thank you!");
  });

  test("have a way back for a user who was signed out meanwhile, and no foreign checkout", async () => {
    const page = await visitor.visit("/checkout-result?checkout=of-another-user");
    const { email, password } = await createPerson();
    await page.getByLabel("Email or username").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.keyboard.press("Enter");
    await heading(page, "No such checkout");
    expect(new URL(page.url()).search).toBe("?checkout=of-another-user");
  });

  test("say that the provider cannot be reached, and stay", async () => {
    const { page } = await visitAs("/pricing");
    await page.getByRole("button", { name: "Choose Team" }).waitFor();
    provider.fail({ path: "/v1/checkouts/", status: 503 });
    await page.getByRole("button", { name: "Choose Team" }).click();
    await page.getByText("The payments provider cannot be reached.").waitFor();
    provider.recover();
  });
});

describe.skipIf(!executablePath)("a failed payment", () => {
  const late = setUpShop(failing);

  test("is said until it is paid, with the day until which features stay unlocked", async () => {
    const page = await late.visit("about:blank");
    const where = { page, server: late.server };
    const person = await createPerson();
    await signInAs(where, person);
    await page.goto("/pricing");
    await page.getByRole("button", { name: "Choose Team" }).click();
    await page.waitForURL(`${failing.provider.origin}/checkout/**`);
    await page.getByRole("button", { name: "Pay", exact: true }).click();
    await heading(page, "Thank you!");
    await page.goto("/past-due");
    await heading(page, "Home");
    await expect.poll(() => page.getByText("Your last payment failed.").count()).toBe(0);
    failing.provider.setCard(person.id, "declined");
    await failing.provider.clock.forward({ months: 1 });
    // The session of a month ago is over.
    await signInAs(where, person);
    await page.goto("/past-due");
    const notice = page.getByRole("region", { name: "Your last payment failed." });
    await notice.getByText(/^All features stay unlocked until [A-Z][a-z]+ \d+, \d{4}\.$/).waitFor();
    await notice.getByRole("button", { name: "Check the payment method" }).click();
    await page.waitForURL(`${failing.provider.origin}/**`);
    await page.goto("/billing");
    await page.getByText("Payment failed", { exact: true }).waitFor();
    await failing.provider.clock.forward({ days: 4 });
    await page.goto("/past-due");
    await notice.getByText("Features of your plan are locked until you pay.").waitFor();
  });
});

describe.skipIf(!executablePath)("a server without a payments provider", () => {
  const visitor = setUp(
    everyPlugin,
    'import { createRoot } from "react-dom/client"; import { EveryScreen } from "./every-screen.tsx"; createRoot(document.getElementById("root")).render(<EveryScreen />);',
  );

  test("sells nothing, and asks for no products", async () => {
    const page = await visitor.visit("/pricing");
    await page.getByText("Nothing is sold here.").waitFor();
    expect(visitor.server.requests).not.toContain("GET /billing/products");
  });
});
