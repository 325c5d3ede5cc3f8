import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { checkScreens } from "../../../tests/harness/axe.ts";
import { intercept } from "../../../tests/harness/chromium.ts";
import { tabTo, typeInto } from "../../../tests/harness/keyboard.ts";
import { expectGoodLook, languages, narrow } from "./checked-look.js";
import { call, createPerson, everyPlugin, type Person, signInAs } from "./every-plugin.js";
import { executablePath, heading, setUp } from "./pages.js";
import { phones } from "./ui-server.js";

const program = `
  import { createRoot } from "react-dom/client";
  import { german } from "@keyhold/react-ui/texts/de";
  import { arabic } from "@keyhold/react-ui/texts/ar";
  import { EveryScreen } from "./every-screen.tsx";

  const language = document.cookie.match(/lang=(..)/)?.[1];
  Object.assign(document.documentElement, { lang: language ?? "en", dir: language === "ar" ? "rtl" : "ltr" });
  createRoot(document.getElementById("root")).render(<EveryScreen texts={{ de: german, ar: arabic }[language]} />);`;

describe.skipIf(!executablePath)("the accounts of a browser", () => {
  const visitor = setUp(everyPlugin, program);

  const openMenu = async (page: Page): Promise<void> => {
    await tabTo(page, "Account menu");
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Add an account" }).waitFor();
  };
  const choose = async (page: Page, role: "menuitem" | "menuitemradio", name: string | RegExp): Promise<void> => {
    await page.getByRole(role, { name }).focus();
    await page.keyboard.press("Enter");
  };

  /** Two accounts, the second added by the keyboard alone. */
  async function twoAccounts(): Promise<{ readonly page: Page; readonly ada: Person; readonly bob: Person }> {
    const [ada, bob] = [await createPerson(), await createPerson()];
    const page = await visitor.visit("about:blank");
    await signInAs({ page, server: visitor.server }, ada);
    await page.goto("/account");
    await openMenu(page);
    await choose(page, "menuitem", "Add an account");
    // The signed-in user stays at the sign-in.
    await page.waitForURL("**/sign-in?add");
    await typeInto(page, { "Email or username": bob.email, Password: bob.password });
    await heading(page, `Welcome, ${bob.name}`);
    return { page, ada, bob };
  }
  const active = (page: Page): Promise<string> =>
    page.request.get("/api/auth/get-session").then(async (answer) => (await answer.json())?.user.email ?? "");

  test("are added, switched and signed out of one by one, by the keyboard alone", async () => {
    const { page, ada, bob } = await twoAccounts();
    await openMenu(page);
    const radio = (person: Person) => page.getByRole("menuitemradio", { name: new RegExp(person.email) });
    await expect.poll(() => radio(bob).getAttribute("aria-checked")).toBe("true");
    await choose(page, "menuitemradio", new RegExp(ada.email));
    await expect.poll(() => radio(ada).getAttribute("aria-checked")).toBe("true");
    // The choice is shown before the answer. Until the answer, a user cannot sign out of the account.
    const signOut = page.getByRole("menuitem", { name: "Sign out of this account" });
    await expect.poll(() => signOut.getAttribute("aria-busy")).toBe("false");
    expect(await active(page)).toBe(ada.email);
    await choose(page, "menuitem", "Sign out of this account");
    await expect.poll(() => active(page)).toBe(bob.email);
    await expect.poll(() => page.getByRole("menuitemradio").count()).toBe(0);
  });

  test("are added by a code to a phone, on the way over the sign-up", async () => {
    const ada = await createPerson();
    const page = await visitor.visit("about:blank", { locale: "de-DE" });
    await signInAs({ page, server: visitor.server }, ada);
    await page.goto("/sign-in?add&redirect=%2Faccount%2Fdevices");
    // Each link between the screens of the sign-in keeps `?add`: without it, the signed-in user would be led away.
    for (const [link, path] of [
      ["Create an account", "/sign-up"],
      ["Sign up with a code", "/email-code"],
      ["Sign in another way", "/sign-in"],
      ["Email me a link", "/magic-link"],
      ["Sign in another way", "/sign-in"],
      ["Create an account", "/sign-up"],
      ["Sign in", "/sign-in"],
      ["Create an account", "/sign-up"],
      ["Sign up with a phone number", "/phone-code"],
    ] as const) {
      const title = page.getByRole("heading", { level: 1 });
      const left = await title.textContent();
      await tabTo(page, link);
      await page.keyboard.press("Enter");
      await page.waitForURL((url) => url.pathname === path);
      // The screen before has a button "Sign in", too.
      await expect.poll(() => title.textContent()).not.toBe(left);
      expect(new URL(page.url()).searchParams.has("add"), path).toBe(true);
    }
    const number = "+4915123456789";
    await typeInto(page, { "Phone number": number });
    await heading(page, "Enter your code");
    await expect.poll(() => phones.codes.get(number)).toMatch(/^\d{6}$/);
    await typeInto(page, { Code: phones.codes.get(number) ?? "" });
    await page.waitForURL(({ pathname }) => pathname === "/account/devices");
    // The button of the account before is replaced: a menu that is opened earlier closes with it.
    await page.locator(".kh-menu-face").getByText(number).waitFor();
    await openMenu(page);
    await page.getByRole("menuitemradio", { name: number }).waitFor();
    await page.getByRole("menuitemradio", { name: new RegExp(ada.email) }).waitFor();
  });

  test("are all signed out at once", async () => {
    const { page } = await twoAccounts();
    await openMenu(page);
    await choose(page, "menuitem", "Sign out of all accounts");
    await heading(page, "Signed out");
    expect(await active(page)).toBe("");
  });

  test("say why a switch fails", async () => {
    const { page, ada, bob } = await twoAccounts();
    await openMenu(page);
    await intercept(page, "**/multi-session/set-active", (route) => route.abort(), { times: 1 });
    await choose(page, "menuitemradio", new RegExp(ada.email));
    await page.locator(".kh-menu-list .kh-bad").getByText(/./).waitFor();
    expect(await active(page)).toBe(bob.email);
  });

  test("do not show the placeholder address of a guest, who is led to a sign-up", async () => {
    const page = await visitor.visit("about:blank");
    await call({ page, server: visitor.server }, "/sign-in/anonymous", {});
    await page.goto("/account?switcher");
    await heading(page, "Welcome, Guest");
    expect(await page.getByText(".invalid").count()).toBe(0);
    // The offers of the server are known.
    await page.locator("main .kh-rows a").filter({ hasText: "Devices" }).waitFor();
    expect(await page.locator("main .kh-rows a").filter({ hasText: "Profile" }).textContent()).toMatch(/Guest$/);
    await openMenu(page);
    expect(await page.getByText(".invalid").count()).toBe(0);
    expect(await page.getByText("Anonymous").count()).toBe(0);
    // Organizations are of accounts.
    expect(await page.getByRole("menuitem").allTextContents()).not.toContain("Organizations");
    expect(await page.locator("main a").filter({ hasText: "Organizations" }).count()).toBe(0);
    expect(await page.locator(".kh-switcher").count()).toBe(0);
    await choose(page, "menuitem", "Create your account");
    await page.waitForURL(({ pathname }) => pathname === "/sign-up");
    await page.locator("input[name=email]").waitFor();
  });

  test("of a guest who gives a name has the name", async () => {
    const page = await visitor.visit("about:blank");
    await call({ page, server: visitor.server }, "/sign-in/anonymous", {});
    await page.goto("/account/profile");
    await heading(page, "Profile");
    expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("");
    await page.getByRole("link", { name: "Create your account" }).waitFor();
    await typeInto(page, { Name: "Ada" });
    await page.getByText("Saved.").waitFor();
    await page.goto("/account");
    await heading(page, "Welcome, Ada");
  });

  test("without a name and an address show the number, which also confirms a deletion", async () => {
    const at = { page: await visitor.visit("about:blank"), server: visitor.server };
    const number = "+4915123456788";
    await call(at, "/phone-number/send-otp", { phoneNumber: number });
    await expect.poll(() => phones.codes.get(number)).toMatch(/^\d{6}$/);
    await call(at, "/phone-number/verify", { phoneNumber: number, code: phones.codes.get(number) });
    await at.page.goto("/account");
    await at.page.locator("main h1").filter({ hasText: number }).waitFor();
    await at.page.locator("main .kh-rows a").filter({ hasText: "No address yet" }).waitFor();
    expect(await at.page.getByText(".invalid").count()).toBe(0);
    await at.page.goto("/account/password");
    await at.page.getByText("this app cannot send one by email").waitFor();
    await at.page.goto("/account/delete");
    await typeInto(at.page, { "Phone number": "+49 1512 3456787" });
    await at.page.locator("[aria-invalid=true]").waitFor();
    await at.page.keyboard.press("Control+A");
    await at.page.keyboard.type("+49 1512 3456788");
    await at.page.keyboard.press("Enter");
    await expect.poll(() => visitor.server.requests).toContain("POST /delete-user");
  });

  test.each(languages)("in %s pass axe, and do not scroll sideways, as a menu and for a guest", async (language) => {
    const page = await visitor.visit("about:blank", { reducedMotion: "reduce", viewport: narrow });
    await page.context().addCookies([{ name: "lang", value: language, url: visitor.server.url }]);
    const at = { page, server: visitor.server };
    await signInAs(at, await createPerson());
    await signInAs(at, await createPerson());
    const checks = checkScreens();
    await page.goto("/account");
    await page.locator(".kh-menu-button").first().click();
    await page.getByRole("menuitemradio").first().waitFor();
    await expectGoodLook(page, checks, { name: "two accounts", language });
    await call(at, "/sign-out", {});
    await call(at, "/sign-in/anonymous", {});
    await page.goto("/account");
    await page.locator("main h1").waitFor();
    await expectGoodLook(page, checks, { name: "guest", language });
    await page.goto("/account/profile");
    await page.locator("main h1").waitFor();
    await expectGoodLook(page, checks, { name: "profile of a guest", language });
  });
});
