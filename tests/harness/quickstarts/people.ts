import axe, { type AxeResults } from "axe-core";
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { sharedBrowser } from "../chromium.ts";
import type { Framework } from "./frameworks.ts";

const password = "correct horse battery";

/** A user signs up, out and in on the start page of an app, as a person does. Answers what went wrong in the page. */
export async function signUpOutAndIn(
  url: string,
  {
    javaScriptEnabled,
    headers = {},
  }: { readonly javaScriptEnabled: boolean; readonly headers?: Record<string, string> },
) {
  const { page, problems } = await openPage({ javaScriptEnabled, extraHTTPHeaders: headers });
  const fill = async (fields: Readonly<Record<string, string>>, button: string): Promise<void> => {
    for (const [name, value] of Object.entries(fields)) await page.locator(`input[name="${name}"]`).fill(value);
    await page.getByRole("button", { name: button }).click();
  };
  const email = `grace-${javaScriptEnabled ? "with" : "without"}-javascript@example.com`;
  const greeting = page.getByText("Hello Grace");

  // A server of development makes a page's code at the first request: a form works when all has arrived.
  await page.goto(url, { waitUntil: javaScriptEnabled ? "networkidle" : "load" });
  if (javaScriptEnabled) problems.push(...(await violations(page)));
  await fill({ name: "Grace", email, password }, "Create an account");
  await greeting.waitFor();
  if (javaScriptEnabled) problems.push(...(await violations(page)));
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.locator('input[name="email"]').waitFor();
  await expect.poll(() => greeting.count()).toBe(0);
  await fill({ email, password: "another long one" }, "Sign in");
  await expect.poll(() => page.getByRole("alert").allInnerTexts()).toContain("Invalid email or password");
  await fill({ email, password }, "Sign in");
  await greeting.waitFor();
  await page.reload();
  await greeting.waitFor();
  return problems;
}

/** Signs up, then out and in twice, on the screens of @keyhold/react-ui: a router may show a kept screen again. */
export async function useScreens(
  url: string,
  { reloadsFirst = false }: Pick<Framework, "reloadsFirst"> = {},
): Promise<readonly string[]> {
  const { page, problems } = await openPage({});
  const fill = async (fields: Readonly<Record<string, string>>): Promise<void> => {
    for (const [name, value] of Object.entries(fields)) await page.locator(`input[name="${name}"]:visible`).fill(value);
    await page.keyboard.press("Enter");
  };
  const identifier = page.locator('input[name="identifier"]:visible');
  const email = "grace@example.com";

  if (reloadsFirst) {
    await page.goto(`${url}/sign-in`, { waitUntil: "networkidle" });
    problems.length = 0;
  }
  await page.goto(`${url}/sign-in`, { waitUntil: "networkidle" });
  problems.push(...(await violations(page)));
  // A stylesheet without its colors would be unseen by all other steps.
  const color = await page.evaluate("getComputedStyle(document.querySelector('button[type=submit]')).backgroundColor");
  expect(color).toBe("rgb(23, 81, 63)");
  await page.getByRole("link", { name: "Create an account" }).click();
  await page.waitForURL("**/sign-up");
  await page.getByRole("heading", { name: "Create your" }).waitFor();
  await fill({ name: "Grace", email, password });
  for (const given of ["another long one", password, password]) {
    await page.getByRole("heading", { name: "Welcome, Grace" }).waitFor();
    await page.getByRole("button", { name: "Account menu: Grace" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.waitForURL("**/sign-in**");
    await identifier.waitFor();
    await expect.poll(() => page.locator("input[type=password]:visible").inputValue()).toBe("");
    await fill({ identifier: email, password: given });
    if (given === password) continue;
    await expect
      .poll(() => page.locator(".kh-error:visible").allInnerTexts())
      .toContain("This email address and password do not match.");
    await fill({ password });
  }
  await page.getByRole("heading", { name: "Welcome, Grace" }).waitFor();
  problems.push(...(await violations(page)));
  await page.reload();
  await page.getByRole("heading", { name: "Welcome, Grace" }).waitFor();
  return problems;
}

async function openPage(options: BrowserContextOptions): Promise<{ readonly page: Page; readonly problems: string[] }> {
  const context = await (await sharedBrowser()).newContext(options);
  onTestFinished(() => context.close());
  // A server of development compiles each page at its first request.
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("pageerror", ({ message }) => problems.push(message));
  page.on("console", (message) => {
    // The browser logs each answer of 4xx itself.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      problems.push(message.text());
  });
  return { page, problems };
}

async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate<AxeResults>("axe.run()");
  return found.violations.map(({ id, nodes }) => `axe: ${id} ${nodes.map(({ html }) => html).join(" ")}`);
}
