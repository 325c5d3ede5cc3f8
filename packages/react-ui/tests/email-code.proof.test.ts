import { emailOtp } from "@keyhold/email-otp";
import { publicOptions } from "@keyhold/public-options";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { tabTo, typeInto } from "../../../tests/harness/keyboard.ts";
import { executablePath, heading, newPerson, setUp } from "./pages.js";

const title = "Sign in to Tea Shop by code";
const kind = "email-otp.code";

describe.skipIf(!executablePath)("the screen of a sign-in by a code", () => {
  const visitor = setUp();

  /** Asks for a code by the keyboard alone, beginning at a screen. Answers the code. */
  async function ask(page: Page, email: string, { from = "/sign-in?redirect=/orders", link = "Email me a code" } = {}) {
    await page.goto(from);
    await tabTo(page, link);
    await page.keyboard.press("Enter");
    await heading(page, title);
    await typeInto(page, { Email: email });
    await heading(page, "Enter your code");
    await page.getByText(`A code is on its way to ${email}.`).waitFor();
    const { code } = (await visitor.server.mailbox.waitFor(email, { kind })) as unknown as { readonly code: string };
    return code;
  }

  test("signs in by the code of the email, and leads to the screen that was asked for", async () => {
    const { email } = newPerson();
    const page = await visitor.visit("/");
    const code = await ask(page, email);
    const input = page.getByLabel("Code", { exact: true });
    expect(await input.getAttribute("autocomplete")).toBe("one-time-code");
    expect(await input.getAttribute("inputmode")).toBe("numeric");
    await typeInto(page, { Code: code === "00000000" ? "11111111" : "00000000" });
    await page.getByText("This code is wrong or too old.").waitFor();
    await page.keyboard.type(code);
    await page.waitForURL(({ pathname }) => pathname === "/orders");
    await page.goto("/email-code");
    await page.waitForURL(`${visitor.server.url}/`);
  });

  test("creates the account of a new address, from the sign-up screen", async () => {
    const { email } = newPerson();
    const page = await visitor.visit("/");
    const code = await ask(page, email, { from: "/sign-up", link: "Sign up with a code" });
    await typeInto(page, { Code: code });
    await page.waitForURL(`${visitor.server.url}/`);
    expect(await page.evaluate("client.getSession().then(({ data }) => data.user.email)")).toBe(email);
  });

  test("sends the code again after a pause, and goes back to change the address", async () => {
    const { email } = newPerson();
    const page = await visitor.visit("/");
    await page.clock.install();
    const first = await ask(page, email);
    const again = page.getByRole("button", { name: /Wait \d+ s|Send a new code/ });
    await expect.poll(() => again.getAttribute("aria-disabled")).toBe("true");
    const wait = async () => {
      await page.clock.runFor(1000);
      return again.getAttribute("aria-disabled");
    };
    await expect.poll(wait, { timeout: 15_000, interval: 1 }).toBe("false");
    await again.click();
    await page.getByText("A new email is on its way.").waitFor();
    const next = await visitor.server.mailbox.waitFor(email, { kind });
    expect(next).toMatchObject({ code: first });
    await tabTo(page, "Use another address");
    await page.keyboard.press("Enter");
    await heading(page, title);
    const other = newPerson();
    await typeInto(page, { Email: other.email });
    await page.getByText(`A code is on its way to ${other.email}.`).waitFor();
  });

  test("marks the way used last on the sign-in screen", async () => {
    const { email } = newPerson();
    const page = await visitor.visit("/");
    await typeInto(page, { Code: await ask(page, email) });
    await page.waitForURL(({ pathname }) => pathname === "/orders");
    await page.evaluate("client.signOut()");
    await page.goto("/sign-in");
    await page.getByRole("link", { name: "Email me a code Last used" }).waitFor();
    await expect.poll(() => page.locator(".kh-note").count()).toBe(1);
  });
});

describe.skipIf(!executablePath)("a server that creates no accounts by codes", () => {
  const visitor = setUp({ plugins: [publicOptions(), emailOtp({ disableSignUp: true, signInDigits: 6 })] });

  test("offers codes for a sign-in only, and has a field for six digits", async () => {
    const page = await visitor.visit("/sign-up");
    await heading(page, "Create your Tea Shop account");
    await expect.poll(() => page.getByRole("link", { name: "Sign up with a code" }).count()).toBe(0);
    await page.goto("/email-code");
    await typeInto(page, { Email: newPerson().email });
    await page.getByText(/If .+ has an account here, a code is on its way/).waitFor();
    expect(await page.locator(".kh-cell").count()).toBe(6);
  });
});

describe.skipIf(!executablePath)("a server without the plugin emailOtp()", () => {
  const visitor = setUp({ plugins: [publicOptions()] });

  test("offers no code, no guest, and no mark", async () => {
    const page = await visitor.visit("/sign-in");
    await heading(page, "Sign in to Tea Shop");
    expect(await page.getByRole("link", { name: "Email me a code" }).count()).toBe(0);
    expect(await page.getByRole("button", { name: "Continue as guest" }).count()).toBe(0);
    expect(await page.locator(".kh-note").count()).toBe(0);
    await page.goto("/email-code");
    await page.getByText("Sign-in by code is not set up here.").waitFor();
  });
});
