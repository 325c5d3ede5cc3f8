import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAuthClient } from "@keyhold/client";
import { nativeAppsClient } from "@keyhold/native/client";
import { createLoopbackSignIn, fileStore, nodePlatform } from "@keyhold/native/node";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { executablePath, sharedBrowser } from "../../../tests/harness/chromium.js";
import { signedInBrowser, startAppServer } from "./app-server.ts";
import { signInPage } from "./sign-in-page.ts";

describe.skipIf(!executablePath)("a command line with Chromium", () => {
  let server: Awaited<ReturnType<typeof startAppServer>>;
  let person: Awaited<ReturnType<typeof signedInBrowser>>;
  let context: BrowserContext;
  let folder: string;

  beforeAll(async () => {
    server = await startAppServer(["http://127.0.0.1/signed-in"], signInPage);
    person = await signedInBrowser(server.url);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "keyhold-"));
    context = await (await sharedBrowser()).newContext();
    context.setDefaultTimeout(10_000);
  });
  afterEach(async () => {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function startProgram(open: (url: string) => unknown) {
    const platform = nodePlatform({ store: fileStore(join(folder, "session.json")) });
    const client = createAuthClient({ baseURL: server.url, platform, plugins: [nativeAppsClient()] });
    return { client, ...createLoopbackSignIn({ client, baseURL: server.url, clientId: "ios", open }) };
  }

  async function signInAt(page: Page): Promise<void> {
    await page.fill("[name=email]", person.email);
    await page.fill("[name=password]", person.password);
    await page.click("button");
    await page.waitForURL("**/native/authorize**");
    await page.click("button");
  }

  test("signs in on the page of the app, ends on a page without a script, and leaves no session in the browser", async () => {
    const pages: Page[] = [];
    const { client, signIn } = startProgram(async (url) => {
      const page = await context.newPage();
      pages.push(page);
      await page.goto(url);
      void signInAt(page);
    });
    const { data, error } = await signIn();
    expect([data?.user.email, error]).toEqual([person.email, null]);
    const [page] = pages;
    await page?.waitForURL("http://127.0.0.1:*/signed-in?*");
    expect(await page?.textContent("body")).toContain("You may close this window");
    expect(await page?.locator("script").count()).toBe(0);
    expect((await client.getSession()).data?.user.email).toBe(person.email);
    const session = await (await context.request.get(`${server.url}/api/auth/get-session`)).json();
    expect(session).toBeNull();
  });
});
