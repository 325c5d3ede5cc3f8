import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { signedInBrowser, startAppServer } from "./app-server.ts";
import { executablePath, newExtensionKey, openExtension } from "./extension-browser.ts";
import { signInPage } from "./sign-in-page.ts";

/** What the pages of the test's extension have as globals. */
interface ExtensionPage {
  readonly ask: (name: string) => Promise<{ readonly data: unknown; readonly error: unknown }>;
  readonly chrome: { readonly storage: { readonly session: { get(name: null): Promise<object> } } };
}

describe.skipIf(executablePath === null)("an unpacked extension in Chromium", { timeout: 90_000 }, () => {
  const extension = newExtensionKey();
  let server: Awaited<ReturnType<typeof startAppServer>>;
  let person: Awaited<ReturnType<typeof signedInBrowser>>;
  let browser: Awaited<ReturnType<typeof openExtension>>;
  let popup: Page;

  beforeAll(async () => {
    server = await startAppServer([`https://${extension.id}.chromiumapp.org/`], signInPage);
    person = await signedInBrowser(server.url);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    browser = await openExtension(server.url, extension);
    popup = await browser.context.newPage();
    await popup.goto(browser.popupURL);
  });
  afterEach(() => browser.close());

  const ask = (name: string) =>
    popup.evaluate((name) => (globalThis as unknown as ExtensionPage).ask(name), name) as Promise<{
      readonly data: { readonly data: unknown; readonly error: { readonly code: string } | null } | null;
      readonly error: unknown;
    }>;
  const stored = () =>
    popup.evaluate(() => (globalThis as unknown as ExtensionPage).chrome.storage.session.get(null)) as Promise<
      Readonly<Record<string, string>>
    >;

  /** Asks the worker for a sign-in; answers the window that it opens, and the answer to come. */
  async function beginSignIn() {
    const opened = browser.context.waitForEvent("page");
    const answer = ask("signIn");
    const window = await opened;
    await window.locator("[name=email]").waitFor();
    return { window, answer };
  }

  async function signIn() {
    const { window, answer } = await beginSignIn();
    await window.fill("[name=email]", person.email);
    await window.fill("[name=password]", person.password);
    // The window closes at the redirect.
    const closed = window.waitForEvent("close");
    await window.click("button");
    await closed;
    return answer;
  }

  /** An answer to the content script on a page of a site. */
  async function askOnSite(detail: object): Promise<unknown> {
    const site = await browser.context.newPage();
    await site.goto(`${server.url}/site`);
    await site.evaluate((detail) => dispatchEvent(new CustomEvent("ask", { detail })), detail);
    const answer = await site.waitForFunction(() => document.body.dataset.answer);
    return JSON.parse((await answer.jsonValue()) ?? "null");
  }

  test("signs in by a window, and no answer has the token", async () => {
    const answer = await signIn();
    expect(answer).toMatchObject({ data: { data: { user: { email: person.email } }, error: null }, error: null });
    const session = await ask("session");
    expect(session).toMatchObject({ data: { data: { user: { email: person.email } } } });
    const { token } = JSON.parse((await stored())["keyhold.session"] ?? "{}");
    expect(token).toMatch(/^[A-Za-z0-9]{32}$/);
    expect(JSON.stringify([answer, session])).not.toContain(token);
  });

  test("is signed in still after Chromium has stopped the worker", async () => {
    await signIn();
    const devtools = await browser.context.newCDPSession(popup);
    await devtools.send("ServiceWorker.enable");
    await devtools.send("ServiceWorker.stopAllWorkers");
    expect(await ask("session")).toMatchObject({ data: { data: { user: { email: person.email } } } });
  });

  test("answers that the user has closed the window", async () => {
    const { window, answer } = await beginSignIn();
    await window.close();
    expect((await answer).data?.error?.code).toBe("AUTH_SESSION_CANCELLED");
  });

  test("answers a content script by its own functions, without the token", async () => {
    await signIn();
    expect(await askOnSite({ who: "worker", name: "userName" })).toEqual({ data: person.name, error: null });
    expect(await askOnSite({ who: "worker", name: "session" })).toMatchObject({ error: { code: "MESSAGE_REJECTED" } });
    expect(await askOnSite({ who: "storage" })).toMatch(/^rejected: /);
  });

  test("signs out, and forgets the token", async () => {
    await signIn();
    await ask("signOut");
    expect(await ask("session")).toMatchObject({ data: { data: null } });
    expect(JSON.stringify(await stored())).not.toMatch(/[A-Za-z0-9]{32}/);
  });
});
