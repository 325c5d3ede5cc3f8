import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { intercept } from "../../../tests/harness/chromium.ts";
import { typeInto } from "../../../tests/harness/keyboard.ts";
import {
  executablePath,
  heading,
  messages,
  newUser,
  openEmail,
  type Person,
  setUp,
  signUp,
  signUpConfirmed,
  tabTo,
} from "./test-user.ts";

/** Presses Tab until the link or the button has the focus, then Enter. */
async function press(page: Page, name: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press("Enter");
}

const cart = (page: Page) => page.getByRole("list", { name: "Your cart" }).getByRole("listitem");

/** The names of the goods, in the order of the shop. */
async function goodsOf(page: Page): Promise<readonly [string, string]> {
  const buttons = page.getByRole("button", { name: /^Add .+ to the cart$/ });
  await buttons.nth(1).waitFor();
  const labels = await buttons.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? ""));
  const [first = "", second = ""] = labels;
  return [first.replace(/^Add | to the cart$/g, ""), second.replace(/^Add | to the cart$/g, "")];
}

async function expectCart(page: Page, names: readonly string[]): Promise<void> {
  await expect.poll(() => cart(page).locator(".cart-name").allTextContents()).toEqual(names);
}

const userOf = async (page: Page): Promise<{ readonly id: string; readonly email: string }> =>
  (await (await page.request.get("/api/auth/get-session")).json()).user;

describe.skipIf(!executablePath)("the cart of a guest", () => {
  const visitor = setUp();

  test("survives the sign-up, and is kept by the server", async () => {
    const person = newUser();
    const page = await visitor.visit("/");
    await press(page, "Buy tea");
    await heading(page, "Tea");
    const [first, second] = await goodsOf(page);
    await press(page, `Add ${first} to the cart`);
    await expectCart(page, [first]);
    await press(page, `Add ${second} to the cart`);
    await expectCart(page, [first, second]);
    const guest = await userOf(page);
    await press(page, `Remove ${first} from the cart`);
    await expectCart(page, [second]);
    await press(page, "Create an account to keep it");
    await typeInto(page, {
      Name: person.name,
      Email: person.email,
      Username: person.username,
      Password: person.password,
    });
    await page.waitForURL(({ pathname }) => pathname === "/tea");
    await expectCart(page, [second]);
    expect(await userOf(page)).toMatchObject({ id: guest.id, email: person.email });
    expect(await page.getByRole("link", { name: "Create an account to keep it" }).count()).toBe(0);
  });

  test("has each product that was added while another product was being added", async () => {
    const page = await visitor.visit("/tea");
    const [first, second] = await goodsOf(page);
    const { promise: pressed, resolve: goOn } = Promise.withResolvers<void>();
    await intercept(page, "**/api/cart?product=*", async (route) => {
      await pressed;
      await route.continue();
    });
    await press(page, `Add ${first} to the cart`);
    // The visitor becomes a guest while the product is being added.
    await expect.poll(async () => (await page.request.get("/api/auth/get-session")).json()).not.toBeNull();
    await press(page, `Add ${second} to the cart`);
    goOn();
    await expectCart(page, [first, second]);
    expect(await page.getByText("The cart could not be changed.").count()).toBe(0);
  });

  test("moves to the account of a sign-in by a link that was asked for on another device", async () => {
    const person = newUser();
    const desktop = await visitor.visit("/");
    await signUpConfirmed(desktop, person);
    await desktop.goto("/tea");
    const [first, second] = await goodsOf(desktop);
    await press(desktop, `Add ${first} to the cart`);
    await expectCart(desktop, [first]);

    const phone = await visitor.visit("/tea", {
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
    });
    await press(phone, `Add ${second} to the cart`);
    await expectCart(phone, [second]);
    const { id: guestId } = await userOf(phone);

    const other = await visitor.visit("/sign-in?redirect=/tea");
    await press(other, "Email me a link");
    await typeInto(other, { Email: person.email });
    await heading(other, "Check your email");
    const [subject, label] = messages.link;
    const message = await openEmail(other, person.email, subject);
    await phone.goto((await message.getByRole("link", { name: label }).getAttribute("href")) ?? "");
    await heading(phone, "Sign in to Keyhold example here?");
    await press(phone, "Sign in");
    await phone.waitForURL(({ pathname }) => pathname === "/tea");
    await expectCart(phone, [first, second]);
    expect(await userOf(phone)).toMatchObject({ email: person.email });
    expect((await userOf(phone)).id).not.toBe(guestId);
    await desktop.reload();
    await expectCart(desktop, [first, second]);
  });

  test("is that of the account to which the user has switched", async () => {
    const [ada, bob] = [newUser(), newUser()];
    await signUp(await visitor.visit("/"), bob);
    const page = await visitor.visit("/");
    await signUp(page, ada);
    await page.goto("/tea");
    const [first, second] = await goodsOf(page);
    await press(page, `Add ${first} to the cart`);
    await expectCart(page, [first]);

    await press(page, "Account menu");
    await focusItem(page, "menuitem", "Add an account");
    await page.waitForURL("**/sign-in?add");
    await typeInto(page, { "Email or username": bob.email, Password: bob.password });
    await heading(page, `Welcome, ${bob.name}`);
    await page.goto("/tea");
    await press(page, `Add ${second} to the cart`);
    await expectCart(page, [second]);

    await switchTo(page, ada);
    await expectCart(page, [first]);
    await switchTo(page, bob);
    await expectCart(page, [second]);
  });
});

/** Moves through the open menu by the arrow keys until an item has the focus, and presses Enter. */
async function focusItem(page: Page, role: "menuitem" | "menuitemradio", name: string | RegExp): Promise<void> {
  const item = page.getByRole(role, { name });
  await item.waitFor();
  for (let pressed = 0; pressed < 20; pressed += 1) {
    if (await item.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press("ArrowDown");
  }
  await page.keyboard.press("Enter");
}

async function switchTo(page: Page, { email }: Person): Promise<void> {
  await press(page, "Account menu");
  await focusItem(page, "menuitemradio", new RegExp(email));
  await expect
    .poll(() => page.getByRole("menuitemradio", { name: new RegExp(email) }).getAttribute("aria-checked"))
    .toBe("true");
  await page.keyboard.press("Escape");
}
