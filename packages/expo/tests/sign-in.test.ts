import { createHash } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { useIdentityProvider as identityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { ada, bundleId, open, password, redirect } from "./fixture.ts";
import { createPhone } from "./phone.ts";

const idp = identityProvider();
let fixture: ReturnType<typeof open>;
beforeEach(() => {
  fixture = open(idp());
});
const success = (flow: (url: string) => Promise<string>) => async (url: string) => ({
  type: "success",
  url: await flow(url),
});

describe("an app signs in", () => {
  test("by email: the session is of the app, the token is in the keychain, and no cookie is used", async () => {
    const { client, phone } = fixture.start();
    expect((await client.signUp.email({ name: "Ada", email: ada.email, password })).error).toBe(null);
    expect((await client.getSession()).data?.session).toMatchObject({ clientId: "app" });
    expect(phone.keychain.get("keyhold.session")?.length).toBeLessThan(300);
    expect(new Set(fixture.sent.map(({ credentials }) => credentials))).toEqual(new Set(["omit"]));
    expect((await fixture.start(phone).client.getSession()).data?.user.email).toBe(ada.email);
  });

  test("at a provider in the system browser, which keeps no session", async () => {
    const { browser, client: ofBrowser } = fixture.visit();
    const { client, phone } = fixture.start();
    phone.browser = success(fixture.atProvider(browser));
    const stop = client.session.subscribe(() => undefined);
    const { data, error } = await client.signIn.social({ provider: "google" });
    expect([data?.user.email, error]).toEqual([ada.email, null]);
    await expect.poll(() => client.session.get().data?.user.email).toBe(ada.email);
    stop();
    expect(phone.opened).toMatchObject([{ redirect, options: { preferUniversalLinks: false, showInRecents: true } }]);
    expect((await ofBrowser.getSession()).data).toBeNull();
    expect([...phone.keychain.keys()].filter((name) => name !== "keyhold.devices")).toEqual(["keyhold.session"]);
    expect(phone.listeners()).toBe(0);
  });

  test("in a browser that is signed in, on the sign-in page of the server", async () => {
    const { browser } = await fixture.signUp(ada.email);
    const { client, phone } = fixture.start();
    phone.browser = success(fixture.atProvider(browser));
    expect((await client.signIn.browser({ loginHint: ada.email })).data?.user.email).toBe(ada.email);
    expect(phone.opened[0]?.url).toContain("login_hint=ada%40example.com");
  });

  test.each([
    ["closed", "cancel", "AUTH_SESSION_CANCELLED"],
    ["opened a second time", "locked", "AUTH_SESSION_UNAVAILABLE"],
  ])("and gets an error if the browser is %s", async (_, type, code) => {
    const { client, phone } = fixture.start();
    phone.browser = () => ({ type });
    expect(await client.signIn.social({ provider: "google" })).toMatchObject({ data: null, error: { code } });
    expect([phone.listeners(), phone.keychain.has("keyhold.session")]).toEqual([0, false]);
  });

  test("once although the user taps twice: the second call leaves the open window as it is", async () => {
    const { client, phone } = fixture.start();
    const flow = fixture.atProvider(fixture.visit().browser);
    phone.browser = success(flow);
    const first = client.signIn.social({ provider: "google" });
    expect(await client.signIn.social({ provider: "google" })).toMatchObject({
      error: { code: "AUTH_SESSION_UNAVAILABLE" },
    });
    expect((await first).data?.user.email).toBe(ada.email);
    expect(phone.opened).toHaveLength(1);
    phone.browser = () => ({ type: "cancel" });
    expect((await client.signIn.social({ provider: "google" })).error?.code).toBe("AUTH_SESSION_CANCELLED");
  });

  test("by the link that Android brings after the window was dismissed", async () => {
    const { client, phone } = fixture.start();
    const flow = fixture.atProvider(fixture.visit().browser);
    phone.browser = async (url) => {
      const link = await flow(url);
      queueMicrotask(() => phone.link(link));
      return { type: "dismiss" };
    };
    expect((await client.signIn.social({ provider: "google" })).data?.user.email).toBe(ada.email);
  });

  test("by resumeSignIn(url) after the system has ended the app, and ignores other links", async () => {
    const phone = createPhone();
    const flow = fixture.atProvider(fixture.visit().browser);
    const link = await new Promise<string>((resolve) => {
      phone.browser = (url) => {
        void flow(url).then(resolve);
        return new Promise(() => undefined);
      };
      void fixture.start(phone).client.signIn.social({ provider: "google" });
    });
    const { client } = fixture.start(phone);
    const ignored = { data: null, error: null };
    for (const url of [null, undefined, "com.example.app:/other", `${redirect}?token=x`, `${link}&cookie=a`])
      expect(await client.resumeSignIn(url)).toEqual(ignored);
    expect((await client.resumeSignIn(link)).data?.user.email).toBe(ada.email);
    expect(await client.resumeSignIn(link)).toEqual(ignored);
    expect((await client.getSession()).data?.user.email).toBe(ada.email);
  });

  test("with a token of Apple's or Google's sheet without a browser", async () => {
    const { client, phone } = fixture.start();
    const { error } = await client.signIn.social({ provider: "google", idToken: { token: "no.id.token" } });
    expect(error?.code).toBe("INVALID_TOKEN");
    expect(phone.opened).toEqual([]);
    expect(fixture.sent.map(({ path }) => path)).toEqual(["/api/auth/sign-in/social"]);
  });

  test("with the token, the name and the code of Apple's sheet", async () => {
    const { client, phone } = fixture.start();
    const { data: issued } = await client.signIn.socialNonce({ provider: "apple" });
    const nonce = issued?.nonce ?? "";
    const hashed = createHash("sha256").update(nonce).digest("hex");
    const token = await idp().idToken("apple", ada, { aud: bundleId, nonce: hashed });
    const authorizationCode = idp().authorizationCode("apple", ada, bundleId);
    const user = { name: { firstName: "Ada", lastName: null } };
    const idToken = { token, nonce, user, authorizationCode };
    const { data, error } = await client.signIn.social({ provider: "apple", idToken });
    expect([data, error]).toMatchObject([{ user: { name: "Ada", email: ada.email } }, null]);
    expect(phone.opened).toEqual([]);
    expect((await client.getSession()).data?.user.email).toBe(ada.email);
  });

  test("with a passkey of the device", async () => {
    const { client } = fixture.start();
    await client.signUp.email({ name: "Ada", email: ada.email, password });
    expect((await client.passkey.addPasskey({ name: "Phone" })).error).toBe(null);
    await client.signOut();
    expect((await client.signIn.passkey()).error).toBe(null);
    expect((await client.getSession()).data?.user.email).toBe(ada.email);
  });
});

test("an app links an account at a provider, and proves the account again", async () => {
  const { browser } = fixture.visit();
  const { client, phone } = fixture.start();
  await client.signUp.email({ name: "Ada", email: ada.email, password });
  phone.browser = success(fixture.atProvider(browser));
  expect((await client.linkSocial({ provider: "example" })).error).toBe(null);
  expect((await client.listAccounts()).data?.map(({ providerId }) => providerId)).toContain("example");
  expect((await client.stepUp.social({ provider: "example" })).error).toBe(null);
  expect(phone.opened).toHaveLength(2);
  expect((await client.getSession()).data?.user.email).toBe(ada.email);
});
