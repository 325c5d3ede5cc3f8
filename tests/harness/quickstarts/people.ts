import axe, { type AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { sharedBrowser } from "../chromium.ts";

const password = "correct horse battery";

/** A user signs up, out and in on the start page of an app, as a person does. Answers what went wrong in the page. */
export async function signUpOutAndIn(
  url: string,
  {
    javaScriptEnabled,
    headers = {},
  }: { readonly javaScriptEnabled: boolean; readonly headers?: Record<string, string> },
) {
  const context = await (await sharedBrowser()).newContext({ javaScriptEnabled, extraHTTPHeaders: headers });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("pageerror", ({ message }) => problems.push(message));
  page.on("console", (message) => {
    // The browser logs each answer of 4xx itself.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      problems.push(message.text());
  });
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
  expect(await greeting.count()).toBe(0);
  await fill({ email, password: "another long one" }, "Sign in");
  await expect.poll(() => page.getByRole("alert").allInnerTexts()).toContain("Invalid email or password");
  await fill({ email, password }, "Sign in");
  await greeting.waitFor();
  await page.reload();
  await greeting.waitFor();
  return problems;
}

async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate<AxeResults>("axe.run()");
  return found.violations.map(({ id, nodes }) => `axe: ${id} ${nodes.map(({ html }) => html).join(" ")}`);
}
