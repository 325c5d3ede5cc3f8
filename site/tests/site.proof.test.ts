import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkScreens } from "../../tests/harness/axe.ts";
import { executablePath, sharedBrowser } from "../../tests/harness/chromium.ts";
import { buildSite, isBuilt, read, testEveryPage } from "./built-site.ts";
import { type Preview, servePreview } from "./preview.ts";
import { firstPages, indexFile, searchIndex } from "./search-index.ts";
import { searches } from "./searches.ts";

/** A page of each kind. */
const kinds = [
  "/",
  "/getting-started",
  "/configuration",
  "/errors",
  "/databases",
  "/billing/order",
  "/social/google",
  "/concepts/webhooks",
  "/reference/openapi",
];
/** With the most elements: the other pages have its colors, so once is enough. */
const largest = "/reference/routes";

/** All pages are built; these are visited, so they have the list beside them and colored code. */
const visited = [
  ...kinds,
  largest,
  "/organizations",
  "/passkeys",
  "/errors/INVALID_ORIGIN",
  "/decisions/0032-test-tiers",
];

let printed = "";
beforeAll(async () => {
  printed = await buildSite(visited);
}, 600_000);

describe("every page of the site", () => testEveryPage(() => printed));

describe("the build of the site", () => {
  test("has each page as Markdown, too, and lists them in llms.txt", () => {
    const listed = [...read("llms.txt").matchAll(/\]\(\/(.+\.md)\)/g)].map(([, path = ""]) => path);
    expect(listed.length).toBeGreaterThan(60);
    expect(listed.filter((path) => !isBuilt(path))).toEqual([]);
  });

  test("links the names of types to their places", () => {
    const html = read("reference/openapi.html");
    expect(html).toContain('<a href="#OpenApiDocumentOptions">OpenApiDocumentOptions</a>');
    expect(html).toContain('<a href="/reference/core#Auth">Auth</a>');
  });

  test("has an index that answers each question of the list with the right page among the first three", async () => {
    const search = await searchIndex();
    for (const { query, page } of searches) expect.soft(firstPages(search(query)), query).toContain(page);
  });
});

describe("the index of headings, which a browser loads first", () => {
  test("is small enough for a first answer within two seconds on a phone: 65 KB", () => {
    expect(gzipSync(readFileSync(indexFile("headings"))).length).toBeLessThan(65_000);
  });

  test("answers most questions of the list with the right page, too", async () => {
    const search = await searchIndex("headings");
    const isRight = searches.map(({ query, page }) => firstPages(search(query)).includes(page));
    expect(isRight.filter(Boolean).length).toBeGreaterThan(searches.length * 0.9);
  });
});

describe("a page of docs/", () => {
  test("has a link to its file in the repository; a generated page has none", () => {
    expect(read("databases.html")).toMatch(/href="[^"]+\/edit\/main\/docs\/databases\.md"/);
    expect(read("pages.html")).toMatch(/href="[^"]+\/edit\/main\/docs\/README\.md"/);
    expect(read("reference/openapi.html")).not.toContain("/edit/main/");
  });

  test("has the pages of errors and of decisions beside it only if it is one of them", () => {
    const listBeside = (file: string): string => /<aside class="VPSidebar[\s\S]*?<\/aside>/.exec(read(file))?.[0] ?? "";
    const addresses = ['href="/errors"', 'href="/errors/INVALID_ORIGIN"', 'href="/decisions/0032-test-tiers"'];
    const shown = (file: string) => addresses.map((address) => listBeside(file).includes(address));
    expect(shown("getting-started.html")).toEqual([true, false, false]);
    expect(shown("errors.html")).toEqual([true, true, false]);
    expect(shown("errors/INVALID_ORIGIN.html")).toEqual([true, true, false]);
    expect(shown("decisions/0032-test-tiers.html")).toEqual([true, false, true]);
  });

  test("has the neighbors of the list", () => {
    const pager = /class="[^"]*pager-link next[^"]*" href="([^"]+)"/.exec(read("getting-started.html"));
    expect(pager?.[1]).toBe("/tasks");
  });
});

describe.skipIf(!executablePath)("the site in a browser", () => {
  let preview: Preview;
  const contexts: BrowserContext[] = [];

  beforeAll(async () => {
    preview = await servePreview();
  });
  afterAll(async () => {
    for (const context of contexts) await context.close();
    preview.stop();
  });

  interface VisitOptions {
    readonly colorScheme?: "light" | "dark";
    readonly width?: number;
    readonly javaScriptEnabled?: boolean;
  }

  async function visit(path: string, { width = 1280, ...options }: VisitOptions = {}): Promise<Page> {
    const browser = await sharedBrowser();
    const context = await browser.newContext({
      ...options,
      viewport: { width, height: 800 },
      reducedMotion: "reduce",
    });
    contexts.push(context);
    const page = await context.newPage();
    await page.goto(preview.url + path);
    return page;
  }

  /** Opens a page, and waits until the scripts of the page have changed what they change. */
  async function open(page: Page, path: string): Promise<void> {
    await page.goto(preview.url + path);
    await page.waitForFunction(() => "__vue_app__" in (document.querySelector("#app") ?? {}));
  }

  /** The widest layout with a list of pages beside the text, and a phone with a menu in its place. */
  const widths = [1280, 360] as const;
  /** The menu in place of the list is the same on each page, and a width changes no text. */
  const onPhone = new Set(["/", "/getting-started", largest]);

  /** The first routes and the last objects, and the list of all headings: the parts between have their form. */
  function keepEnds(page: Element): void {
    for (const child of [...page.children].slice(120, -40)) child.remove();
  }

  test("passes axe in light and dark, and does not scroll sideways on a screen and a phone", {
    timeout: 400_000,
  }, async () => {
    const page = await visit("/", { colorScheme: "light" });
    const checks = checkScreens();
    for (const path of [...kinds, largest]) {
      await open(page, path);
      for (const width of path === largest ? [360] : widths) {
        await page.setViewportSize({ width, height: 800 });
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect.soft(overflow, `${path} at ${width}`).toBeLessThanOrEqual(0);
        if (path === largest) await page.locator(".vp-doc > div").evaluate(keepEnds);
        if (width === 1280 || onPhone.has(path))
          expect.soft(await checks.violations(page), `${path} at ${width}`).toEqual([]);
      }
      if (path === largest) continue;
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.emulateMedia({ colorScheme: "dark" });
      await page.locator("html.dark").waitFor();
      expect.soft(await checks.colorViolations(page), `${path} in dark`).toEqual([]);
      await page.emulateMedia({ colorScheme: "light" });
      await page.locator("html:not(.dark)").waitFor();
    }
  });

  test("shows name, default and description of each option on a phone without scrolling sideways", async () => {
    const page = await visit("/passkeys", { width: 375 });
    const cells = page.locator("table.options tbody td:visible");
    const places = await cells.evaluateAll((all) =>
      all.map((cell) => ({
        text: cell.textContent,
        right: cell.getBoundingClientRect().right,
        isCut: cell.scrollWidth > cell.clientWidth,
      })),
    );
    expect(places.length).toBeGreaterThan(20);
    expect(places.filter(({ right, isCut }) => right > 375 || isCut)).toEqual([]);
  });

  test("draws the underline of a linked code below its underscores", async () => {
    const page = await visit("/errors");
    const link = page.locator(".vp-doc td a:has(> code)").first();
    const [offset, size] = await link.evaluate((a) => {
      const style = getComputedStyle(a);
      return [style.textUnderlineOffset, style.fontSize].map((length) => Number.parseFloat(length));
    });
    // An underscore ends a quarter of the size below the line of the text.
    expect(offset).toBeGreaterThan((size ?? 0) * 0.3);
  });

  const commands = (page: Page) => page.locator('[data-choice="package-manager"] > .panel:visible');
  /** A busy machine loads the next page slowly. */
  const long = { timeout: 30_000 };
  const option = (page: Page, name: string) => page.getByRole("radio", { name, exact: true }).first();

  test("keeps the package manager on other pages and after a reload", async () => {
    const page = await visit("/getting-started");
    await page.locator(".choice .options label", { hasText: "pnpm" }).first().click();
    await expect.poll(() => commands(page).first().textContent(), long).toContain("pnpm dlx @keyhold/cli init");
    await expect.poll(() => option(page, "pnpm").isChecked()).toBe(true);
    await expect.poll(() => page.locator('.choice input[value="pnpm"]:not(:checked)').count()).toBe(0);
    await page.getByRole("link", { name: "Organizations", exact: true }).first().click();
    await page.waitForURL("**/organizations");
    await expect
      .poll(() => commands(page).allTextContents(), long)
      .toEqual([expect.stringContaining("pnpm add @keyhold/organization")]);
    await expect.poll(() => option(page, "pnpm").isChecked(), long).toBe(true);
    await page.reload();
    await expect.poll(() => commands(page).first().textContent()).toContain("pnpm add");
    await expect.poll(() => option(page, "pnpm").isChecked(), long).toBe(true);
  });

  test("shows the reader's choice before its own scripts run", async () => {
    const page = await visit("/databases");
    await page.evaluate(() => localStorage.setItem("keyhold:database", "mysql"));
    await page.route("**/assets/*.js", (route) => route.abort());
    await page.reload();
    const shown = page.locator('[data-choice="database"] > .panel:visible');
    expect(await shown.evaluateAll((panels) => panels.map((panel) => (panel as HTMLElement).dataset.value))).toEqual([
      "mysql",
    ]);
  });

  test("lets the keyboard choose, and the tabs stay at their place", async () => {
    const page = await visit("/getting-started");
    await option(page, "SQLite").scrollIntoViewIfNeeded();
    await page.evaluate(() => window.scrollBy(0, 200));
    await page.locator('[data-choice="package-manager"] input').first().waitFor({ state: "attached" });
    await option(page, "SQLite").focus();
    const before = await option(page, "SQLite").boundingBox();
    await page.keyboard.press("ArrowRight");
    await expect
      .poll(() => page.locator('[data-choice="database"] > .panel:visible').textContent(), long)
      .toContain("npm install pg");
    await expect
      .poll(() => option(page, "PostgreSQL").evaluate((input) => input === document.activeElement))
      .toBe(true);
    const moved = async () => Math.abs(((await option(page, "SQLite").boundingBox())?.y ?? 0) - (before?.y ?? 0));
    await expect.poll(moved, long).toBeLessThan(2);
    await page.keyboard.press("Tab");
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest(".choice") !== null)).toBe(true);
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => page.evaluate(() => localStorage.getItem("keyhold:database"))).toBe("postgresql");
  });

  test("shows the commands of npm and every database without scripts", async () => {
    const page = await visit("/getting-started", { javaScriptEnabled: false });
    await expect.poll(() => commands(page).first().textContent()).toContain("npx @keyhold/cli init");
    await expect.poll(() => page.locator('.panel[data-value="pnpm"]:visible').count()).toBe(0);
    await expect.poll(() => page.locator('[data-choice="database"] > .panel:visible').count()).toBe(3);
  });

  test("has the date of the last commit of a page, or none", async () => {
    const page = await visit("/databases");
    const dates = await page
      .locator(".VPLastUpdated time")
      .evaluateAll((times) => times.map((time) => time.textContent));
    expect(dates.every((date) => /^\w+ \d{1,2}, 20\d\d$/.test(date ?? ""))).toBe(true);
  });

  test("answers from the headings while the whole index is on its way, and then from the whole index", async () => {
    const query = "POST /sign-in/email";
    const [headings, whole] = [await searchIndex("headings"), await searchIndex()];
    const page = await visit("/");
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/@localSearchIndexroot.*", async (route) => {
      await released;
      await route.continue();
    });
    await page.getByRole("button", { name: "Search" }).click();
    await page.locator("#localsearch-input").fill(query);
    await expect.poll(() => resultsOf(page), { timeout: 60_000 }).toEqual(headings(query).slice(0, 16));
    release();
    await expect.poll(() => resultsOf(page), { timeout: 60_000 }).toEqual(whole(query).slice(0, 16));
  });

  test("answers questions in its dialog as the index does", async () => {
    const search = await searchIndex();
    const page = await visit("/", { colorScheme: "light", width: 1280 });
    await page.getByRole("button", { name: "Search" }).click();
    const box = page.locator("#localsearch-input");
    // A word, a path, words that every page has, and a word with a fault.
    for (const query of ["csrf", "POST /sign-in/email", "how do I protect a route", "drizle"]) {
      // The results of the question before must be gone.
      await box.fill("");
      await page.locator(".VPLocalSearchBox .result").first().waitFor({ state: "detached" });
      await box.fill(query);
      // The dialog shows sixteen; the first question waits for the index.
      const expected = search(query).slice(0, 16);
      expect(expected.length, query).toBeGreaterThan(0);
      await expect.poll(() => resultsOf(page), { message: query, timeout: 60_000 }).toEqual(expected);
    }
  });
});

/** The places of the results: page and anchor. */
const resultsOf = (page: Page): Promise<readonly string[]> =>
  page.locator(".VPLocalSearchBox .result").evaluateAll((results) =>
    results.map((result) => {
      const { pathname, hash } = new URL((result as HTMLAnchorElement).href);
      return pathname + hash;
    }),
  );
