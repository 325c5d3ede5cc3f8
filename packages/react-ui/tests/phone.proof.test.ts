import { phoneNumber } from "@keyhold/phone-number";
import { publicOptions } from "@keyhold/public-options";
import { createClock } from "@keyhold/testing";
import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { intercept } from "../../../tests/harness/chromium.ts";
import { tabTo, typeInto } from "../../../tests/harness/keyboard.ts";
import { call, createPerson, everyPlugin, signInAs } from "./every-plugin.js";
import { executablePath, heading, setUp } from "./pages.js";
import { phones } from "./ui-server.js";

const title = "Sign in to Tea Shop by phone";

/** German mobile numbers, each new: the national notation, and E.164. */
let count = 0;
function newNumber(): { readonly national: string; readonly number: string } {
  count += 1;
  const digits = `1512${String(3_000_000 + count)}`;
  return { national: `0${digits}`, number: `+49${digits}` };
}

async function codeOf(number: string): Promise<string> {
  const find = () => phones.codes.get(number) ?? "";
  await expect.poll(find).not.toBe("");
  return find();
}

const wrongOf = (code: string): string => (code === "000000" ? "111111" : "000000");
const german = { locale: "de-DE" };
const country = (page: Page) => page.getByLabel("Country", { exact: true });

describe.skipIf(!executablePath)("the screen of a sign-in by phone", () => {
  const visitor = setUp();
  const user = "client.getSession().then(({ data }) => data.user)";

  /** Asks for a code by the keyboard alone, beginning at a screen. */
  async function ask(page: Page, given: string, { from = "/sign-in?redirect=/orders", link = "Text me a code" } = {}) {
    await page.goto(from);
    await tabTo(page, link);
    await page.keyboard.press("Enter");
    await heading(page, title);
    await typeInto(page, { "Phone number": given });
    await heading(page, "Enter your code");
  }
  const visit = (options: BrowserContextOptions = german) => visitor.visit("/", options);

  test("signs in by the code of the message, and leads to the screen that was asked for", async () => {
    const { national, number } = newNumber();
    const page = await visit();
    await ask(page, national);
    await page.getByText(`A code is on its way to ${national} (Germany).`).waitFor();
    const code = await codeOf(number);
    const input = page.getByLabel("Code", { exact: true });
    expect(await input.getAttribute("autocomplete")).toBe("one-time-code");
    expect(await input.getAttribute("inputmode")).toBe("numeric");
    expect(await page.locator(".kh-cell").count()).toBe(6);
    await typeInto(page, { Code: wrongOf(code) });
    await page.getByText("This code is wrong or too old. Use the newest message.").waitFor();
    await page.keyboard.type(code);
    await page.waitForURL(({ pathname }) => pathname === "/orders");
    expect(await page.evaluate(user)).toMatchObject({ phoneNumber: number, phoneNumberVerified: true });
    await page.goto("/phone-code");
    await page.waitForURL(`${visitor.server.url}/`);
  });

  test("creates the account of a new number, from the sign-up screen", async () => {
    const { number } = newNumber();
    const page = await visit();
    await ask(page, number, { from: "/sign-up", link: "Sign up with a phone number" });
    await page.getByText(`A code is on its way to ${number}.`).waitFor();
    await typeInto(page, { Code: await codeOf(number) });
    await page.waitForURL(`${visitor.server.url}/`);
    expect(await page.evaluate(user)).toMatchObject({ phoneNumber: number });
  });

  test("lists the countries of the server by name, that of the browser's language first", async () => {
    const options = async (locale: string) => {
      const page = await visitor.visit("/phone-code", { locale });
      await heading(page, title);
      expect(await country(page).getAttribute("autocomplete")).toBe("country");
      return {
        shown: await country(page).locator("option").allTextContents(),
        chosen: await country(page).inputValue(),
      };
    };
    expect(await options("de-DE")).toEqual({ shown: ["Germany", "Austria", "United States"], chosen: "DE" });
    expect(await options("en-US")).toEqual({ shown: ["United States", "Austria", "Germany"], chosen: "US" });
    const none = ["Choose a country", "Austria", "Germany", "United States"];
    expect(await options("fr-FR")).toEqual({ shown: none, chosen: "" });
  });

  test("asks for the country of a number without the code of a country only", async () => {
    const { national, number } = newNumber();
    const page = await visit({ locale: "fr-FR" });
    await page.goto("/phone-code");
    await intercept(page, "**/phone-number/send-otp", () => expect.unreachable("The screen has asked."), { times: 1 });
    await typeInto(page, { "Phone number": national });
    await page.getByText("Choose your country, or begin the number with +.").waitFor();
    await page.unroute("**/phone-number/send-otp");
    const copiedFromContacts = `\u202d${number}\u202c`;
    await typeInto(page, { "Phone number": copiedFromContacts });
    await page.getByText(`A code is on its way to ${number}.`).waitFor();
  });

  test("says which number gets no code", async () => {
    const page = await visit();
    await page.goto("/phone-code");
    await typeInto(page, { "Phone number": "12" });
    await page.getByText("This is not a phone number of that country.").waitFor();
    await typeInto(page, { "Phone number": "+33 6 12 34 56 78" });
    await page.getByText("We cannot send a code to this number.").waitFor();
    await expect.poll(() => page.evaluate("document.activeElement.name")).toBe("phoneNumber");
  });

  test("sends the code again after a pause, and goes back to change the number", async () => {
    const first = newNumber();
    const page = await visit();
    await page.clock.install();
    await ask(page, first.national);
    const code = await codeOf(first.number);
    await typeInto(page, { Code: wrongOf(code) });
    await page.getByText("This code is wrong or too old.").waitFor();
    const again = page.getByRole("button", { name: /Wait \d+ s|Send a new code/ });
    await expect.poll(() => again.getAttribute("aria-disabled")).toBe("true");
    const wait = async () => {
      await page.clock.runFor(1000);
      return again.getAttribute("aria-disabled");
    };
    await expect.poll(wait, { timeout: 15_000, interval: 1 }).toBe("false");
    phones.codes.delete(first.number);
    await again.click();
    await page.getByText("A new message is on its way.").waitFor();
    expect(await codeOf(first.number)).toBe(code);
    await tabTo(page, "Use another number");
    await page.keyboard.press("Enter");
    await heading(page, title);
    const other = newNumber();
    await typeInto(page, { "Phone number": other.national });
    await page.getByText(`A code is on its way to ${other.national} (Germany).`).waitFor();
    // The problem of the earlier code is not about this code.
    expect(await page.getByText("This code is wrong or too old.").count()).toBe(0);
  });

  test("marks the way used last on the sign-in screen", async () => {
    const { national, number } = newNumber();
    const page = await visit();
    await ask(page, national);
    await typeInto(page, { Code: await codeOf(number) });
    await page.waitForURL(({ pathname }) => pathname === "/orders");
    await page.evaluate("client.signOut()");
    await page.goto("/sign-in");
    await page.getByRole("link", { name: "Text me a code Last used" }).waitFor();
    await expect.poll(() => page.locator(".kh-note").count()).toBe(1);
  });
});

describe.skipIf(!executablePath)("a number that was not used for 91 days", () => {
  const clock = createClock(new Date());
  const visitor = setUp({ ...everyPlugin, now: clock.now });
  const user = "client.getSession().then(({ data }) => data?.user ?? null)";
  const mailedScreen = "Code by email";

  /** The number of a user with or without a verified address, who has not used it for 91 days. */
  async function unused({ hasAddress = true } = {}) {
    const [person, { national, number }] = [await createPerson(), newNumber()];
    const page = await visitor.visit("/");
    const at = { page, server: visitor.server };
    if (hasAddress) await signInAs(at, person);
    await call(at, "/phone-number/send-otp", { phoneNumber: number });
    const code = await codeOf(number);
    await call(at, "/phone-number/verify", { phoneNumber: number, code, updatePhoneNumber: hasAddress });
    await page.context().close();
    clock.forward({ days: 91 });
    phones.codes.delete(number);
    return { ...person, national, number };
  }

  /** The code in the newest email to an address. */
  async function mailedCode(email: string): Promise<string> {
    const found = await visitor.server.mailbox.waitFor(email, { kind: "phone-number.code" });
    return "code" in found ? String(found.code) : "";
  }

  /** Gives the code of a message, in a new browser. */
  async function prove({ national, number }: { readonly national: string; readonly number: string }): Promise<Page> {
    const page = await visitor.visit("/phone-code?redirect=/orders", german);
    await typeInto(page, { "Phone number": national });
    await heading(page, "Enter your code");
    await typeInto(page, { Code: await codeOf(number) });
    return page;
  }

  test("signs in by the code of the email, in the same screen", async () => {
    const person = await unused();
    const page = await prove(person);
    await heading(page, mailedScreen);
    await page.getByText("To be sure that this number is still yours").waitFor();
    await expect.poll(() => page.evaluate("document.activeElement.tagName")).toBe("H1");
    await expect.poll(() => page.locator(".kh-cell").count()).toBe(8);
    const code = await mailedCode(person.email);
    await typeInto(page, { Code: code === "00000000" ? "11111111" : "00000000" });
    await page.getByText("This code is wrong or too old. Use the newest email.").waitFor();
    expect(await page.evaluate(user)).toBe(null);
    await page.keyboard.type(code);
    await page.waitForURL(({ pathname }) => pathname === "/orders");
    expect(await page.evaluate(user)).toMatchObject({ email: person.email, phoneNumber: person.number });
  });

  test("leads from the code of the email to a new message, and to another number", async () => {
    const person = await unused();
    const page = await prove(person);
    await heading(page, mailedScreen);
    await page.clock.install();
    phones.codes.delete(person.number);
    const again = page.getByRole("button", { name: /Wait \d+ s|Send a new code/ });
    const wait = async () => {
      await page.clock.runFor(1000);
      return again.getAttribute("aria-disabled");
    };
    await expect.poll(wait, { timeout: 15_000, interval: 1 }).toBe("false");
    await again.click();
    await page.getByText("A new message is on its way.").waitFor();
    await heading(page, "Enter your code");
    await typeInto(page, { Code: await codeOf(person.number) });
    await heading(page, mailedScreen);
    await tabTo(page, "Use another number");
    await page.keyboard.press("Enter");
    await heading(page, title);
    const other = newNumber();
    await typeInto(page, { "Phone number": other.national });
    await heading(page, "Enter your code");
    await typeInto(page, { Code: await codeOf(other.number) });
    await page.waitForURL(({ pathname }) => pathname === "/orders");
    expect(await page.evaluate(user)).toMatchObject({ phoneNumber: other.number });
  });

  test("of a user without an address signs in another way only, and the screen says so", async () => {
    const page = await prove(await unused({ hasAddress: false }));
    await page.getByRole("alert").getByText("We cannot be sure that this number is still yours.").waitFor();
    await tabTo(page, "Sign in another way");
    await page.keyboard.press("Enter");
    await heading(page, "Sign in to Tea Shop");
    await page.waitForURL("**/sign-in?redirect=%2Forders");
  });
});

describe.skipIf(!executablePath)("a server that sends messages to a single country, and creates no accounts", () => {
  const sending = { allowedCountries: ["DE"], disableSignUp: true, sendMessage: phones.send };
  const visitor = setUp({ plugins: [publicOptions(), phoneNumber(sending)] });

  test("asks for no country, and does not say whether a number has an account", async () => {
    const page = await visitor.visit("/sign-up");
    await heading(page, "Create your Tea Shop account");
    expect(await page.getByRole("link", { name: "Sign up with a phone number" }).count()).toBe(0);
    await page.goto("/phone-code");
    await heading(page, title);
    await page.getByText("A mobile number of Germany.").waitFor();
    expect(await country(page).count()).toBe(0);
    const { national } = newNumber();
    await typeInto(page, { "Phone number": national });
    await page.getByText(`If ${national} (Germany) has an account here, a code is on its way.`).waitFor();
  });
});

describe.skipIf(!executablePath)("a server without the plugin phoneNumber()", () => {
  const visitor = setUp({ plugins: [publicOptions()] });

  test("offers no sign-in by phone", async () => {
    const page = await visitor.visit("/sign-in");
    await heading(page, "Sign in to Tea Shop");
    expect(await page.getByRole("link", { name: "Text me a code" }).count()).toBe(0);
    await page.goto("/phone-code");
    await page.getByText("Sign-in by phone is not set up here.").waitFor();
  });
});

describe.skipIf(!executablePath)("the section of the phone number", () => {
  const program = `
    import { createRoot } from "react-dom/client";
    import { EveryScreen } from "./every-screen.tsx";
    createRoot(document.getElementById("root")).render(<EveryScreen />);`;
  const visitor = setUp(everyPlugin, program);

  test("adds a number, changes it and removes it, by the keyboard alone", async () => {
    const page = await visitor.visit("about:blank", german);
    await signInAs({ page, server: visitor.server }, await createPerson());
    await page.goto("/account");
    await page.locator("main .kh-rows a").filter({ hasText: "No number yet" }).waitFor();
    await tabTo(page, "Phone number");
    await page.keyboard.press("Enter");
    await heading(page, "Phone number");
    // No session is opened here: the box "Keep me signed in" would have no effect.
    expect(await page.getByRole("checkbox").count()).toBe(0);
    const [first, second] = [newNumber(), newNumber()];
    await typeInto(page, { "Phone number": first.national });
    await typeInto(page, { Code: await codeOf(first.number) });
    await page.getByText("Your phone number is saved.").waitFor();
    await page.locator(".kh-facts").getByText(first.number).waitFor();
    await typeInto(page, { "New phone number": second.national });
    await heading(page, "Enter your code");
    await typeInto(page, { Code: await codeOf(second.number) });
    await page.locator(".kh-facts").getByText(second.number).waitFor();
    await tabTo(page, "Remove the number");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByText("Codes to it no longer sign you in.").waitFor();
    await tabTo(page, "Remove the number");
    await page.keyboard.press("Enter");
    await page.getByText("Your phone number is removed.").waitFor();
    await page.locator(".kh-facts").getByText("No number yet").waitFor();
    await expect.poll(() => page.getByRole("button", { name: "Remove the number" }).count()).toBe(0);
    await expect.poll(() => page.evaluate("document.activeElement !== document.body")).toBe(true);
  });

  test("keeps the number that is the only way to sign in, and says so", async () => {
    const at = { page: await visitor.visit("about:blank", german), server: visitor.server };
    const { number } = newNumber();
    await call(at, "/phone-number/send-otp", { phoneNumber: number });
    await call(at, "/phone-number/verify", { phoneNumber: number, code: await codeOf(number) });
    await at.page.goto("/account/phone");
    await at.page.getByRole("button", { name: "Remove the number" }).click();
    await at.page.getByRole("dialog").getByRole("button", { name: "Remove the number" }).click();
    await at.page.getByRole("alert").getByText("only way to sign in").waitFor();
    await at.page.locator(".kh-facts").getByText(number).waitFor();
  });

  test("says that another account uses a number", async () => {
    const at = { page: await visitor.visit("about:blank", german), server: visitor.server };
    const { national, number } = newNumber();
    await call(at, "/phone-number/send-otp", { phoneNumber: number });
    await call(at, "/phone-number/verify", { phoneNumber: number, code: await codeOf(number) });
    await call(at, "/sign-out", {});
    phones.codes.delete(number);
    await signInAs(at, await createPerson());
    await at.page.goto("/account/phone");
    await typeInto(at.page, { "Phone number": national });
    await heading(at.page, "Enter your code");
    await typeInto(at.page, { Code: await codeOf(number) });
    await at.page.getByText("Another account uses this number.").waitFor();
  });
});
