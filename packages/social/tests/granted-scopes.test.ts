import type { Provider, ProviderOptions } from "@keyhold/social";
import { dropbox } from "@keyhold/social/dropbox";
import { google } from "@keyhold/social/google";
import { describe, expect, test } from "vitest";
import { setOut, travel, useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { accountsOf, openSocial } from "./fixture.ts";

const idp = useIdentityProvider();

interface Case {
  readonly provide: (options: ProviderOptions<never>) => Provider;
  /** The parameter of the authorization URL by default, and after the app's change. */
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

  /** The stored scopes, and those in the output of the token routes. */
  async function scopesOf(fixture: Fixture) {
    const user = (await fixture.client.getSession()).data?.user;
    const [account] = await accountsOf(fixture, user?.id ?? "");
    const { data } = await fixture.client.getAccessToken({ providerId: id });
    return { stored: account?.scope?.split(",").sort(), shown: data?.scopes.toSorted() };
  }

  /** A sign-in, a linking with a further scope, and another sign-in without the scope. */
  async function signInAgain(fixture: Fixture): Promise<void> {
    expect((await travel(idp(), fixture, { provider: id })).error).toBe(null);
    const linking = { path: "/link-social" } as const;
    expect((await travel(idp(), fixture, { provider: id, scopes: [further] }, linking)).error).toBe(null);
    expect((await travel(idp(), fixture, { provider: id })).error).toBe(null);
  }

  test("requests tokens with the scopes of earlier consents, too", async () => {
    for (const path of ["/sign-in/social", "/link-social"] as const) {
      const { auth, signUp } = open();
      const { browser } = await signUp("ann@example.com");
      const url = new URL(await setOut({ auth, browser }, { provider: id }, path));
      expect(url.searchParams.getAll("include_granted_scopes")).toEqual([included]);
    }
  });

  test("keeps the scopes of earlier consents at a sign-in, as the response lists them", async () => {
    const fixture = open();
    await signInAgain(fixture);
    const all = [...scopes, further].sort();
    expect(await scopesOf(fixture)).toEqual({ stored: all, shown: all });
  });

  test("stores the scopes of the sign-in if the app excludes earlier consents", async () => {
    const fixture = open({ authorizationParameters: { include_granted_scopes: excluded } });
    await signInAgain(fixture);
    const asked = scopes.toSorted();
    expect(await scopesOf(fixture)).toEqual({ stored: asked, shown: asked });
  });
});
