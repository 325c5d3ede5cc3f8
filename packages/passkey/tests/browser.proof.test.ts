import type { BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { executablePath, sharedBrowser } from "../../../tests/harness/chromium.ts";
import { type App, openPage, startApp } from "../../../tests/harness/passkey-page.ts";

const script = `
  import { createAuthClient } from "@keyhold/client";
  import { passkeyClient } from "@keyhold/passkey/client";
  import { twoFactorClient } from "@keyhold/two-factor/client";
  globalThis.client = createAuthClient({ plugins: [twoFactorClient(), passkeyClient()], navigate() {} });`;

const person = { name: "Ada", email: "ada@example.com", password: "correct horse battery staple" };

/** The answer of a call in the page. */
interface Answer {
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly error: { readonly code: string } | null;
}

describe.skipIf(!executablePath)("in a real browser with a virtual authenticator", () => {
  let app: App;
  let context: BrowserContext;
  beforeAll(async () => {
    app = await startApp({ script, resolveDir: import.meta.dirname });
  });
  beforeEach(async () => {
    context = await (await sharedBrowser()).newContext();
  });
  afterEach(() => context.close());
  afterAll(() => app?.close());

  const call = (page: Page, code: string): Promise<Answer> => page.evaluate(`client.${code}`);
  const noError = async (page: Page, code: string): Promise<Readonly<Record<string, unknown>>> => {
    const { data, error } = await call(page, code);
    expect(error, code).toBe(null);
    return data ?? {};
  };
  let made = 0;
  const signUp = (page: Page): Promise<unknown> => {
    made += 1;
    return noError(page, `signUp.email(${JSON.stringify({ ...person, email: `ada${made}@example.com` })})`);
  };

  test("a passkey is added, listed, renamed, signs in, and is deleted", async () => {
    const { page } = await openPage(context, app.url);
    await signUp(page);
    const added = await noError(page, "passkey.addPasskey({ name: 'First' })");
    expect(added).toMatchObject({ name: "First", userVerified: true, deviceType: "singleDevice" });
    expect(await noError(page, "passkey.listUserPasskeys()")).toMatchObject([{ id: added.id }]);
    const renamed = await noError(page, `passkey.updatePasskey({ id: "${added.id}", name: "Second" })`);
    expect(renamed).toMatchObject({ passkey: { name: "Second" } });
    expect((await call(page, "passkey.addPasskey()")).error?.code).toBe("PREVIOUSLY_REGISTERED");

    await noError(page, "signOut()");
    const signedIn = await noError(page, "signIn.passkey()");
    expect(signedIn).toMatchObject({ user: { name: "Ada" } });
    expect(await noError(page, "getSession()")).toMatchObject({ session: { amr: "hwk,mfa" } });
    expect(await noError(page, `passkey.deletePasskey({ id: "${added.id}" })`)).toEqual({ status: true });
    expect(await noError(page, "passkey.listUserPasskeys()")).toEqual([]);
  });

  test("a device that does not verify the user is one factor in a session, and the second one of a password sign-in", async () => {
    const { page } = await openPage(context, app.url, { verifies: false });
    await signUp(page);
    const { id } = await noError(page, "passkey.addPasskey()");
    expect(await noError(page, "passkey.listUserPasskeys()")).toMatchObject([{ id, userVerified: false }]);
    // Browsers offer such a passkey only by id, which the options contain in a session and after a password.
    expect(await noError(page, "stepUp.withPasskey()")).toMatchObject({ status: true, factorTime: null });
    expect(await noError(page, "getSession()")).toMatchObject({ session: { amr: "pwd,hwk", factorTime: null } });

    const { user } = await noError(page, "getSession()");
    const { id: userId } = user as { readonly id: string };
    await app.auth.api.importTotp({ userId, secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ" });
    const credentials = JSON.stringify({ email: `ada${made}@example.com`, password: person.password });
    expect(await noError(page, `signIn.email(${credentials})`)).toEqual({
      twoFactorRedirect: true,
      twoFactorMethods: ["passkey", "totp", "backup-code"],
    });
    expect(await noError(page, "signIn.passkey()")).toMatchObject({ user: { id: userId } });
    expect(await noError(page, "getSession()")).toMatchObject({ session: { amr: "pwd,hwk,mfa" } });
  });

  test("autofill signs in with one call of each route, and two calls of it are one", async () => {
    const { page } = await openPage(context, app.url);
    await signUp(page);
    await noError(page, "passkey.addPasskey()");
    await noError(page, "signOut()");
    const since = app.requests.length;
    const both: readonly Answer[] = await page.evaluate(
      "Promise.all([client.signIn.passkey({ autoFill: true }), client.signIn.passkey({ autoFill: true })])",
    );
    expect(both).toMatchObject([{ data: { user: { name: "Ada" } } }, { data: { user: { name: "Ada" } } }]);
    expect(app.requests.slice(since).filter((one) => one.includes("passkey"))).toEqual([
      "GET /passkey/generate-authenticate-options",
      "POST /passkey/verify-authentication",
    ]);
  });

  test("a dialog ends the wait of autofill, which is told as cancelled", async () => {
    const { page } = await openPage(context, app.url);
    await signUp(page);
    await noError(page, "passkey.addPasskey()");
    await noError(page, "signOut()");
    // The virtual authenticator answers at once; a user does not.
    await page.evaluate(`
      const get = navigator.credentials.get.bind(navigator.credentials);
      navigator.credentials.get = (options) => options.mediation !== "conditional" ? get(options) : new Promise((_, reject) => {
        globalThis.isWaiting = true;
        options.signal.addEventListener("abort", () => reject(options.signal.reason));
      });
      globalThis.filling = client.signIn.passkey({ autoFill: true });
      undefined;`);
    await page.waitForFunction("globalThis.isWaiting");
    expect(await noError(page, "signIn.passkey()")).toMatchObject({ user: { name: "Ada" } });
    const filled: Answer = await page.evaluate("filling");
    expect(filled.error?.code).toBe("CEREMONY_CANCELLED");
  });

  test("a browser without conditional sign-in sends no request for autofill, and one without passkeys none at all", async () => {
    const { page } = await openPage(context, app.url);
    const since = app.requests.length;
    await page.evaluate("PublicKeyCredential.isConditionalMediationAvailable = async () => false");
    const unsupported = "PASSKEYS_NOT_SUPPORTED";
    expect((await call(page, "signIn.passkey({ autoFill: true })")).error?.code).toBe(unsupported);
    await page.evaluate("delete globalThis.PublicKeyCredential");
    expect((await call(page, "signIn.passkey()")).error?.code).toBe(unsupported);
    expect((await call(page, "passkey.addPasskey()")).error?.code).toBe(unsupported);
    expect(app.requests.slice(since)).toEqual([]);
  });

  test("a user who refuses gets an error, and no exception", async () => {
    const { page, devtools, authenticatorId } = await openPage(context, app.url);
    await signUp(page);
    await noError(page, "passkey.addPasskey()");
    await devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
    await devtools.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId });
    await page.evaluate("navigator.credentials.get = async () => { throw new DOMException('no', 'NotAllowedError'); }");
    expect((await call(page, "signIn.passkey()")).error?.code).toBe("CEREMONY_CANCELLED");
  });

  test("password managers are told of a deleted, a renamed and an unknown passkey", async () => {
    const { page, devtools, authenticatorId } = await openPage(context, app.url);
    await page.evaluate(`
      globalThis.signals = [];
      for (const name of ["signalAllAcceptedCredentials", "signalCurrentUserDetails", "signalUnknownCredential"])
        PublicKeyCredential[name] = async (options) => void signals.push([name, options]);`);
    await signUp(page);
    const added = await noError(page, "passkey.addPasskey()");
    await noError(page, `passkey.updatePasskey({ id: "${added.id}", name: "Renamed" })`);
    await page.waitForFunction("signals.length === 2");
    await noError(page, `passkey.deletePasskey({ id: "${added.id}" })`);
    await page.waitForFunction("signals.length === 4");
    await noError(page, "signOut()");
    const { error } = await call(page, "signIn.passkey()");
    expect(error).toMatchObject({ code: "PASSKEY_NOT_FOUND" });
    const signals = await page.evaluate("signals");
    const user = { rpId: "localhost", userId: expect.stringMatching(/^[\w-]{86}$/) };
    expect(signals).toMatchObject([
      ["signalAllAcceptedCredentials", { ...user, allAcceptedCredentialIds: [added.credentialID] }],
      ["signalCurrentUserDetails", { ...user, name: `ada${made}@example.com`, displayName: "Ada" }],
      ["signalAllAcceptedCredentials", { ...user, allAcceptedCredentialIds: [] }],
      ["signalCurrentUserDetails", { ...user, name: `ada${made}@example.com`, displayName: "Ada" }],
      ["signalUnknownCredential", { rpId: "localhost", credentialId: added.credentialID }],
    ]);
    expect(await devtools.send("WebAuthn.getCredentials", { authenticatorId })).toMatchObject({ credentials: [{}] });
  });
});
