import { accountLists, createAuthClient } from "@keyhold/client";
import { socialClient } from "@keyhold/social/client";
import { google } from "@keyhold/social/google";
import { dialects } from "@keyhold/testing/identity-provider";
import { afterEach, describe, expect, test } from "vitest";
import { comeBack, useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { openSocial } from "./fixture.ts";

const baseURL = "https://app.example.com";
const john = dialects.google.sample;
const stops: (() => void)[] = [];
const idp = useIdentityProvider();
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** A tab of a browser with all stores of a client. */
function openTab() {
  const fixture = openSocial(idp(), [google(idp())]);
  const visited: string[] = [];
  const client = createAuthClient({
    baseURL,
    fetch: fixture.fetch,
    retry: 0,
    navigate: (url) => visited.push(url),
    plugins: [socialClient(), accountLists()],
  });
  return { fixture, client, visited };
}

/** Subscribes to a store and answers a function that reads the current value. */
async function watch<T>(store: {
  subscribe(listener: () => void): () => void;
  get(): { readonly data: T; readonly isPending: boolean };
}): Promise<() => T> {
  stops.push(store.subscribe(() => undefined));
  await expect.poll(() => store.get().isPending).toBe(false);
  return () => store.get().data;
}

describe("signIn.social", () => {
  test("redirects the browser to the provider, and is signed in after the callback", async () => {
    const { fixture, client, visited } = openTab();
    const session = await watch(client.session);
    const { data, error } = await client.signIn.social({ provider: "google", callbackURL: "/home" });
    expect(error).toBe(null);
    expect(visited).toEqual([data && "url" in data ? data.url : null]);
    expect(visited[0]).toMatch(/^https:\/\/accounts\.google\.com\//);
    expect(session()).toBe(null);

    await comeBack({ auth: fixture.auth, browser: fixture.browser }, await idp().authorize(visited[0] ?? ""));
    // After the redirect the browser loads a new page, which fetches the session.
    await client.session.refetch();
    expect(session()?.user.email).toBe(john.email);
  });

  test("does not redirect if the app does so itself", async () => {
    const { client, visited } = openTab();
    const { data } = await client.signIn.social({ provider: "google", disableRedirect: true });
    expect(data).toMatchObject({ url: expect.stringContaining("accounts.google.com"), redirect: false });
    expect(visited).toEqual([]);
  });

  test("with an ID token signs in at once, and the session is read again", async () => {
    const { client, visited } = openTab();
    const session = await watch(client.session);
    const token = await idp().idToken("google", john);
    const { data } = await client.signIn.social({ provider: "google", idToken: { token } });
    expect(data).toMatchObject({ redirect: false, user: { email: john.email } });
    await expect.poll(() => session()?.user.email).toBe(john.email);
    expect(visited).toEqual([]);
  });

  test("has the error codes of its calls in its type", async () => {
    const { client } = openTab();
    const { error } = await client.signIn.social({ provider: "github" });
    const isUnknown: boolean = error?.code === "PROVIDER_NOT_FOUND";
    expect({ isUnknown, status: error?.status }).toEqual({ isUnknown: true, status: 404 });
  });
});

describe("the list of accounts", () => {
  test("is fetched again when an account is linked by an ID token, and when one is unlinked", async () => {
    const { fixture, client } = openTab();
    await client.signUp.email({ name: "John", email: john.email ?? "", password: "correct horse battery" });
    const accounts = await watch(client.accounts);
    const providers = (): readonly string[] | undefined => accounts()?.map(({ providerId }) => providerId);
    expect(providers()).toEqual(["credential"]);
    // The list is sorted by age.
    fixture.clock.forward({ seconds: 1 });
    const token = await idp().idToken("google", john);
    expect((await client.linkSocial({ provider: "google", idToken: { token } })).error).toBe(null);
    await expect.poll(() => providers()).toEqual(["credential", "google"]);
    expect((await client.unlinkAccount({ providerId: "google" })).error).toBe(null);
    await expect.poll(() => providers()).toEqual(["credential"]);
  });
});
