import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { nodeHandler } from "@keyhold/core/node";
import axe from "axe-core";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { alice, userByEmail } from "../../../../tests/harness/app.ts";
import { executablePath, sharedBrowser } from "../../../../tests/harness/chromium.js";
import { allRows } from "../../../../tests/harness/rows.ts";
import { type MailApp, newest, openMailApp, prove } from "../emails.js";

/** A folder for screenshots of the pages. Default: no screenshots. */
const pictures = process.env.PAGE_PICTURES;

interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

/** A server that records the requests; `mail` is a page with the content of an email. */
interface Site {
  readonly origin: string;
  readonly asked: Asked[];
  mail: string;
  readonly server: Server;
}

async function serveSite(answerAuth?: () => ReturnType<typeof nodeHandler>): Promise<Site> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const { method = "", url = "", headers } = request;
    asked.push({ method, url, headers });
    if (url.startsWith("/api/auth/") && answerAuth) return answerAuth()(request, response);
    const to = /^\/hop\?to=(.*)$/.exec(url)?.[1];
    if (to) return void response.writeHead(302, { location: decodeURIComponent(to) }).end();
    response.writeHead(200, { "content-type": "text/html" }).end(`<title>${url}</title>${site.mail}`);
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const site: Site = { origin: `http://localhost:${(server.address() as AddressInfo).port}`, asked, mail: "", server };
  return site;
}

describe.skipIf(!executablePath)("in Chromium", () => {
  let app: MailApp;
  let home: Site;
  let other: Site;
  let third: Site;
  const contexts: BrowserContext[] = [];

  beforeAll(async () => {
    home = await serveSite(() => nodeHandler(app.auth));
    [other, third] = [await serveSite(), await serveSite()];
  });
  afterAll(() => Promise.all([home, other, third].map(({ server }) => server.close())));
  afterEach(() => Promise.all(contexts.splice(0).map((context) => context.close())));

  async function open(appName = "Example"): Promise<void> {
    const trustedOrigins = [other.origin, "myapp://"];
    app = openMailApp({ baseURL: home.origin, appName, trustedOrigins, emailVerification: { autoSignIn: true } });
  }

  async function visit(options: Parameters<Awaited<ReturnType<typeof sharedBrowser>>["newContext"]>[0] = {}) {
    const context = await (await sharedBrowser()).newContext(options);
    contexts.push(context);
    context.setDefaultTimeout(10_000);
    return context.newPage();
  }

  const call = (page: Page, path: string, body: object): Promise<number> =>
    page.evaluate(
      async ([path, body]) => {
        const headers = { "content-type": "application/json" };
        return (await fetch(`/api/auth${path}`, { method: "POST", headers, body: JSON.stringify(body) })).status;
      },
      [path, body] as const,
    );

  /** Signs Alice up in a new browser, and answers with its page. */
  async function signUp(callbackURL?: string): Promise<Page> {
    const page = await visit();
    await page.goto(`${home.origin}/`);
    expect(await call(page, "/sign-up/email", { ...alice, callbackURL })).toBe(200);
    return page;
  }

  const linkOf = async (kind: "verify-email" | "confirm-email-change" | "delete-account"): Promise<string> =>
    (await newest(app, kind)).url;

  async function pressByKeyboard(page: Page, name: string): Promise<void> {
    for (let presses = 0; presses < 3; presses += 1) {
      await page.keyboard.press("Tab");
      if ((await page.locator(":focus").textContent()) === name) return page.keyboard.press("Enter");
    }
    throw new Error(`"${name}" was not reached by Tab.`);
  }

  test.each([
    ["the same origin", () => "/welcome", () => `${home.origin}/welcome`],
    ["another trusted origin", () => `${other.origin}/welcome`, () => `${other.origin}/welcome`],
    [
      "a page that leads on to a further origin",
      () => `${other.origin}/hop?to=${encodeURIComponent(`${third.origin}/end`)}`,
      () => `${third.origin}/end`,
    ],
  ])("the button is pressed by keyboard, and leads to %s, signed in", async (_, callbackURL, landing) => {
    await open();
    await signUp(callbackURL());
    const page = await visit({ javaScriptEnabled: false });
    await page.goto(await linkOf("verify-email"));
    await expect.poll(() => page.locator("h1").textContent()).toBe("Confirm your email address");
    expect((await userByEmail(app)).emailVerified).toBe(false);
    await pressByKeyboard(page, "Confirm email address");
    await page.waitForURL(landing());
    expect((await userByEmail(app)).emailVerified).toBe(true);
    const names = (await page.context().cookies(home.origin)).map(({ name }) => name);
    expect(names).toContain("keyhold.session_token");
  });

  test("the button leads to the scheme of an app", async () => {
    await open();
    await signUp("myapp://verified");
    const page = await visit();
    const complaints: string[] = [];
    page.on("console", (message) => complaints.push(message.text()));
    const devtools = await page.context().newCDPSession(page);
    const asked: string[] = [];
    await devtools.send("Network.enable");
    devtools.on("Network.requestWillBeSent", ({ request }) => asked.push(request.url));
    await page.goto(await linkOf("verify-email"));
    await pressByKeyboard(page, "Confirm email address");
    await expect.poll(() => asked.at(-1)).toBe("myapp://verified");
    expect((await userByEmail(app)).emailVerified).toBe(true);
    expect(complaints.filter((text) => text.includes("Content Security Policy"))).toEqual([]);
  });

  test.each([
    ["<link rel=prefetch>", (url: string) => `<link rel="prefetch" href="${url}">`],
    [
      "a speculation rule",
      (url: string) =>
        `<script type="speculationrules">{"prefetch":[{"urls":["${url}"],"eagerness":"immediate"}]}</script>`,
    ],
  ])("%s changes no data, and the link works afterwards", async (_, mail) => {
    await open();
    const page = await signUp();
    const links = [await linkOf("verify-email")];
    expect(await call(page, "/delete-user", {})).toBe(200);
    links.push(await linkOf("delete-account"));
    const before = await allRows(app);
    home.mail = links.map((link) => mail(link)).join("");
    home.asked.length = 0;
    await page.goto(`${home.origin}/mail`);
    const isPrefetched = ({ headers, url }: Asked): boolean =>
      String(headers["sec-purpose"]).startsWith("prefetch") && links.includes(home.origin + url);
    await expect.poll(() => home.asked.filter(isPrefetched).length).toBe(2);
    home.mail = "";
    expect(home.asked.filter(isPrefetched).every(({ headers }) => headers.cookie?.includes("session_token"))).toBe(
      true,
    );
    await app.auth.idle();
    expect(await allRows(app)).toEqual(before);
    await page.goto(links[0] ?? "");
    const button = page.getByRole("button", { name: "Confirm email address" });
    if (await button.isVisible()) await button.click();
    await expect.poll(async () => (await userByEmail(app)).emailVerified).toBe(true);
  });

  test("an account is deleted by the second page alone, and kept by the link beside its button", async () => {
    await open();
    const page = await signUp();
    await call(page, "/delete-user", { callbackURL: "/bye" });
    await page.goto(await linkOf("delete-account"));
    await page.getByRole("link", { name: "Keep my account" }).click();
    await page.waitForURL(`${home.origin}/`);
    expect((await allRows(app)).users).toHaveLength(1);
    await page.goBack();
    await pressByKeyboard(page, "Delete my account");
    await page.waitForURL(`${home.origin}/bye`);
    expect(await allRows(app)).toEqual({ users: [], accounts: [], sessions: [] });
    expect(await page.context().cookies()).toEqual([]);
  });

  test.each(["light", "dark"] as const)(
    "every page passes axe in %s, and scrolls sideways at no width",
    async (colorScheme) => {
      for (const appName of ["Example", "X".repeat(60)]) {
        await open(appName);
        const page = await signUp();
        await page.emulateMedia({ colorScheme });
        await call(page, "/delete-user", {});
        const [verify, remove] = [await linkOf("verify-email"), await linkOf("delete-account")];
        const seen = async (name: string): Promise<void> => {
          await page.evaluate(axe.source).catch(() => undefined);
          for (const width of [320, 1280]) {
            await page.setViewportSize({ width, height: 640 });
            const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
            expect.soft(overflow, `${name} at ${width}`).toBeLessThanOrEqual(0);
            const path = `${pictures}/${name}-${appName.length}-${colorScheme}-${width}.png`;
            if (pictures) await page.screenshot({ path });
          }
          const runOnly = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
          const { violations } = await page.evaluate(
            (runOnly) => (window as unknown as { axe: typeof axe }).axe.run({ runOnly }),
            runOnly,
          );
          expect.soft(violations, name).toEqual([]);
        };
        await page.goto(remove);
        await seen("delete");
        const signedOut = page.context();
        const cookies = await signedOut.cookies();
        await signedOut.clearCookies();
        await page.goto(verify);
        await seen("verify");
        await page.getByRole("button").click();
        await seen("verified");
        await signedOut.clearCookies();
        await signedOut.addCookies(cookies);
        await prove(app, alice.email);
        await page.goto(remove);
        await page.getByRole("button").click();
        await page.getByRole("heading", { name: "Your account is deleted" }).waitFor();
        await seen("deleted");
      }
    },
  );
});
