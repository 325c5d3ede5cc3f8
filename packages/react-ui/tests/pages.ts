import type { AuthConfig } from "@keyhold/core";
import axe from "axe-core";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { executablePath, sharedBrowser } from "../../../tests/harness/chromium.js";
import { startUIServer, type UIServer } from "./ui-server.js";

export { executablePath };

/** A browser at the pages of one server. */
export interface TestPages {
  /** Opens a path in a new browser without cookies. */
  visit(path: string, options?: BrowserContextOptions): Promise<Page>;
  readonly server: UIServer;
}

/** Starts a server for the tests of a file. An error or a warning in a page's console fails the test. */
export function setUp(config?: Partial<AuthConfig>): TestPages {
  let server: UIServer;
  let browser: Browser;
  const contexts: BrowserContext[] = [];
  const complaints: string[] = [];
  beforeAll(async () => {
    [server, browser] = await Promise.all([startUIServer(config), sharedBrowser()]);
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
        // The browser itself logs every failed call.
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

let people = 0;

/** A user before the sign-up. */
export function newPerson(): { name: string; email: string; username: string; password: string } {
  people += 1;
  const id = `ada${people}_${Math.floor(performance.now())}`;
  return { name: `Ada ${people}`, email: `${id}@example.com`, username: id, password: "a few good words" };
}

/** Waits for the screen with this heading. */
export const heading = (page: Page, name: string): Promise<void> =>
  page.getByRole("heading", { level: 1, name, exact: true }).waitFor();

/** Presses Tab until the element with this accessible name has the focus. */
export async function tabTo(page: Page, name: string): Promise<void> {
  for (let pressed = 0; pressed < 25; pressed += 1) {
    await page.keyboard.press("Tab");
    const label = await page.evaluate(() => {
      const focused = document.activeElement;
      const labels = focused instanceof HTMLInputElement ? [...(focused.labels ?? [])] : [];
      return labels[0]?.firstChild?.textContent ?? focused?.getAttribute("aria-label") ?? focused?.textContent ?? "";
    });
    if (label.trim().startsWith(name)) return;
  }
  throw new Error(`${name} was not reached by Tab.`);
}

/** Fills fields in their order by the keyboard alone, and presses Enter. */
export async function typeInto(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) {
    await tabTo(page, label);
    await page.keyboard.type(text);
  }
  await page.keyboard.press("Enter");
}

/** What axe finds in a page. */
export async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const results = await page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run());
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}
