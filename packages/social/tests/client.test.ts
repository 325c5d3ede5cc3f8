import { accountLists, createAuthClient } from "@keyhold/client";
import { socialClient } from "@keyhold/social/client";
import { google } from "@keyhold/social/google";
import { dialects } from "@keyhold/testing/identity-provider";
import { afterEach, describe, expect, test, vi } from "vitest";
import { openSocial } from "./fixture.ts";
import { comeBack, useIdentityProvider } from "./sign-in-flow.ts";

const baseURL = "https://app.example.com";
const john = dialects.google.sample;
const stops: (() => void)[] = [];
const idp = useIdentityProvider();
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** A tab of one browser, whose calls have all the stores that such an app has. */
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

/** Somebody looks at a store, and sees what it shows now. */
async function watch<T>(store: {
  subscribe(listener: () => void): () => void;
  get(): { readonly data: T; readonly isPending: boolean };
}): Promise<() => T> {
  stops.push(store.subscribe(() => undefined));
  await vi.waitFor(() => expect(store.get().isPending).toBe(false));
  return () => store.get().data;
}

describe("signIn.social", () => {
  test("sends the browser to the provider, which brings it back signed in", async () => {
    const { fixture, client, visited } = openTab();
    const session = await watch(client.session);
    const { data, error } = await client.signIn.social({ provider: "google", callbackURL: "/home" });
    expect(error).toBe(null);
    expect(visited).toEqual([data && "url" in data ? data.url : null]);
    expect(visited[0]).toMatch(/^https:\/\/accounts\.google\.com\//);
    expect(session()).toBe(null);

    await comeBack({ auth: fixture.auth, browser: fixture.browser }, await idp().authorize(visited[0] ?? ""));
    // A browser is on a new page then, which reads the session by itself.
    await client.session.refetch();
    expect(session()?.user.email).toBe(john.email);
  });

  test("stays where it is when the app goes there by itself", async () => {
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
    await vi.waitFor(() => expect(session()?.user.email).toBe(john.email));
    expect(visited).toEqual([]);
  });

  test("has the codes of its refusals in its type", async () => {
    const { client } = openTab();
    const { error } = await client.signIn.social({ provider: "github" });
    const isUnknown: boolean = error?.code === "PROVIDER_NOT_FOUND";
    expect({ isUnknown, status: error?.status }).toEqual({ isUnknown: true, status: 404 });
  });
});

describe("the list of accounts", () => {
  test("is read again when one is linked by an ID token, and when one is unlinked", async () => {
    const { fixture, client } = openTab();
    await client.signUp.email({ name: "John", email: john.email ?? "", password: "correct horse battery" });
    const accounts = await watch(client.accounts);
    const providers = (): readonly string[] | undefined => accounts()?.map(({ providerId }) => providerId);
    expect(providers()).toEqual(["credential"]);
    // They are listed by age.
    fixture.clock.forward({ seconds: 1 });
    const token = await idp().idToken("google", john);
    expect((await client.linkSocial({ provider: "google", idToken: { token } })).error).toBe(null);
    await vi.waitFor(() => expect(providers()).toEqual(["credential", "google"]));
    expect((await client.unlinkAccount({ providerId: "google" })).error).toBe(null);
    await vi.waitFor(() => expect(providers()).toEqual(["credential"]));
  });
});
