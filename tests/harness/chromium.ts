import { type Browser, chromium, type Page } from "playwright-core";
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
 * Keeps the interception of a page's requests between two routes with `times`. Without any route Playwright ends the
 * interception, and a request that comes as the next route begins goes to the server. The page then has no HTTP cache.
 */
export async function keepRoutes(page: Page): Promise<void> {
  await page.route("**/no-such-path", (route) => route.abort());
}
