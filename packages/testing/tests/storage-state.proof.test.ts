import { createTestAuth, signInAs } from "@keyhold/testing";
import type { BrowserContext } from "playwright-core";
import { describe, expect, test } from "vitest";
import { executablePath, sharedBrowser } from "../../../tests/harness/chromium.ts";

const email = "ada@example.com";

describe.skipIf(!executablePath)("Chromium sends the cookies of signInAs to an https server", () => {
  // Chromium has the real time.
  const now = (): Date => new Date();
  const { auth } = createTestAuth({ config: { now, session: { cookieCache: { enabled: true } } } });

  /** The email address of the user whom the server sees. */
  async function seenIn(context: BrowserContext): Promise<unknown> {
    await context.route("https://app.example.com/**", async (route) => {
      const request = route.request();
      const headers = await request.allHeaders();
      const response = await auth.handler(new Request(request.url(), { headers: { cookie: headers.cookie ?? "" } }));
      await route.fulfill({ status: response.status, body: await response.text() });
    });
    const page = await context.newPage();
    const response = await page.goto("https://app.example.com/api/auth/get-session");
    const found = await response?.json();
    await context.close();
    return found?.user.email;
  }

  test("by a storage state", async () => {
    const { storageState } = await signInAs(auth, { email });
    expect(await seenIn(await (await sharedBrowser()).newContext({ storageState }))).toBe(email);
  });

  test("by cookies that a test adds, with the prefix __Host-", async () => {
    const { cookies } = await signInAs(auth, { email });
    const context = await (await sharedBrowser()).newContext();
    await context.addCookies(cookies);
    const kept = await context.cookies("https://app.example.com");
    expect(kept.map(({ name }) => name).sort()).toEqual([
      "__Host-keyhold.session_data",
      "__Host-keyhold.session_token",
    ]);
    expect(await context.cookies("https://other.app.example.com")).toEqual([]);
    expect(await seenIn(context)).toBe(email);
  });
});
