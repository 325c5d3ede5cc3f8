import type { Provider, ProviderOptions } from "@keyhold/social";
import { dropbox } from "@keyhold/social/dropbox";
import { google } from "@keyhold/social/google";
import { describe, expect, test } from "vitest";
import { accountsOf, openSocial } from "./fixture.ts";
import { setOut, travel, useIdentityProvider } from "./sign-in-flow.ts";

const idp = useIdentityProvider();

interface Case {
  readonly provide: (options: ProviderOptions<never>) => Provider;
  /** What the authorization URL says by default, and what an app writes to have it otherwise. */
  readonly included: string;
  readonly excluded: string | undefined;
  readonly scopes: readonly string[];
  readonly further: string;
}

const cases: Readonly<Record<string, Case>> = {
  google: {
    provide: google,
    included: "true",
    excluded: "false",
    scopes: ["openid", "email", "profile"],
    further: "https://www.googleapis.com/auth/calendar.readonly",
  },
  dropbox: {
    provide: dropbox,
    included: "user",
    excluded: undefined,
    scopes: ["account_info.read"],
    further: "files.content.read",
  },
};

describe.each(Object.entries(cases))("%s", (id, { provide, included, excluded, scopes, further }) => {
  const open = (options: Partial<ProviderOptions<never>> = {}) =>
    openSocial(idp(), [provide({ ...idp(), ...options })]);
  type Fixture = ReturnType<typeof open>;

  /** The stored scopes, and those that an answer with tokens names. */
  async function scopesOf(fixture: Fixture) {
    const user = (await fixture.client.getSession()).data?.user;
    const [account] = await accountsOf(fixture, user?.id ?? "");
    const { data } = await fixture.client.getAccessToken({ providerId: id });
    return { stored: account?.scope?.split(",").sort(), shown: data?.scopes.toSorted() };
  }

  /** A sign-in, a linking that asks for one scope more, and another sign-in, which does not. */
  async function signInAgain(fixture: Fixture): Promise<void> {
    expect((await travel(idp(), fixture, { provider: id })).error).toBe(null);
    const linking = { path: "/link-social" } as const;
    expect((await travel(idp(), fixture, { provider: id, scopes: [further] }, linking)).error).toBe(null);
    expect((await travel(idp(), fixture, { provider: id })).error).toBe(null);
  }

  test("is asked for tokens that have the scopes granted before, too", async () => {
    for (const path of ["/sign-in/social", "/link-social"] as const) {
      const { auth, signUp } = open();
      const { browser } = await signUp("ann@example.com");
      const url = new URL(await setOut({ auth, browser }, { provider: id }, path));
      expect(url.searchParams.getAll("include_granted_scopes")).toEqual([included]);
    }
  });

  test("keeps at a sign-in the scopes that were granted before, as its answer names them", async () => {
    const fixture = open();
    await signInAgain(fixture);
    const all = [...scopes, further].sort();
    expect(await scopesOf(fixture)).toEqual({ stored: all, shown: all });
  });

  test("stores what a sign-in was granted, if the app asks for no other scopes", async () => {
    const fixture = open({ authorizationParameters: { include_granted_scopes: excluded } });
    await signInAgain(fixture);
    const asked = scopes.toSorted();
    expect(await scopesOf(fixture)).toEqual({ stored: asked, shown: asked });
  });
});
