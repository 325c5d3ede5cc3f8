import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from "playwright-core";
import { inject } from "vitest";

/** The path of Chromium; "" when it is not installed. */
export const executablePath = inject("services").chromium ?? "";

let launched: Promise<Browser> | null = null;

/**
 * One Chromium for all test files of a worker; it ends with the worker. A file closes its own contexts, and not the
 * browser.
 */
export function sharedBrowser(): Promise<Browser> {
  launched ??= chromium.launch({ executablePath, args: ["--no-sandbox"] });
  return launched;
}

/**
 * A context whose pages answer calls in place of the server (`page.route`). The route that matches no URL stays: without
 * any, Playwright ends the interception, and a request that comes as the next route begins goes to the server.
 */
export async function routedContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  await context.route("**/no-such-path", (route) => route.abort());
  return context;
}
