import type { AuthConfig } from "@keyhold/core";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { executablePath, sharedBrowser } from "../../../tests/harness/chromium.js";
import { startUIServer, type UIServer } from "./ui-server.js";

export { newPerson } from "./new-person.ts";
export { executablePath };

/** A browser at the pages of a server. */
export interface TestPages {
  /** Opens a path in a new browser without cookies. */
  visit(path: string, options?: BrowserContextOptions): Promise<Page>;
  readonly server: UIServer;
}

/** Starts a server for the tests of a file. An error or a warning in a page's console fails the test. */
export function setUp(config?: Partial<AuthConfig>, program?: string): TestPages {
  let server: UIServer;
  let browser: Browser;
  const contexts: BrowserContext[] = [];
  const complaints: string[] = [];
  beforeAll(async () => {
    [server, browser] = await Promise.all([startUIServer(config, program), sharedBrowser()]);
  }, 60_000);
  afterAll(() => server?.close());
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
    expect(complaints.splice(0)).toEqual([]);
  });
  return {
    async visit(path, options = {}) {
      const context = await browser.newContext({ baseURL: server.url, locale: "en-US", ...options });
      contexts.push(context);
      context.setDefaultTimeout(15_000);
      context.on("weberror", (error) => complaints.push(String(error.error())));
      context.on("console", (message) => {
        // The browser logs every failed call.
        const isFailedCall = message.text().startsWith("Failed to load resource");
        if (["error", "warning"].includes(message.type()) && !isFailedCall) complaints.push(message.text());
      });
      const page = await context.newPage();
      await page.goto(path);
      return page;
    },
    get server() {
      return server;
    },
  };
}

/** Waits for the screen with this heading. */
export const heading = (page: Page, name: string): Promise<void> =>
  page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
