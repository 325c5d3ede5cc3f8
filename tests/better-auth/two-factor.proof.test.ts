import { createClock } from "@keyhold/testing";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { executablePath, sharedBrowser } from "../harness/chromium.ts";
import { type App, openPage, startApp } from "../harness/passkey-page.ts";

/** The newest client of better-auth, as it is, in a browser against an auth of this library: second factors. */

const script = `
  import { createAuthClient } from "better-auth-newest/client";
  import { twoFactorClient } from "better-auth-newest/client/plugins";
  globalThis.client = createAuthClient({ plugins: [twoFactorClient({ twoFactorPage: "/second-step" })] });`;

const password = "correct horse battery staple";

interface Answer {
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly error: { readonly code?: string; readonly status?: number } | null;
}

describe.skipIf(!executablePath)("the client of better-auth 1.7, in a real browser,", () => {
  // Browsers have clocks of their own, and a code works once: the app's clock begins at their time and goes forward.
  const clock = createClock(new Date());
  const contexts: BrowserContext[] = [];
  let app: App;
  let page: Page;
  beforeAll(async () => {
    app = await startApp({ script, resolveDir: import.meta.dirname }, {}, clock.now);
  });
  beforeEach(async () => {
    page = await newBrowser();
  });
  afterEach(() => Promise.all(contexts.splice(0).map((context) => context.close())));
  afterAll(() => app?.close());

  /** A page in a browser without cookies. */
  async function newBrowser(): Promise<Page> {
    const context = await (await sharedBrowser()).newContext();
    contexts.push(context);
    return (await openPage(context, app.url)).page;
  }

  const call = (page: Page, name: string, input: object = {}): Promise<Answer> =>
    page.evaluate(`client.${name}(${JSON.stringify(input)})`);
  const noError = async (page: Page, name: string, input: object = {}): Promise<Readonly<Record<string, unknown>>> => {
    const { data, error } = await call(page, name, input);
    expect(error, name).toBe(null);
    return data ?? {};
  };

  /** A password sign-in that is asked for a factor: the client goes to its page, without a session. */
  async function signInAsked(page: Page, email: string): Promise<void> {
    // The call is not awaited in the page: the client leaves the page in it.
    await page.evaluate(`void client.signIn.email(${JSON.stringify({ email, password })})`);
    await page.waitForURL("**/second-step");
    expect(await noError(page, "getSession")).toEqual({});
  }

  /** A user who has enrolled an authenticator app in the page. */
  async function enrol(email: string) {
    await noError(page, "signUp.email", { name: "Ada", email, password });
    const { totpURI, backupCodes } = await noError(page, "twoFactor.enable", { password });
    const secret = new URL(String(totpURI)).searchParams.get("secret") ?? "";
    /** The code of a step without one so far. */
    const nextCode = async (): Promise<string> => {
      clock.forward({ seconds: 30 });
      return (await app.auth.api.generateTotp({ secret })).code;
    };
    expect((await call(page, "twoFactor.verifyTotp", { code: "000" })).error).toMatchObject({ code: "INVALID_CODE" });
    await noError(page, "twoFactor.verifyTotp", { code: await nextCode() });
    expect(await noError(page, "getSession")).toMatchObject({ user: { email, twoFactorEnabled: true } });
    return { backupCodes: backupCodes as readonly string[], nextCode };
  }

  test("enrols, is sent to its page at a sign-in, and opens the session there by a code", async () => {
    const email = "ada@example.com";
    const { nextCode } = await enrol(email);
    await noError(page, "signOut");
    await signInAsked(page, email);
    const wrong = await call(page, "twoFactor.verifyTotp", { code: "000" });
    expect(wrong.error).toMatchObject({ status: 401, code: "INVALID_CODE" });
    const right = await noError(page, "twoFactor.verifyTotp", { code: await nextCode() });
    expect(right).toMatchObject({ token: expect.any(String), user: { email } });
    expect(await noError(page, "getSession")).toMatchObject({ user: { email } });
  });

  test("is not asked in a browser that it trusts, and asked in another", async () => {
    const email = "bea@example.com";
    const { nextCode } = await enrol(email);
    await noError(page, "signOut");
    await signInAsked(page, email);
    await noError(page, "twoFactor.verifyTotp", { code: await nextCode(), trustDevice: true });
    await noError(page, "signOut");
    await page.goto(app.url);
    expect(await noError(page, "signIn.email", { email, password })).toMatchObject({ user: { email } });
    expect(new URL(page.url()).pathname).toBe("/");
    expect(await noError(page, "getSession")).toMatchObject({ user: { email } });
    await signInAsked(await newBrowser(), email);
  });

  test("signs in by a backup code, once", async () => {
    const email = "cleo@example.com";
    const { backupCodes } = await enrol(email);
    expect(backupCodes).toHaveLength(10);
    const [code = ""] = backupCodes;
    const other = await newBrowser();
    await signInAsked(other, email);
    expect(await noError(other, "twoFactor.verifyBackupCode", { code })).toMatchObject({ user: { email } });
    expect(await noError(other, "getSession")).toMatchObject({ user: { email } });
    const third = await newBrowser();
    await signInAsked(third, email);
    const again = await call(third, "twoFactor.verifyBackupCode", { code });
    expect(again.error).toMatchObject({ status: 401, code: "INVALID_BACKUP_CODE" });
    expect(await noError(third, "getSession")).toEqual({});
  });

  test("disables after a recent proof, and not before", async () => {
    const email = "dora@example.com";
    const { nextCode } = await enrol(email);
    clock.forward({ minutes: 20 });
    const refused = await call(page, "twoFactor.disable", { password });
    expect(refused.error).toMatchObject({ status: 403, code: "STEP_UP_REQUIRED" });
    await noError(page, "twoFactor.verifyTotp", { code: await nextCode() });
    expect(await noError(page, "twoFactor.disable", { password })).toEqual({ status: true });
    const other = await newBrowser();
    expect(await noError(other, "signIn.email", { email, password })).toMatchObject({ user: { email } });
    expect(await noError(other, "getSession")).toMatchObject({ user: { email, twoFactorEnabled: false } });
  });
});
