import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { intercept } from "../../../tests/harness/chromium.ts";
import { cancel, comeByExampleId, denial, goToExampleId, introduce } from "./example-id.ts";
import { asksFor } from "./step-up.ts";
import { executablePath, heading, newUser, setUp, signIn, signOut, signUp, signUpConfirmed } from "./test-user.ts";

const isTooOld = asksFor(1, "password");

const ways = (page: Page, under: string) =>
  page.locator(".kh-group").filter({ has: page.getByRole("heading", { name: under, exact: true }) });

async function open(page: Page): Promise<void> {
  await page.goto("/account/sign-in");
  await heading(page, "Sign-in methods");
}

describe.skipIf(!executablePath)("the ways to sign in", () => {
  const visitor = setUp();

  test("can be more: a provider is linked, opens the account, and is unlinked", async () => {
    const person = newUser();
    const other = newUser();
    const page = await visitor.visit("/");
    await signUpConfirmed(page, person);
    await page.goto("/");
    await page
      .getByRole("link", { name: /^Sign-in methods/ })
      .first()
      .click();
    await heading(page, "Sign-in methods");
    await goToExampleId(page, "Link Example ID");
    await introduce(page, other);
    await heading(page, "Sign-in methods");
    await expect.poll(() => page.url()).toBe(`${visitor.demo.url}/account/sign-in`);
    await page.getByRole("status").getByText("Example ID is linked.").waitFor();
    await ways(page, "Linked")
      .getByText(/^Since/)
      .waitFor();
    await expect.poll(() => ways(page, "Linked").getByRole("listitem").count()).toBe(2);
    await expect.poll(() => ways(page, "Not linked").count()).toBe(0);

    const elsewhere = await visitor.visit("/");
    await comeByExampleId(elsewhere, other);
    await heading(elsewhere, `Welcome, ${person.name}`);

    await page.getByRole("button", { name: "Unlink Example ID" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("status").getByText("Example ID is unlinked.").waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Linked");
    await ways(page, "Not linked").getByRole("button", { name: "Link Example ID" }).waitFor();
    await page.reload();
    await ways(page, "Not linked").waitFor();
    await expect.poll(() => page.getByText("Example ID is linked.").count()).toBe(0);
    await signOut(page);
    await comeByExampleId(page, other);
    await heading(page, `Welcome, ${other.name}`);
  });

  test("are never empty: the last one stays, with an explanation", async () => {
    const page = await visitor.visit("/");
    await comeByExampleId(page, newUser());
    await open(page);
    const unlink = page.getByRole("button", { name: "Unlink Example ID" });
    await expect.poll(() => unlink.getAttribute("aria-disabled")).toBe("true");
    const id = await unlink.getAttribute("aria-describedby");
    await expect
      .poll(() => page.locator(`[id="${id}"]`).textContent())
      .toBe("Your only sign-in method: it cannot be removed.");
    let calls = 0;
    page.on("request", (request) => {
      if (request.url().includes("unlink-account")) calls += 1;
    });
    await unlink.click({ force: true });
    await ways(page, "Not linked").getByRole("link", { name: "Get one" }).click();
    await heading(page, "Password");
    expect(calls).toBe(0);
  });

  test("stay as they are when the user denies access, or the identity is linked to another user", async () => {
    const [person, other] = [newUser(), newUser()];
    await comeByExampleId(await visitor.visit("/"), other);
    const page = await visitor.visit("/");
    await signUp(page, person);
    await open(page);
    await goToExampleId(page, "Link Example ID");
    await cancel(page);
    await heading(page, "Sign-in methods");
    await denial(page, "You denied access at Example ID, and no change was made.");
    await goToExampleId(page, "Link Example ID");
    await introduce(page, other);
    await heading(page, "Sign-in methods");
    await denial(page, "This account at Example ID is linked to another user here.");
    await expect.poll(() => ways(page, "Linked").getByRole("listitem").count()).toBe(1);
    await page.getByRole("navigation").getByRole("link", { name: "Devices" }).click();
    await heading(page, "Devices");
    await expect.poll(() => page.getByRole("alert").filter({ hasText: "another user" }).count()).toBe(0);
  });

  test("are changed after another sign-in if the last one is long ago", async () => {
    const person = newUser();
    const page = await visitor.visit("/");
    await signUpConfirmed(page, person);
    await open(page);
    const dialog = page.getByRole("dialog", { name: "Confirm that it is you" });
    await intercept(page, "**/link-social", (route) => route.fulfill(isTooOld), { times: 1 });
    await page.getByRole("button", { name: "Link Example ID" }).click();
    await dialog.getByLabel("Password", { exact: true }).fill(person.password);
    await expect.poll(() => dialog.getByText("Continue with").count()).toBe(0);
    await page.keyboard.press("Enter");
    await heading(page, "Sign in with Example ID");
    await introduce(page, person);
    await page.getByText("Example ID is linked.").waitFor();

    await intercept(page, "**/unlink-account", (route) => route.fulfill(isTooOld), { times: 2 });
    await page.getByRole("button", { name: "Unlink Example ID" }).click();
    await dialog.getByRole("button", { name: "Continue with Example ID" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("alert").getByText("No change was made").waitFor();
    await page.getByRole("button", { name: "Unlink Example ID" }).click();
    await goToExampleId(page);
    await introduce(page, person);
    await page.getByText(`Thank you, ${person.name}. Now repeat the step.`).waitFor();
    await page.getByRole("button", { name: "Unlink Example ID" }).click();
    await page.getByText("Example ID is unlinked.").waitFor();
  });

  test("follow changes in another tab", async () => {
    const page = await visitor.visit("/");
    await signUp(page, newUser());
    await open(page);
    const tab = await page.context().newPage();
    await open(tab);
    await goToExampleId(tab, "Link Example ID");
    await introduce(tab, newUser());
    await tab.getByText("Example ID is linked.").waitFor();
    await open(page);
    await page.getByRole("button", { name: "Unlink Example ID" }).waitFor();
    await tab.getByRole("button", { name: "Unlink Example ID" }).click();
    await page.getByRole("button", { name: "Link Example ID" }).waitFor();
  });

  test("show an error when they cannot be fetched, and the list after a retry", async () => {
    const person = newUser();
    const page = await visitor.visit("/");
    await signUp(page, person);
    for (const [path, button] of [
      ["/account/sign-in", "Link Example ID"],
      ["/account/password", "Change password"],
      ["/account/delete", "Delete my account"],
    ] as const) {
      await page.route("**/list-accounts", (route) => route.fulfill({ status: 501, json: {} }));
      await page.goto(path);
      await page.getByRole("alert").getByText("Your sign-in methods could not be loaded").waitFor();
      await page.unroute("**/list-accounts");
      await page.getByRole("button", { name: "Try again" }).click();
      await page.getByRole("button", { name: button }).waitFor();
    }
    await signOut(page);
    await signIn(page, person.email, person.password);
    await heading(page, `Welcome, ${person.name}`);
  });
});
