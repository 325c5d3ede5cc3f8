import type { Browser, BrowserContext, BrowserContextOptions, FrameLocator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { executablePath, sharedBrowser } from "../../../tests/harness/chromium.ts";
import { tabTo } from "../../../tests/harness/keyboard.ts";
import { type Demo, startPreparedDemo } from "./demo.ts";

export { executablePath, tabTo };

interface Guest {
  /** A new browser without cookies and storage. */
  visit(path: string, options?: BrowserContextOptions): Promise<Page>;
  readonly demo: Demo;
}

const refusable = /\/api\/|\/nowhere$/;

/** Starts the example once for a file. An error in a page's console fails the test. */
export function setUp(): Guest {
  let demo: Demo;
  let browser: Browser;
  const contexts: BrowserContext[] = [];
  const complaints: string[] = [];

  beforeAll(async () => {
    [demo, browser] = await Promise.all([startPreparedDemo(), sharedBrowser()]);
  });
  afterAll(async () => {
    await demo?.stop();
  });
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
    expect(complaints.splice(0)).toEqual([]);
  });

  async function visit(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({ baseURL: demo.url, viewport: { width: 1280, height: 800 }, ...options });
    contexts.push(context);
    context.setDefaultTimeout(10_000);
    context.on("weberror", (error) => complaints.push(String(error.error())));
    context.on("console", (message) => {
      // The browser itself logs every failed call, and half of these tests cause failed calls.
      const isRefusedCall =
        message.text().startsWith("Failed to load resource") && refusable.test(message.location().url);
      if (["error", "warning"].includes(message.type()) && !isRefusedCall) complaints.push(message.text());
    });
    const page = await context.newPage();
    await page.goto(path);
    return page;
  }

  return {
    visit,
    get demo() {
      return demo;
    },
  };
}

export interface Person {
  readonly name: string;
  readonly email: string;
  readonly username: string;
  readonly password: string;
}

let people = 0;

/** A new user. */
export function newUser(): Person {
  people += 1;
  return {
    name: `Ada ${people}`,
    email: `ada${people}@example.com`,
    username: `Ada_${people}`,
    password: "a few good words",
  };
}

/** Creates the account by a call, and ends on the first screen: other tests are about the screen of the sign-up. */
export async function signUp(page: Page, person: Person): Promise<void> {
  await call(page, "/sign-up/email", { ...person, callbackURL: "/verify-email?verified" });
  await page.goto("/");
  const { name } = person;
  // A heading has the first 60 characters of a name.
  await heading(page, `Welcome, ${name.length > 60 ? `${name.slice(0, 59)}…` : name}`);
}

/** Makes a call as the page does: with the cookies and the user agent of the browser. */
async function call(page: Page, route: string, input: object): Promise<void> {
  const status = await page.evaluate(
    async ([path, body]) => {
      const headers = { "content-type": "application/json" };
      return (await fetch(path, { method: "POST", headers, body })).status;
    },
    [`/api/auth${route}`, JSON.stringify(input)] as const,
  );
  expect(status, route).toBe(200);
}

/** On the screen of the sign-up. */
export async function signUpByForm(page: Page, person: Person): Promise<void> {
  await page.goto("/sign-up");
  await page.getByLabel("Name", { exact: true }).fill(person.name);
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Username").fill(person.username);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Create account" }).click();
  await heading(page, `Welcome, ${person.name}`);
}

export async function signIn(page: Page, identifier: string, password: string): Promise<void> {
  await page.goto("/sign-in");
  await page.getByLabel("Email or username").fill(identifier);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

export async function signOut(page: Page): Promise<void> {
  await page.goto("/");
  await page.getByRole("button", { name: "Sign out" }).click();
  await heading(page, "Sign-in that lives in your own app");
}

/** Opens the newest email with this subject in the mailbox. */
export async function openEmail(page: Page, to: string, subject: string): Promise<FrameLocator> {
  await page.bringToFront();
  await page.goto("/mailbox");
  await page.getByRole("link", { name: subject }).filter({ hasText: to }).first().click();
  return page.frameLocator(`iframe[title="${subject}"]`);
}

/** Follows the link of an email; it opens in a new tab. */
export async function followEmail(page: Page, to: string, subject: string, label: string): Promise<Page> {
  const message = await openEmail(page, to, subject);
  const [opened] = await Promise.all([page.waitForEvent("popup"), message.getByRole("link", { name: label }).click()]);
  return opened;
}

/** The number of emails with this subject. */
export async function countEmails(page: Page, to: string, subject: string): Promise<number> {
  const messages: { to: string; subject: string }[] = await (await page.request.get("/api/mailbox")).json();
  return messages.filter((message) => message.to === to && message.subject === subject).length;
}

/** The example's emails by subject and label of their button. */
export const messages = {
  confirm: ["Confirm your email address for Keyhold example", "Confirm address"],
  approve: ["Approve the new email address of your Keyhold example account", "Approve the change"],
  changedEmail: ["The email address of your Keyhold example account was changed", "Go to Keyhold example"],
  reset: ["Reset your password for Keyhold example", "Set a new password"],
  changedPassword: ["The password of your Keyhold example account was changed", "Go to Keyhold example"],
  remove: ["Confirm the deletion of your Keyhold example account", "Delete my account"],
  link: ["Sign in to Keyhold example", "Sign in"],
  signIn: ["New sign-in with Chrome on Linux", "See your devices"],
} as const;

/** Creates the account by a call, and opens the link that verifies the address; other tests are about the link. */
export async function signUpConfirmed(page: Page, person: Person): Promise<void> {
  await signUp(page, person);
  const emails: readonly { to: string; subject: string; text: string }[] = await (
    await page.request.get("/api/mailbox")
  ).json();
  const email = emails.find(({ to, subject }) => to === person.email && subject === messages.confirm[0]);
  const [link = ""] = /http\S+verify-email\S+/.exec(email?.text ?? "") ?? [];
  await page.goto(link);
  await heading(page, "Your address is verified");
}

/** Waits for the screen with this heading. */
export const heading = (page: Page, name: string): Promise<void> =>
  page.getByRole("heading", { level: 1, name, exact: true }).waitFor();

/** Waits until a field shows its problem, and has the focus. */
export async function errorAt(page: Page, label: string, text: string | RegExp): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");
  const [id = ""] = (await field.getAttribute("aria-describedby"))?.split(" ") ?? [];
  await expect.poll(() => page.locator(`[id="${id}"]`).textContent()).toMatch(text);
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
}
