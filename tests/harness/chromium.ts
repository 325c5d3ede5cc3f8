import { type Browser, chromium } from "playwright-core";
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
