import { linkIn } from "@keyhold/testing";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { tabTo, typeInto } from "../../../tests/harness/keyboard.ts";
import { executablePath, heading, newPerson, setUp } from "./pages.js";

/** The program of an app, below a router of `tests/routers`. */
const programOf = (router: string): string => `
  import "@keyhold/react-ui/styles.css";
  import { StrictMode } from "react";
  import { createRoot } from "react-dom/client";
  import { authClient } from "./routers/auth-client.ts";
  import { App } from "./routers/${router}.tsx";

  globalThis.client = authClient;
  createRoot(document.getElementById("root")).render(<StrictMode><App /></StrictMode>);`;

const signInTitle = "Sign in to Tea Shop";
const signUpTitle = "Create your Tea Shop account";

type Person = ReturnType<typeof newPerson>;

/** The path and the query of the page. */
const placeOf = (page: Page): string => {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
};

/** Leaves a value in the page, which a page load removes. */
const mark = (page: Page): Promise<void> => page.evaluate("globalThis.mark = true");
const isMarked = (page: Page): Promise<boolean> => page.evaluate("globalThis.mark === true");

/** Signs a user up. The page is then the account. */
async function signUp(page: Page, person: Person): Promise<void> {
  await heading(page, signUpTitle);
  const { name, email, username, password } = person;
  await typeInto(page, { Name: name, Email: email, Username: username, Password: password });
  await heading(page, `Welcome, ${name}`);
}

describe.skipIf(!executablePath).each([
  { router: "react-router", isRouted: true },
  { router: "tanstack-router", isRouted: true },
  { router: "without-router", isRouted: false },
])("the screens with $router", ({ router, isRouted }) => {
  const visitor = setUp({}, programOf(router));

  /** Expects a page. With a router the page was not loaded since `mark`; without a router it was. */
  async function expectVisit(page: Page, path: string, title: string): Promise<void> {
    await heading(page, title);
    expect(placeOf(page)).toBe(path);
    expect(await isMarked(page)).toBe(isRouted);
    await mark(page);
  }

  test("return to the account after a sign-in by keyboard, and go through its sections and back", async () => {
    const person = newPerson();
    const page = await visitor.visit("/sign-up?redirect=/account");
    await signUp(page, person);
    await page.evaluate("client.signOut()");
    await heading(page, signInTitle);

    await page.goto("/account");
    await heading(page, signInTitle);
    expect(placeOf(page)).toBe("/sign-in?redirect=%2Faccount");
    await mark(page);
    await typeInto(page, { "Email or username": person.email, Password: person.password });
    await expectVisit(page, "/account", `Welcome, ${person.name}`);

    const present = page.locator("nav [aria-current=page]");
    await expect.poll(() => present.allTextContents()).toEqual(["Overview"]);
    await tabTo(page, "Password");
    await page.keyboard.press("Enter");
    await expectVisit(page, "/account/password", "Password");
    await expect.poll(() => present.allTextContents()).toEqual(["Password"]);
    await page.getByRole("link", { name: "Profile", exact: true }).click();
    await expectVisit(page, "/account/profile", "Profile");

    await page.goBack();
    await expectVisit(page, "/account/password", "Password");
    await page.goBack();
    await expectVisit(page, "/account", `Welcome, ${person.name}`);
    await page.goForward();
    await expectVisit(page, "/account/password", "Password");
    // The account replaced the sign-in in the history: going back skips the sign-in.
    await page.goBack();
    await expectVisit(page, "/account", `Welcome, ${person.name}`);

    await page.evaluate("client.signOut()");
    await expectVisit(page, "/sign-in?redirect=%2Faccount", signInTitle);
  });

  test("keep the wanted path in a link from the sign-in to the sign-up", async () => {
    const person = newPerson();
    const page = await visitor.visit("/sign-in?redirect=/account/password");
    await heading(page, signInTitle);
    await mark(page);
    await tabTo(page, "Create an account");
    await page.keyboard.press("Enter");
    await expectVisit(page, "/sign-up?redirect=%2Faccount%2Fpassword", signUpTitle);
    const { name, email, username, password } = person;
    await typeInto(page, { Name: name, Email: email, Username: username, Password: password });
    await expectVisit(page, "/account/password", "Password");
  });

  test("take the token of a link out of the URL, and keep it when the page is loaded again", async () => {
    const person = newPerson();
    const page = await visitor.visit("/sign-up?redirect=/account");
    await signUp(page, person);
    await page.evaluate("client.signOut()");
    await heading(page, signInTitle);
    await page.evaluate(`client.requestPasswordReset({ email: "${person.email}", redirectTo: "/reset-password" })`);
    const email = await visitor.server.mailbox.waitFor(person.email, { kind: "reset-password" });
    await page.goto(linkIn(email).href);
    await heading(page, "Choose a new password");
    await expect.poll(() => placeOf(page)).toBe("/reset-password");
    await page.reload();
    await heading(page, "Choose a new password");
    expect(placeOf(page)).toBe("/reset-password");
    await typeInto(page, { "New password": "quite another password" });
    await heading(page, "Your new password is set");
    await mark(page);
    await tabTo(page, "Sign in");
    await page.keyboard.press("Enter");
    await expectVisit(page, "/sign-in", signInTitle);
    await page.goBack();
    await heading(page, "Choose a new password");
  });
});
