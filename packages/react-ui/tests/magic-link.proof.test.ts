import { publicOptions } from "@keyhold/public-options";
import { linkIn } from "@keyhold/testing";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { tabTo, typeInto } from "../../../tests/harness/keyboard.ts";
import { executablePath, heading, newPerson, setUp } from "./pages.js";

const title = "Sign in to Tea Shop by email";
const kind = "magic-link.sign-in";

describe.skipIf(!executablePath)("the screen of a sign-in by a link", () => {
  const visitor = setUp();

  /** Asks for a link by the keyboard alone, beginning at the sign-in screen. Answers the email. */
  async function ask(page: Page, email: string) {
    await page.goto("/sign-in?redirect=/orders");
    await tabTo(page, "Email me a link");
    await page.keyboard.press("Enter");
    await heading(page, title);
    await typeInto(page, { Email: email });
    await heading(page, "Check your email");
    await page.getByText(`An email is on its way to ${email}.`).waitFor();
    return visitor.server.mailbox.waitFor(email, { kind });
  }

  /** The code in an email of a link. */
  const codeIn = (message: object): string => /: (\d{8})\./.exec(JSON.stringify(message))?.[1] ?? "";

  test("signs in by the code of the email, and leads to the screen that was asked for", async () => {
    const { email } = newPerson();
    const page = await visitor.visit("/");
    const message = await ask(page, email);
    await typeInto(page, { Code: "00000000" });
    await page.getByText("This code is wrong or too old.").waitFor();
    await page.keyboard.type(codeIn(message));
    await page.waitForURL(({ pathname }) => pathname === "/orders");
    await page.goto("/magic-link");
    await page.waitForURL(`${visitor.server.url}/`);
  });

  test("leaves when the link was opened in another tab of the browser", async () => {
    const { email } = newPerson();
    const page = await visitor.visit("/");
    const link = linkIn(await ask(page, email));
    const other = await page.context().newPage();
    await other.goto(link.href);
    expect(new URL(other.url()).pathname).toBe("/orders");
    const path = async (): Promise<string> => {
      // The user returns to the tab: without windows, Chromium sends no event.
      await page.evaluate(() => dispatchEvent(new Event("focus")));
      return new URL(page.url()).pathname;
    };
    await expect.poll(path, { timeout: 15_000 }).toBe("/orders");
  });

  test("asks in another browser, and shows no token in the URL, after a reload neither", async () => {
    const { email } = newPerson();
    const link = linkIn(await ask(await visitor.visit("/"), email));
    const phone = await visitor.visit("/");
    await phone.goto(link.href);
    // A scanner that runs scripts, and opens the link twice, uses no link up.
    const scanner = await visitor.visit("/");
    for (let count = 0; count < 2; count += 1) {
      await scanner.goto("/");
      await scanner.goto(link.href, { waitUntil: "networkidle" });
      await heading(scanner, "Sign in to Tea Shop here?");
    }
    await heading(phone, "Sign in to Tea Shop here?");
    await phone.reload();
    await heading(phone, "Sign in to Tea Shop here?");
    expect(phone.url()).toBe(`${visitor.server.url}/magic-link`);
    await phone.getByText(`${email.slice(0, 1)}•••@`).waitFor();
    await tabTo(phone, "Sign in");
    await phone.keyboard.press("Enter");
    await phone.waitForURL(({ pathname }) => pathname === "/orders");
    await phone.goto(link.href);
    await phone.waitForURL(({ pathname }) => pathname === "/orders");
  });

  test("asks a signed-in user, too, before the link of another account signs the browser in", async () => {
    const [mallory, ada] = [newPerson(), newPerson()];
    const forwarded = linkIn(await ask(await visitor.visit("/"), mallory.email));
    const page = await visitor.visit("/");
    await page.goto(linkIn(await ask(page, ada.email)).href);
    await page.goto(forwarded.href);
    await heading(page, "Sign in to Tea Shop here?");
    expect(await page.evaluate("client.getSession().then(({ data }) => data.user.email)")).toBe(ada.email);
  });

  test("does not sign in by a forwarded token, if the fragment shows another address", async () => {
    const { email } = newPerson();
    const token = linkIn(await ask(await visitor.visit("/"), email)).searchParams.get("token");
    const victim = await visitor.visit(`/magic-link#token=${token}&email=v•••@victim.example`);
    await victim.getByRole("button", { name: "Sign in" }).click();
    await heading(victim, "This link does not work");
    expect(await victim.evaluate("client.getSession().then(({ data }) => data)")).toBe(null);
  });

  test.each(["https://evil.example/", "//evil.example", "javascript:alert(1)", "/.//evil.example"])(
    "goes to no other site that a fragment names: %s",
    async (callbackURL) => {
      const { email } = newPerson();
      const token = linkIn(await ask(await visitor.visit("/"), email)).searchParams.get("token") ?? "";
      const masked = `${email.slice(0, 1)}•••${email.slice(email.lastIndexOf("@"))}`;
      const page = await visitor.visit(`/magic-link#${new URLSearchParams({ token, email: masked, callbackURL })}`);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.waitForURL(`${visitor.server.url}/`);
      await page.getByRole("heading", { name: "Welcome," }).waitFor();
    },
  );

  test("shows no text of a fragment that is no masked address", async () => {
    const page = await visitor.visit("/magic-link#token=some-token&email=Call+555•••@example.com");
    await heading(page, title);
  });

  test("says that a link does not work, and asks for a new link", async () => {
    const page = await visitor.visit("/");
    await ask(page, newPerson().email);
    await page.goto("/api/auth/magic-link/verify?token=unknown&errorCallbackURL=/magic-link");
    await heading(page, "This link does not work");
    await tabTo(page, "Get a new link");
    await page.keyboard.press("Enter");
    await heading(page, title);
  });

  test("sends a new email after a pause, with the same code", async () => {
    const { email } = newPerson();
    const page = await visitor.visit("/");
    await page.clock.install();
    const first = await ask(page, email);
    const again = page.getByRole("button", { name: /Wait \d+ s|Send a new email/ });
    await expect.poll(() => again.getAttribute("aria-disabled")).toBe("true");
    await expect
      .poll(
        async () => {
          await page.clock.runFor(1000);
          return again.getAttribute("aria-disabled");
        },
        { timeout: 15_000, interval: 1 },
      )
      .toBe("false");
    await again.click();
    await page.getByText("A new email is on its way.").waitFor();
    const next = await visitor.server.mailbox.waitFor(email, { kind });
    expect(codeIn(next)).toBe(codeIn(first));
    expect(codeIn(first)).not.toBe("");
    await page.getByRole("button", { name: "Use another address" }).click();
    await heading(page, title);
  });
});

describe.skipIf(!executablePath)("a server without the plugin magicLink()", () => {
  const visitor = setUp({ plugins: [publicOptions()] });

  test("offers no sign-in by a link", async () => {
    const page = await visitor.visit("/sign-in");
    await heading(page, "Sign in to Tea Shop");
    expect(await page.getByRole("link", { name: "Email me a link" }).count()).toBe(0);
  });
});
