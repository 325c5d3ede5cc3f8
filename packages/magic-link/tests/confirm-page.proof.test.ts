import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { nodeHandler } from "@keyhold/core/node";
import axe from "axe-core";
import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { executablePath, sharedBrowser } from "../../../tests/harness/chromium.js";
import { email, type Fixture, open } from "./fixture.ts";

/** A folder for screenshots of the page. Default: no screenshots. */
const pictures = process.env.PAGE_PICTURES;

describe.skipIf(!executablePath)("in Chromium", () => {
  const contexts: BrowserContext[] = [];
  const referring: string[] = [];
  let server: Server;
  let origin: string;
  let mail = "";
  let fixture: Fixture;

  beforeAll(async () => {
    server = createServer((request, response) => {
      const { url = "", headers } = request;
      if (headers.referer) referring.push(headers.referer);
      if (url.startsWith("/api/auth/")) return nodeHandler(fixture.auth)(request, response);
      response.writeHead(200, { "content-type": "text/html" }).end(`<title>${url}</title>${mail}`);
    });
    await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
    origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server?.close());
  afterEach(async () => {
    mail = "";
    referring.length = 0;
    await Promise.all(contexts.splice(0).map((context) => context.close()));
  });

  const openAuth = (appName = "Example"): void => {
    fixture = open({ config: { baseURL: origin, appName } });
  };

  async function visit(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await (await sharedBrowser()).newContext(options);
    contexts.push(context);
    context.setDefaultTimeout(10_000);
    return context.newPage();
  }

  /** Asks for a link by a page of the app. Answers the link. */
  async function ask(page: Page, to = email): Promise<string> {
    await page.goto(`${origin}/sign-in`);
    await page.evaluate(async (to) => {
      const headers = { "content-type": "application/json" };
      const body = JSON.stringify({ email: to, callbackURL: "/in" });
      await fetch("/api/auth/sign-in/magic-link", { method: "POST", headers, body });
    }, to);
    return (await fixture.mailbox.waitFor(to, { kind: "magic-link.sign-in" })).url;
  }

  const signedInAs = (page: Page): Promise<string | null> =>
    page.evaluate(async () => (await (await fetch("/api/auth/get-session")).json())?.user.email ?? null);

  test("a scanner that runs scripts, and opens each link twice, uses no link up", async () => {
    openAuth();
    const scanner = await visit();
    for (let count = 0; count < 3; count += 1) {
      const asking = await visit();
      const links = [await ask(asking, `a${count}@example.com`), await ask(asking, `b${count}@example.com`)];
      for (const link of [...links, ...links]) {
        await scanner.goto(link, { waitUntil: "networkidle" });
        expect(await scanner.title()).toBe("Sign in to Example");
      }
      expect(await scanner.context().cookies()).toEqual([]);
      await asking.goto(links[0] ?? "");
      expect([asking.url(), await signedInAs(asking)]).toEqual([`${origin}/in`, `a${count}@example.com`]);
      const phone = await visit({ javaScriptEnabled: false });
      await phone.goto(links[1] ?? "");
      await phone.keyboard.press("Tab");
      await phone.keyboard.press("Enter");
      await phone.waitForURL(`${origin}/in`);
      expect((await phone.context().cookies()).map(({ name }) => name)).toContain("keyhold.session_token");
    }
    expect(referring.filter((url) => url.includes("token"))).toEqual([]);
  });

  test("a prefetch of the link in the browser that asked signs nobody in, and the link works afterwards", async () => {
    openAuth();
    const page = await visit();
    const link = await ask(page);
    mail = `<script type="speculationrules">{"prefetch":[{"urls":["${link}"],"eagerness":"immediate"}]}</script>`;
    const prefetched = page
      .context()
      .waitForEvent("request", (request) => request.url() === link)
      .catch(() => null);
    await page.goto(`${origin}/mail`);
    await prefetched;
    expect(await signedInAs(page)).toBe(null);
    mail = "";
    await page.goto(link);
    const button = page.getByRole("button", { name: "Sign in" });
    if (await button.isVisible()) await button.click();
    await page.waitForURL(`${origin}/in`);
    expect(await signedInAs(page)).toBe(email);
  });

  test.each(["light", "dark"] as const)(
    "the page of a link passes axe in %s, and scrolls sideways at no width",
    async (colorScheme) => {
      for (const appName of ["Example", "X".repeat(60)]) {
        openAuth(appName);
        const link = await ask(await visit(), `${"a".repeat(64)}@${"long-domain.".repeat(14)}example.com`);
        const page = await visit({ colorScheme });
        await page.goto(link);
        await page.evaluate(axe.source).catch(() => undefined);
        for (const width of [320, 1280]) {
          await page.setViewportSize({ width, height: 640 });
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          expect(overflow, `${width}`).toBeLessThanOrEqual(0);
          const path = `${pictures}/confirm-${appName.length}-${colorScheme}-${width}.png`;
          if (pictures) await page.screenshot({ path });
        }
        const { violations } = await page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run());
        expect(violations).toEqual([]);
      }
    },
  );
});
