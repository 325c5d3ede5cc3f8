import { describe, expect, test } from "vitest";
import { callsOf, focusOn, found, row } from "./company.ts";
import { photograph } from "./picture.ts";
import { errorAt, executablePath, followEmail, heading, messages, newUser, setUp, signUp, tabTo } from "./test-user.ts";

describe.skipIf(!executablePath)("organizations", () => {
  const visitor = setUp();

  test("begin with an empty list, and are created by keyboard with a slug that follows the name", async () => {
    const page = await visitor.visit("/");
    await signUp(page, newUser());
    await page
      .getByRole("main")
      .getByRole("link", { name: /^Organizations/ })
      .click();
    await heading(page, "Organizations");
    await page.getByText("None yet").waitFor();
    await page.getByRole("main").getByRole("link", { name: "Create an organization" }).click();
    await heading(page, "Create an organization");
    await tabTo(page, "Name");
    await page.keyboard.type("Müller & Söhne");
    await expect.poll(() => page.getByLabel("Slug").inputValue()).toBe("muller-sohne");
    await page.getByText("muller-sohne is free.").waitFor();
    await page.keyboard.press("Enter");
    await heading(page, "Müller & Söhne");
    expect(new URL(page.url()).pathname).toBe("/organization");
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
    await page.getByText("Your role: Owner").waitFor();
  });

  test("show during typing whether the slug is available, without a request for each key", async () => {
    const page = await visitor.visit("/");
    await signUp(page, newUser());
    await found(page, "Taken");
    await page.goto("/organizations/new");
    await heading(page, "Create an organization");
    const calls = callsOf(page);
    await page.getByLabel("Slug").pressSequentially("taken", { delay: 20 });
    await page.getByText("Another organization has this slug.").waitFor();
    expect(calls).toEqual(["POST organization/check-slug"]);
    await page.getByLabel("Slug").fill("not a slug");
    await page.getByText("Only letters and digits").waitFor();

    await page.getByLabel("Slug").fill("taken");
    await page.getByLabel("Name", { exact: true }).fill("Another");
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await errorAt(page, "Slug", /Another organization has this slug/);
    await page.getByLabel("Slug").fill("another");
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await heading(page, "Another");
  });

  test("are switched in the menu by keyboard, and other tabs follow", async () => {
    const page = await visitor.visit("/");
    await signUp(page, newUser());
    await found(page, "First");
    await found(page, "Second");
    const tab = await page.context().newPage();
    await tab.goto("/organization");
    await heading(tab, "Second");

    await page.goto("/");
    const button = page.getByRole("button", { name: "Organization: Second" });
    await button.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitemradio", { name: "Second", exact: true, checked: true }).waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => button.getAttribute("aria-expanded")).toBe("false");
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press("Enter");
    await focusOn(page, "FFirst");
    await page.keyboard.press("Enter");
    await heading(page, "First");
    await page.getByRole("button", { name: "Organization: First" }).waitFor();
    await heading(tab, "First");
  });

  test("get another name, slug and logo, shown at once, for one request each", async () => {
    const page = await visitor.visit("/");
    await signUp(page, newUser());
    await found(page, "Before");
    await page.getByRole("navigation").getByRole("link", { name: "Settings" }).click();
    await heading(page, "Settings");
    await page.getByLabel("Name", { exact: true }).fill("After");
    await page.getByLabel("Slug").fill("after");
    await page.getByText("after is free.").waitFor();
    await page.getByLabel("Logo").setInputFiles(await photograph(page));
    await page.getByRole("button", { name: "Use this part" }).click();
    await page.locator(".kh-picture-input img").waitFor();
    const calls = callsOf(page);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.").waitFor();
    await page.getByRole("button", { name: "Organization: After" }).waitFor();
    await page.locator("main .kh-picture img").first().waitFor();
    await expect
      .poll(() => calls.toSorted())
      .toEqual(["GET organization/get-full-organization", "GET organization/list", "POST organization/update"]);
  });

  test("are deleted by their owner only after the slug was typed", async () => {
    const page = await visitor.visit("/");
    await signUp(page, newUser());
    await found(page, "Short lived");
    await page.goto("/organization/settings");
    await page.getByText("You are its only owner").waitFor();
    await expect.poll(() => page.getByRole("button", { name: "Leave…" }).count()).toBe(0);
    await page.getByRole("button", { name: "Delete…" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete Short lived?" });
    await dialog.getByLabel("Slug of the organization").fill("something else");
    await dialog.getByRole("button", { name: "Delete organization" }).click();
    await errorAt(page, "Slug of the organization", /Type short-lived to confirm/);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await focusOn(page, "Delete…");
    await page.keyboard.press("Enter");
    await dialog.getByLabel("Slug of the organization").fill("short-lived");
    await dialog.getByRole("button", { name: "Delete organization" }).click();
    await heading(page, "Organizations");
    await page.getByText("None yet").waitFor();
    await page.goto("/organization/members");
    await heading(page, "No active organization");
  });

  test("show an error when they cannot be fetched, and the list after a retry", async () => {
    const page = await visitor.visit("/");
    await signUp(page, newUser());
    await found(page, "Far away");
    await page.route("**/get-full-organization", (route) => route.fulfill({ status: 501, json: {} }));
    await page.goto("/organization/members");
    await page.getByRole("alert").getByText("This organization could not be loaded").waitFor();
    await page.unroute("**/get-full-organization");
    await page.getByRole("button", { name: "Try again" }).click();
    await heading(page, "Members");
    await page.route("**/organization/list", (route) => route.fulfill({ status: 501, json: {} }));
    await page.goto("/organizations");
    await page.getByRole("alert").getByText("Your organizations could not be loaded").waitFor();
    await page.unroute("**/organization/list");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("Active", { exact: true }).waitFor();
  });

  test("need a sign-in, which continues to the requested screen", async () => {
    const person = newUser();
    const page = await visitor.visit("/");
    await signUp(page, person);
    await found(page, "Behind");
    await page.context().clearCookies();
    await page.goto("/organization/members");
    await heading(page, "Sign in to Keyhold example");
    await page.getByLabel("Email or username").fill(person.email);
    await page.getByLabel("Password", { exact: true }).fill(person.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    // A new session has no active organization.
    await heading(page, "No active organization");
    await page.getByRole("link", { name: "Choose an organization" }).click();
    await page.getByRole("button", { name: "Switch to Behind" }).click();
    await heading(page, "Behind");
  });

  test("keep the account of their only owner until they are handed over or deleted", async () => {
    const person = newUser();
    const page = await visitor.visit("/");
    await signUp(page, person);
    await found(page, "Kept");
    await page.goto("/account/delete");
    await page.getByRole("textbox", { name: "Your email address" }).fill(person.email);
    await page.getByLabel("Password", { exact: true }).fill(person.password);
    await page.getByRole("button", { name: "Delete my account" }).click();
    await heading(page, "One more step");
    const kept = await followEmail(page, person.email, ...messages.remove);
    await kept.getByRole("button", { name: "Delete my account" }).click();
    await heading(kept, "Your account was not deleted");
    await kept.getByText("You are the only owner of an organization.").waitFor();
    await kept.getByRole("link", { name: "Your organizations" }).click();
    await row(kept, "Kept").getByRole("link").click();
    await heading(kept, "Kept");
  });
});
