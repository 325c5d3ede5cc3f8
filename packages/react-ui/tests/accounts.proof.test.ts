import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { checkScreens } from "../../../tests/harness/axe.ts";
import { tabTo, typeInto } from "../../../tests/harness/keyboard.ts";
import { expectGoodLook, languages, narrow } from "./checked-look.js";
import { call, createPerson, everyPlugin, type Person, signInAs } from "./every-plugin.js";
import { executablePath, heading, setUp } from "./pages.js";

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
    expect(await active(page)).toBe(ada.email);
    await choose(page, "menuitem", "Sign out of this account");
    await expect.poll(() => active(page)).toBe(bob.email);
    await expect.poll(() => page.getByRole("menuitemradio").count()).toBe(0);
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
    await page.route("**/multi-session/set-active", (route) => route.abort(), { times: 1 });
    await choose(page, "menuitemradio", new RegExp(ada.email));
    await page.locator(".kh-menu-list .kh-bad").getByText(/./).waitFor();
    expect(await active(page)).toBe(bob.email);
  });

  test("do not show the placeholder address of a guest, who is led to a sign-up", async () => {
    const page = await visitor.visit("about:blank");
    await call({ page, server: visitor.server }, "/sign-in/anonymous", {});
    await page.goto("/account");
    await heading(page, "Welcome, Guest");
    expect(await page.getByText(".invalid").count()).toBe(0);
    expect(await page.locator("main .kh-rows a").count()).toBeGreaterThan(0);
    await openMenu(page);
    expect(await page.getByText(".invalid").count()).toBe(0);
    await choose(page, "menuitem", "Create your account");
    await page.waitForURL("**/sign-up");
    await page.locator("input[name=email]").waitFor();
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
  });
});
