import { fileURLToPath } from "node:url";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { executablePath, sharedBrowser } from "../harness/chromium.ts";
import { type App, openPage, startApp } from "../harness/passkey-page.ts";

/** The newest client of better-auth and of its passkeys, as they are, in a browser against an auth of this library. */

const script = `
  import { createAuthClient } from "better-auth-newest/client";
  import { passkeyClient } from "@better-auth/passkey/client";
  import { twoFactorClient } from "better-auth-newest/client/plugins";
  globalThis.client = createAuthClient({ plugins: [passkeyClient(), twoFactorClient()] });`;

/** The package of passkeys asks for "better-auth": the tests have two of them. */
const alias = { "better-auth/client": fileURLToPath(import.meta.resolve("better-auth-newest/client")) };

const person = { name: "Ada", email: "ada@example.com", password: "correct horse battery staple" };

interface Answer {
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly error: { readonly code?: string; readonly status?: number } | null;
}

describe.skipIf(!executablePath)("the client of better-auth 1.7, in a real browser,", () => {
  let app: App;
  let context: BrowserContext;
  beforeAll(async () => {
    app = await startApp({ script, resolveDir: import.meta.dirname, alias });
  });
  beforeEach(async () => {
    context = await (await sharedBrowser()).newContext();
  });
  afterEach(() => context.close());
  afterAll(() => app?.close());

  const call = (page: Page, code: string): Promise<Answer> => page.evaluate(`client.${code}`);
  const noError = async (page: Page, code: string): Promise<Readonly<Record<string, unknown>>> => {
    const answer = await call(page, code);
    expect(answer?.error ?? null, code).toBe(null);
    return answer?.data ?? {};
  };

  test("adds a passkey, lists and renames it, signs in with and without autofill, and deletes it", async () => {
    const { page } = await openPage(context, app.url);
    await noError(page, `signUp.email(${JSON.stringify(person)})`);
    const added = await noError(page, "passkey.addPasskey({ name: 'First' })");
    expect(added).toMatchObject({ name: "First", deviceType: "singleDevice", userId: expect.any(String) });
    expect(await noError(page, "passkey.listUserPasskeys()")).toMatchObject([{ id: added.id, name: "First" }]);
    const renamed = await noError(page, `passkey.updatePasskey({ id: "${added.id}", name: "Second" })`);
    expect(renamed).toMatchObject({ passkey: { name: "Second" } });
    expect((await call(page, "passkey.addPasskey()")).error?.code).toBe("ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED");

    await noError(page, "signOut()");
    expect(await noError(page, "signIn.passkey()")).toMatchObject({ user: { email: person.email }, session: {} });
    expect(await noError(page, "getSession()")).toMatchObject({ user: { email: person.email } });
    await noError(page, "signOut()");
    expect(await noError(page, "signIn.passkey({ autoFill: true })")).toMatchObject({ user: { email: person.email } });
    expect(await noError(page, `passkey.deletePasskey({ id: "${added.id}" })`)).toEqual({ status: true });
    expect(await noError(page, "passkey.listUserPasskeys()")).toEqual([]);
    await noError(page, "signOut()");
    const { error } = await call(page, "signIn.passkey()");
    expect(error).toMatchObject({ status: 401, code: "PASSKEY_NOT_FOUND" });
  });
});
