import type { BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newPerson } from "../../../tests/harness/auth-server.ts";
import { executablePath, sharedBrowser } from "../../../tests/harness/chromium.js";
import { startAppServer } from "./app-server.ts";
import { begin } from "./fixture.ts";

/** A script of an attacker in a page at the server's own origin, where the redirect of an app is, too. */
describe.skipIf(!executablePath)("a script in Chromium", () => {
  let server: Awaited<ReturnType<typeof startAppServer>>;
  let context: BrowserContext;
  let page: Page;
  let authorize: string;

  beforeAll(async () => {
    server = await startAppServer(["http://127.0.0.1/signed-in"], "<!doctype html><title>App</title>");
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    context = await (await sharedBrowser()).newContext();
    context.setDefaultTimeout(10_000);
    page = await context.newPage();
    const { query } = begin(`${server.url}/signed-in`);
    authorize = `${server.url}/api/auth/native/authorize?${new URLSearchParams(query)}`;
  });
  afterEach(() => context.close());

  /** Opens the page that has the script, signed in. `policy`: its own Cross-Origin-Opener-Policy. */
  async function openApp(policy: "same-origin" | "unsafe-none" = "unsafe-none"): Promise<void> {
    await page.route(`${server.url}/app`, (route) =>
      route.fulfill({
        contentType: "text/html",
        headers: { "cross-origin-opener-policy": policy },
        body: "<!doctype html><title>App</title>",
      }),
    );
    await page.goto(`${server.url}/app`);
    await page.evaluate(async (person) => {
      const headers = { "content-type": "application/json" };
      await fetch("/api/auth/sign-up/email", { method: "POST", headers, body: JSON.stringify(person) });
    }, newPerson());
  }

  /** Opens a window by the script, and answers the window that the user sees. */
  async function openWindow(url: string): Promise<Page> {
    const opened = context.waitForEvent("page");
    await page.evaluate((target) => {
      Object.assign(globalThis, { opened: window.open(target) });
    }, url);
    const popup = await opened;
    await popup.waitForLoadState();
    return popup;
  }

  /** What the script reads of the window that it has opened; null: nothing. */
  const readWindow = () =>
    page.evaluate(() => {
      const { opened } = globalThis as unknown as { readonly opened: Window };
      try {
        const { href } = opened.location;
        return href === "about:blank" ? null : href + opened.document.body.innerHTML;
      } catch {
        return null;
      }
    });

  test("begins no flow by fetch, and no flow in a frame", async () => {
    await openApp();
    const answers = await page.evaluate(async (url) => {
      const fetched = await fetch(url, { headers: { accept: "text/html" } });
      const frame = document.createElement("iframe");
      const loaded = new Promise((resolve) => frame.addEventListener("load", resolve));
      frame.src = url;
      document.body.append(frame);
      await loaded;
      return [fetched.status, await fetched.text(), frame.contentDocument?.body.innerHTML ?? ""];
    }, authorize);
    expect(answers).toEqual([400, expect.not.stringContaining("<form"), expect.not.stringContaining("<form")]);
  });

  test("does not reach the question in a window that it has opened", async () => {
    await openApp();
    const popup = await openWindow(authorize);
    expect(await popup.getByRole("button", { name: "Continue" }).count()).toBe(1);
    expect(await readWindow()).toBeNull();
    expect(await popup.evaluate(() => window.opener)).toBeNull();
  });

  test("of a page with a policy of its own gets a confirmation, and no code: the window of the code is out of reach", async () => {
    await openApp("same-origin");
    const question = await openWindow(authorize);
    expect(await question.getByRole("button", { name: "Continue" }).count()).toBe(1);
    const id = /name="id" value="([^"]*)"/.exec((await readWindow()) ?? "")?.[1] ?? "";
    expect(id).not.toBe("");
    const { url, fetched } = await page.evaluate(async (flow) => {
      const init = { method: "POST", headers: { "content-type": "application/json" } };
      const answer = await fetch("/api/auth/native/confirm", { ...init, body: JSON.stringify({ id: flow }) });
      const confirmed: { readonly url: string } = await answer.json();
      const followed = await fetch(confirmed.url);
      return { ...confirmed, fetched: [followed.status, followed.url === confirmed.url] };
    }, id);
    expect([url.includes("code="), fetched]).toEqual([false, [400, true]]);
    const end = await openWindow(url);
    await end.waitForURL(/\/signed-in\?code=/);
    expect(await readWindow()).toBeNull();
    expect(await end.evaluate(() => window.opener)).toBeNull();
  });
});
