import { type Browser, chromium, type Page } from "playwright-core";
import { expect, inject } from "vitest";

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

type Answer = Parameters<Page["route"]>[1];

/** A path of every origin, which no app answers by this status. */
const probe = { path: "/nowhere", status: 204 };

/**
 * Answers requests of a loaded page in place of the server. `page.route()` alone resolves when the browser knows the
 * interception, and on a busy machine the document learns of it later: until then its requests go to the server. A
 * document that loads after `page.route()` knows the interception from the start.
 *
 * The interception stays after the last route with `times`. The page then has no HTTP cache.
 *
 * @example await intercept(page, "**\/sign-in/email", (route) => route.abort(), { times: 1 });
 */
export async function intercept(page: Page, url: string, answer: Answer, options?: { times?: number }): Promise<void> {
  await page.route(url, answer, options);
  await page.route(`**${probe.path}`, (route) => route.fulfill({ status: probe.status }));
  const ask = () => page.evaluate(async (path) => (await fetch(path)).status, probe.path);
  await expect.poll(ask, { message: `the interception of ${url}` }).toBe(probe.status);
}
