import type { User } from "@keyhold/core";
import { accountModel, userModel } from "@keyhold/core/plugin";
import type { Provider, ProviderOptions } from "@keyhold/social";
import { type Dialect, dialects, exampleDialect, type Faults } from "@keyhold/testing/identity-provider";
import { describe, expect, test } from "vitest";
import { type Fixture, openSocial } from "./fixture.ts";
import { type CallbackResult, setOut, travel, useIdentityProvider } from "./sign-in-flow.ts";

/** What the suite has to know of a provider; the rest it asks the dialect. */
export interface ProviderCase {
  readonly id: keyof typeof dialects | "example";
  /** The provider with these options, e.g. `(options) => github(options)`. `origin`: of the identity provider. */
  readonly provide: (options: ProviderOptions<never>, origin: string) => Provider;
  /** False: it gives refresh tokens, and we do not use them. */
  readonly refreshes?: false;
  /** What it tells of addresses: proven ones, ones without proof, or none, so that the suite maps one. */
  readonly emails: "proven" | "unproven" | "none";
  /** The user that its sample becomes; an e-mail of "none" is `mapped@example.com`. */
  readonly user: Pick<User, "name" | "image">;
  /** Answers of somebody whose address the provider has no proof of, e.g. `"email_verified": "false"`. Needed where it has proof of others. */
  readonly unverified?: readonly (readonly [what: string, faults: Faults])[];
  /** What goes wrong, and what the browser is told then. At least one profile without an id, and one of somebody's else address. */
  readonly hostile: readonly (readonly [what: string, faults: Faults, error: string])[];
}

const mappedEmail = "mapped@example.com";

/** The whole flow of one provider, against the dialect that it speaks by its documentation. */
export function describeProvider({
  id,
  provide,
  emails,
  user,
  unverified = [],
  hostile,
  refreshes,
}: ProviderCase): void {
  // Its URLs are relative to the origin of the identity provider.
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
    test("is asked by a URL that holds what it needs, and no secret", async () => {
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

    test("signs somebody new up, and in again at another browser", async () => {
      const fixture = open();
      const landing = await come(fixture);
      expect(landing.url.href).toBe("https://app.example.com/home");
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

    test("is linked to somebody who is signed in, and unlinked", async () => {
      const fixture = open();
      const ann = await fixture.signUp("ann@example.com");
      const there = { auth: fixture.auth, browser: ann.browser };
      const landing = await travel(idp(), there, { provider: id, callbackURL: "/home" }, { path: "/link-social" });
      expect(landing.url.href).toBe("https://app.example.com/home");
      const [account] = await accountsAt(fixture);
      expect(account).toMatchObject({ userId: ann.user.id, accountId: sample.subject });
      expect((await ann.client.unlinkAccount({ providerId: id })).data).toEqual({ status: true });
      expect(await accountsAt(fixture)).toEqual([]);
    });

    test("gives tokens, and new ones where it refreshes them", async () => {
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

    test("is told no by the person, and so is the app", async () => {
      const fixture = open();
      const landing = await travel(idp(), fixture, { provider: id, errorCallbackURL: "/sign-in" }, { deny: true });
      expect({ path: landing.url.pathname, error: landing.error }).toEqual({
        path: "/sign-in",
        error: "access_denied",
      });
      expect((await fixture.client.getSession()).data).toBe(null);
    });

    test("lets nobody into an account with the same address, unless both sides have proof of it", async () => {
      const fixture = open();
      const owner = await fixture.signUp(email ?? "");
      const intruder = fixture.visit();
      // The owner has not proven it, so whoever proves it takes the account over; whoever does not is kept out.
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

    test.each(unverified)("takes %s for no proof of the address", async (_, faults) => {
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
