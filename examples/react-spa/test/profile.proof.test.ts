import { describe, expect, test } from "vitest";
import { errorAt, executablePath, heading, newUser, setUp, signIn, signOut, signUp } from "./test-user.ts";

describe.skipIf(!executablePath)("the profile", () => {
  const visitor = setUp();

  test("changes name, username and picture", async () => {
    const person = newUser();
    const page = await visitor.visit("/");
    await signUp(page, person);
    await page.goto("/account/profile");
    await page.getByLabel("Name", { exact: true }).fill("Countess of Lovelace");
    await page.getByLabel("Username").fill("Countess");
    await page.getByLabel("Picture").fill("/keyhole.svg");
    await page.getByRole("button", { name: "Save" }).click();
    await errorAt(page, "Picture optional", /not the address of a picture/);
    await page.getByLabel("Picture").fill(`${visitor.demo.url}/keyhole.svg`);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("status").getByText("Saved.").waitFor();
    await page.locator("main .kh-picture img").waitFor();

    await signOut(page);
    await signIn(page, "countess", person.password);
    await heading(page, "Welcome, Countess of Lovelace");
    await expect
      .poll(() => page.locator("main .kh-picture img").getAttribute("src"))
      .toBe(`${visitor.demo.url}/keyhole.svg`);

    await page.goto("/account/profile");
    await page.getByLabel("Username").fill("");
    await page.getByLabel("Picture").fill("");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.").waitFor();
    await page.reload();
    await expect.poll(() => page.getByLabel("Username").inputValue()).toBe("");
    await expect.poll(() => page.locator("main .kh-picture").textContent()).toBe("CL");
  });

  test("shows a taken username at its field, and keeps the other fields", async () => {
    const [person, other] = [newUser(), newUser()];
    await signUp(await visitor.visit("/"), other);
    const page = await visitor.visit("/");
    await signUp(page, person);
    await page.goto("/account/profile");
    await page.getByLabel("Name", { exact: true }).fill("Somebody else");
    await page.getByLabel("Username").fill(other.username);
    await page.getByRole("button", { name: "Save" }).click();
    await errorAt(page, "Username optional", /Another user has this username/);
    await page.goto("/");
    await heading(page, `Welcome, ${person.name}`);
  });
});

describe.skipIf(!executablePath)("the account", () => {
  const visitor = setUp();

  test("asks a signed-out user to sign in, and continues to the requested screen", async () => {
    const person = newUser();
    const page = await visitor.visit("/");
    await signUp(page, person);
    await signOut(page);
    await page.goto("/account/sign-in");
    await heading(page, "Sign in to Keyhold example");
    await page.getByLabel("Email or username").fill(person.email);
    await page.getByLabel("Password", { exact: true }).fill(person.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await heading(page, "Sign-in methods");
    await page.getByRole("main").getByRole("listitem").getByText("Password", { exact: true }).waitFor();
  });

  test("has its navigation beside it on a wide page, and a link back and a menu on a narrow one", async () => {
    const person = newUser();
    const page = await visitor.visit("/");
    await signUp(page, person);
    const nav = page.getByRole("navigation", { name: "Main" });
    await nav.getByRole("link", { name: "Password" }).click();
    await heading(page, "Password");
    await expect.poll(() => nav.locator("[aria-current=page]").textContent()).toBe("Password");
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
    await page.setViewportSize({ width: 375, height: 740 });
    await expect.poll(() => nav.isVisible()).toBe(false);
    await page.getByRole("link", { name: "Your account" }).click();
    await heading(page, `Welcome, ${person.name}`);
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    await nav.getByRole("link", { name: "Devices" }).click();
    await heading(page, "Devices");
    await expect.poll(() => nav.isVisible()).toBe(false);
  });

  test("has a menu on every page, which the keyboard opens, closes and follows", async () => {
    const person = newUser();
    const page = await visitor.visit("/");
    await signUp(page, person);
    const button = page.getByRole("button", { name: `Account menu: ${person.name}` });
    const menu = page.getByRole("menu");
    const hasFocus = (): Promise<boolean> => button.evaluate((element) => element === document.activeElement);
    await button.focus();
    await page.keyboard.press("Enter");
    await menu.getByText(person.email).waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => menu.count()).toBe(0);
    await expect.poll(() => hasFocus()).toBe(true);

    await page.goto("/account/email");
    await button.focus();
    await page.keyboard.press("ArrowDown");
    await page.getByRole("menuitem", { name: "Account settings" }).waitFor();
    await page.keyboard.press("Enter");
    await heading(page, `Welcome, ${person.name}`);
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
    await expect.poll(() => menu.count()).toBe(0);

    await page.context().setOffline(true);
    await button.click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await menu.getByText("You are still signed in.").waitFor();
    await page.context().setOffline(false);
    await page.keyboard.press("s");
    await page.keyboard.press("Enter");
    await heading(page, "Sign-in that lives in your own app");
  });
});
