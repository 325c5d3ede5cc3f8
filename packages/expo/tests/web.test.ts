import { createAuthClient } from "@keyhold/expo";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { useIdentityProvider as identityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { ada, baseURL, open, password, redirect } from "./fixture.ts";

const idp = identityProvider();
let fixture: ReturnType<typeof open>;
beforeEach(() => {
  fixture = open(idp());
});

function openPage() {
  const { browser } = fixture.visit();
  const navigated: string[] = [];
  vi.stubGlobal("location", { href: `${baseURL}/home`, assign: (url: string) => navigated.push(url) });
  const page = new EventTarget();
  vi.stubGlobal("window", page);
  const fetchOfPage: typeof fetch = (input, init) => browser.fetch(String(input).replace(/^.*\/api\/auth/, ""), init);
  const client = createAuthClient({ baseURL, clientId: "app", redirect, fetch: fetchOfPage, retry: 0 });
  return { client, navigated, page };
}

describe("on web", () => {
  test("the client is the browser's: it signs in with a cookie, without a module of a phone", async () => {
    const { client } = openPage();
    expect((await client.signUp.email({ name: "Ada", email: ada.email, password })).error).toBe(null);
    expect((await client.getSession()).data?.user.email).toBe(ada.email);
    expect(fixture.sent).toEqual([]);
    vi.unstubAllGlobals();
  });

  test("a provider opens in place of the page, and a user who goes back has cancelled", async () => {
    const { client, navigated, page } = openPage();
    const answer = client.signIn.social({ provider: "google" });
    await expect.poll(() => navigated).toHaveLength(1);
    expect(navigated[0]).toContain("accounts.google.com");
    page.dispatchEvent(new Event("pageshow"));
    expect(await answer).toMatchObject({ data: null, error: { code: "AUTH_SESSION_CANCELLED" } });
    vi.unstubAllGlobals();
  });

  test("with disableRedirect the URL of the provider is the answer, and the page stays", async () => {
    const { client, navigated } = openPage();
    // The field is of `socialClient()`.
    const input = { provider: "google", disableRedirect: true };
    const { data } = await client.signIn.social(input);
    expect(data).toMatchObject({ url: expect.stringContaining("accounts.google.com"), redirect: false });
    expect(navigated).toEqual([]);
    vi.unstubAllGlobals();
  });

  test("an unknown provider is an error, a link resumes nothing, and a page opens no other page to sign in", async () => {
    const { client, navigated } = openPage();
    const answer = await client.signIn.social({ provider: "unknown" });
    expect(answer.error?.code).toBe("PROVIDER_NOT_FOUND");
    expect(await client.resumeSignIn(`${redirect}?code=x`)).toEqual({ data: null, error: null });
    expect((await client.signIn.browser()).error?.code).toBe("AUTH_SESSION_UNAVAILABLE");
    expect(navigated).toEqual([]);
    vi.unstubAllGlobals();
  });
});
