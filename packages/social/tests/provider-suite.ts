import type { User } from "@keyhold/core";
import { accountModel, userModel } from "@keyhold/core/plugin";
import type { Provider, ProviderOptions } from "@keyhold/social";
import { type Dialect, dialects, exampleDialect, type Faults } from "@keyhold/testing/identity-provider";
import { describe, expect, test } from "vitest";
import { type CallbackResult, setOut, travel, useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { type Fixture, openSocial } from "./fixture.ts";

/** What the suite needs to know about a provider besides the dialect. */
export interface ProviderCase {
  readonly id: keyof typeof dialects | "example";
  /** The provider with these options, e.g. `(options) => github(options)`. `origin`: of the identity provider. */
  readonly provide: (options: ProviderOptions<never>, origin: string) => Provider;
  /** The fragment of a redirect to a page without a fragment. Default: no fragment. */
  readonly fragment?: "" | "#";
  /** False: the provider issues refresh tokens that cannot be used. */
  readonly refreshes?: false;
  /** The provider's email addresses: verified, unverified, or missing, so that the suite maps an address. */
  readonly emails: "proven" | "unproven" | "none";
  /** The user of the sample; with "none" the email address is `mapped@example.com`. */
  readonly user: Pick<User, "name" | "image">;
  /**
   * Profiles with an unverified email address, e.g. `"email_verified": "false"`. Required if other addresses of the
   * provider are verified.
   */
  readonly unverified?: readonly (readonly [what: string, faults: Faults])[];
  /**
   * Faults, and the error code of each. At least a profile without an id, and a profile with another user's address.
   */
  readonly hostile: readonly (readonly [what: string, faults: Faults, error: string])[];
}

const mappedEmail = "mapped@example.com";

/** Tests of the whole flow of a provider, against the dialect in the documentation. */
export function describeProvider({
  id,
  provide,
  emails,
  user,
  unverified = [],
  hostile,
  refreshes,
  fragment = "",
}: ProviderCase): void {
  // The URLs of the dialect are relative to the origin of the identity provider.
  const dialect: Dialect = id === "example" ? exampleDialect("") : dialects[id];
  const { name, sample } = dialect;
  const email = emails === "none" ? mappedEmail : sample.email;
  const idp = useIdentityProvider();
  const open = (): Fixture => {
    const mapped = emails === "none" ? { mapProfileToUser: () => ({ email: mappedEmail }) } : {};
    const { clientId, clientSecret, origin } = idp();
    const provider = provide({ clientId, clientSecret, ...mapped }, origin);
    return openSocial(idp(), [provider], { linking: { allowDifferentEmails: true } });
  };
  const come = (fixture: Fixture, visitor: Pick<Fixture, "browser"> = fixture): Promise<CallbackResult> =>
    travel(idp(), { auth: fixture.auth, browser: visitor.browser }, { provider: id, callbackURL: "/home" });
  const accountsAt = (fixture: Fixture) =>
    fixture.db.list(accountModel, { providerId: id }, { orderBy: "createdAt", limit: 10 });

  describe(name, () => {
    test("gets an authorization URL with all that it needs, and no secret", async () => {
      const fixture = open();
      const url = new URL(await setOut(fixture, { provider: id, callbackURL: "/home" }));
      expect(`${url.origin}${url.pathname}`).toBe(new URL(dialect.authorizationUrl, idp().origin).href);
      const asked = Object.fromEntries(url.searchParams);
      expect(asked).toMatchObject({
        response_type: "code",
        [dialect.clientIdParameter ?? "client_id"]: idp().clientId,
        redirect_uri: `https://app.example.com/api/auth/callback/${id}`,
        state: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
        ...dialect.authorizationParameters,
      });
      expect(url.href).not.toContain(idp().clientSecret);
      if (dialect.pkce !== "none" && dialect.pkce !== "refused") {
        expect(asked).toMatchObject({
          code_challenge_method: "S256",
          code_challenge: expect.stringMatching(/^[\w-]{43}$/),
        });
      }
    });

    test("signs a new user up, and in again in another browser", async () => {
      const fixture = open();
      const landing = await come(fixture);
      expect(landing.url.href).toBe(`https://app.example.com/home${fragment}`);
      const first = (await fixture.client.getSession()).data;
      expect(first?.user).toMatchObject({ ...user, email, emailVerified: emails === "proven" });
      const [account] = await accountsAt(fixture);
      expect(account).toMatchObject({ accountId: sample.subject, userId: first?.user.id, password: null });
      expect(account?.accessToken).toEqual(expect.any(String));

      const elsewhere = fixture.visit();
      expect((await come(fixture, elsewhere)).error).toBe(null);
      expect((await elsewhere.client.getSession()).data?.user.id).toBe(first?.user.id);
      expect(await fixture.db.count(userModel, { email: email ?? "" })).toBe(1);
      expect(await accountsAt(fixture)).toHaveLength(1);
      await fixture.auth.idle();
      expect(fixture.logged).toEqual([]);
    });

    test("is linked to a signed-in user, and unlinked", async () => {
      const fixture = open();
      const ann = await fixture.signUp("ann@example.com");
      const there = { auth: fixture.auth, browser: ann.browser };
      const landing = await travel(idp(), there, { provider: id, callbackURL: "/home" }, { path: "/link-social" });
      expect(landing.url.href).toBe(`https://app.example.com/home${fragment}`);
      const [account] = await accountsAt(fixture);
      expect(account).toMatchObject({ userId: ann.user.id, accountId: sample.subject });
      expect((await ann.client.unlinkAccount({ providerId: id })).data).toEqual({ status: true });
      expect(await accountsAt(fixture)).toEqual([]);
    });

    test("issues tokens, and new ones if it supports refreshes", async () => {
      const fixture = open();
      await come(fixture);
      const [before] = await accountsAt(fixture);
      const given = await fixture.client.getAccessToken({ providerId: id });
      expect(given.data?.accessToken).toBe(before?.accessToken);
      const refreshed = await fixture.client.refreshToken({ providerId: id });
      if (refreshes === false || dialect.refreshTokens === "none" || before?.refreshToken === null) {
        expect(refreshed.error?.code).toMatch(/^(REFRESHING_NOT_SUPPORTED|REFRESH_TOKEN_NOT_FOUND)$/);
        return;
      }
      expect(refreshed.data?.accessToken).not.toBe(before?.accessToken);
      const [after] = await accountsAt(fixture);
      expect(after?.accessToken).toBe(refreshed.data?.accessToken);
      if (dialect.refreshTokens === "keeps") expect(after?.refreshToken).toBe(before?.refreshToken);
      else expect(after?.refreshToken).not.toBe(before?.refreshToken);
      expect((await fixture.client.refreshToken({ providerId: id })).data).not.toBe(null);
    });

    test("answers an error if the user cancels, which the app gets", async () => {
      const fixture = open();
      const landing = await travel(idp(), fixture, { provider: id, errorCallbackURL: "/sign-in" }, { deny: true });
      expect({ path: landing.url.pathname, error: landing.error }).toEqual({
        path: "/sign-in",
        error: "access_denied",
      });
      expect((await fixture.client.getSession()).data).toBe(null);
    });

    test("links to an existing user with the same email address only if both sides have verified it", async () => {
      const fixture = open();
      const owner = await fixture.signUp(email ?? "");
      const intruder = fixture.visit();
      // The existing user is unverified: a provider that verified the address claims the account; another is rejected.
      const landing = await come(fixture, intruder);
      const session = (await intruder.client.getSession()).data;
      if (emails === "proven") {
        expect(session?.user).toMatchObject({ id: owner.user.id, emailVerified: true });
        expect((await owner.client.getSession()).data).toBe(null);
        expect(
          (await fixture.visit().client.signIn.email({ email: email ?? "", password: owner.password })).error?.code,
        ).toBe("INVALID_EMAIL_OR_PASSWORD");
      } else {
        expect({ error: landing.error, session }).toEqual({ error: "account_not_linked", session: null });
        expect((await owner.client.getSession()).data?.user.id).toBe(owner.user.id);
      }
    });

    test.each(unverified)("takes %s for an unverified email address", async (_, faults) => {
      const fixture = open();
      idp().fail(faults);
      expect((await come(fixture)).error).toBe(null);
      expect((await fixture.client.getSession()).data?.user).toMatchObject({ email, emailVerified: false });
    });

    test.each(hostile)("refuses %s", async (_, faults, error) => {
      const fixture = open();
      idp().fail(faults);
      expect((await come(fixture)).error).toBe(error);
      expect((await fixture.client.getSession()).data).toBe(null);
      expect(await accountsAt(fixture)).toEqual([]);
    });
  });
}
