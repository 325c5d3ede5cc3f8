import { describe, expect, test } from "vitest";
import { useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { refreshesAt } from "./calls.ts";
import { accountAt, ann, come, type Fixture, type FixtureOptions, link, openFixture, plantAccount } from "./fixture.ts";

const idp = useIdentityProvider();
const lifetime = 3600;

/** Ann, who has just signed in with Google. */
async function open(options: FixtureOptions = {}) {
  const fixture = openFixture(idp(), options);
  await come(idp(), fixture);
  return { fixture, account: await accountAt(fixture, "google") };
}

const post = async ({ browser }: Pick<Fixture, "browser">, path: string, body: object = { providerId: "google" }) => {
  const response = await browser.post(path, body);
  return { status: response.status, headers: response.headers, body: await response.json() };
};
const errorAt = async (fixture: Pick<Fixture, "browser">, path: string, body: object) => {
  const { status, body: answer } = await post(fixture, path, body);
  return `${status} ${answer.code}`;
};
const both = ["/get-access-token", "/refresh-token"] as const;

describe("an access token", () => {
  test("is shown to its owner, with its expiry and scopes and without the refresh token", async () => {
    const { fixture, account } = await open();
    const before = refreshesAt(idp()).length;
    const { status, headers, body } = await post(fixture, "/get-access-token");
    expect(status).toBe(200);
    expect(body).toEqual({
      accessToken: account.accessToken,
      accessTokenExpiresAt: account.accessTokenExpiresAt?.toISOString(),
      scopes: ["openid", "email", "profile"],
      idToken: account.idToken,
    });
    expect(headers.get("cache-control")).toContain("no-store");
    expect(refreshesAt(idp())).toHaveLength(before);
  });

  test("is shown with the refresh token where the app wants it", async () => {
    const { fixture, account } = await open({ social: { exposeRefreshToken: true } });
    const { body } = await post(fixture, "/get-access-token");
    expect(body).toMatchObject({ accessToken: account.accessToken, refreshToken: account.refreshToken });
  });

  test.each([
    { leftSeconds: 6, isRefreshed: false },
    { leftSeconds: 5, isRefreshed: true },
    { leftSeconds: 4, isRefreshed: true },
    { leftSeconds: 0, isRefreshed: true },
    { leftSeconds: -100, isRefreshed: true },
  ])("that is good for $leftSeconds seconds is refreshed: $isRefreshed", async ({ leftSeconds, isRefreshed }) => {
    const { fixture, account } = await open();
    fixture.clock.forward({ seconds: lifetime - leftSeconds });
    const before = refreshesAt(idp()).length;
    const { status, body } = await post(fixture, "/get-access-token");
    expect(status).toBe(200);
    expect(body.accessToken !== account.accessToken).toBe(isRefreshed);
    expect(refreshesAt(idp()).length - before).toBe(isRefreshed ? 1 : 0);
    expect((await accountAt(fixture, "google")).accessToken).toBe(body.accessToken);
  });

  test("without an expiry counts as valid", async () => {
    idp().fail({ tokenAnswer: ({ expires_in, ...answer }) => answer });
    const { fixture, account } = await open();
    fixture.clock.forward({ days: 6 });
    const { body } = await post(fixture, "/get-access-token");
    expect(body).toMatchObject({ accessToken: account.accessToken, accessTokenExpiresAt: null });
  });

  test("that has expired is not shown without a refresh token", async () => {
    const { fixture } = await open({ google: { accessType: "online" } });
    expect((await accountAt(fixture, "google")).refreshToken).toBe(null);
    expect((await post(fixture, "/get-access-token")).status).toBe(200);
    fixture.clock.forward({ seconds: lifetime });
    expect(await errorAt(fixture, "/get-access-token", { providerId: "google" })).toBe(
      "400 FAILED_TO_GET_A_VALID_ACCESS_TOKEN",
    );
    expect(await errorAt(fixture, "/refresh-token", { providerId: "google" })).toBe("400 REFRESH_TOKEN_NOT_FOUND");
  });

  test("is missing after a sign-in by an ID token alone, and present after one with an access token", async () => {
    const fixture = openFixture(idp());
    const token = await idp().idToken("google", ann);
    await fixture.client.signIn.social({ provider: "google", idToken: { token } });
    expect(await errorAt(fixture, "/get-access-token", { providerId: "google" })).toBe(
      "400 FAILED_TO_GET_A_VALID_ACCESS_TOKEN",
    );
    const expiresAt = Math.floor(fixture.clock.now().getTime() / 1000) + 600;
    const brought = { token, accessToken: "brought", refreshToken: "brought too", expiresAt };
    await fixture.client.signIn.social({ provider: "google", idToken: brought });
    const { body } = await post(fixture, "/get-access-token");
    expect(body).toMatchObject({
      accessToken: "brought",
      accessTokenExpiresAt: new Date(expiresAt * 1000).toISOString(),
      idToken: token,
    });
    expect(await accountAt(fixture, "google")).toMatchObject({ refreshToken: "brought too" });
  });

  test("is the newest after each sign-in, unless the app keeps the first ones", async () => {
    for (const updateTokensOnSignIn of [true, false]) {
      const { fixture, account } = await open({ social: { updateTokensOnSignIn } });
      await come(idp(), fixture);
      const after = await accountAt(fixture, "google");
      expect(after.accessToken === account.accessToken).toBe(!updateTokensOnSignIn);
    }
  });
});

describe("a refresh", () => {
  test("answers and stores new tokens, though the stored ones are valid", async () => {
    const { fixture, account } = await open();
    fixture.clock.forward({ seconds: 60 });
    const { status, headers, body } = await post(fixture, "/refresh-token");
    expect(status).toBe(200);
    const after = await accountAt(fixture, "google");
    expect(body).toEqual({
      accessToken: after.accessToken,
      refreshToken: null,
      tokenType: "Bearer",
      scopes: ["openid", "email", "profile"],
      idToken: after.idToken,
      accessTokenExpiresAt: after.accessTokenExpiresAt?.toISOString(),
    });
    expect(headers.get("cache-control")).toContain("no-store");
    expect(after.accessToken).not.toBe(account.accessToken);
    expect(after.accessTokenExpiresAt).toEqual(new Date(fixture.clock.now().getTime() + lifetime * 1000));
    expect(after.updatedAt).toEqual(fixture.clock.now());
  });

  test("shows the provider's refresh token over HTTP and to the server only where the app exposes it", async () => {
    for (const exposeRefreshToken of [false, true]) {
      const { fixture } = await open({ social: { exposeRefreshToken } });
      const { body } = await post(fixture, "/refresh-token");
      const { refreshToken, userId } = await accountAt(fixture, "google");
      const name = { userId, providerId: "google" };
      const shown = exposeRefreshToken ? refreshToken : null;
      expect(body.refreshToken).toBe(shown);
      expect((await fixture.auth.api.refreshUserToken(name)).refreshToken).toBe(shown);
      expect((await post(fixture, "/get-access-token")).body.refreshToken ?? null).toBe(shown);
      expect((await fixture.auth.api.getUserAccessToken(name)).refreshToken ?? null).toBe(shown);
    }
  });

  test("works repeatedly with a provider that accepts each refresh token once", async () => {
    const { fixture } = await open();
    await link(idp(), fixture, { provider: "example" });
    const seen = new Set<string | null>();
    for (let turn = 0; turn < 4; turn += 1) {
      expect((await post(fixture, "/refresh-token", { providerId: "example" })).status).toBe(200);
      seen.add((await accountAt(fixture, "example")).refreshToken);
    }
    expect(seen.size).toBe(4);
  });

  test("keeps refresh token, ID token and scopes that the provider does not send again", async () => {
    const { fixture, account } = await open();
    idp().fail({ tokenAnswer: ({ access_token, token_type }) => ({ access_token, token_type, expires_in: 60 }) });
    expect((await post(fixture, "/refresh-token")).status).toBe(200);
    const after = await accountAt(fixture, "google");
    expect(after).toMatchObject({
      refreshToken: account.refreshToken,
      idToken: account.idToken,
      scope: account.scope,
      accessTokenExpiresAt: new Date(fixture.clock.now().getTime() + 60_000),
    });
    expect(after.accessToken).not.toBe(account.accessToken);
  });

  test("stores the newly granted scopes", async () => {
    const { fixture } = await open();
    idp().fail({ tokenAnswer: (answer) => ({ ...answer, scope: "openid calendar" }) });
    expect((await post(fixture, "/refresh-token")).body.scopes).toEqual(["openid", "calendar"]);
    expect((await accountAt(fixture, "google")).scope).toBe("openid,calendar");
  });
});

describe.each(both)("%s", (path) => {
  test("needs a session", async () => {
    const { fixture } = await open();
    expect(await errorAt(fixture.visit(), path, { providerId: "google" })).toBe("401 UNAUTHORIZED");
  });

  test("ignores a user id in the input", async () => {
    const { fixture, account } = await open();
    const mallory = await fixture.signUp("mallory@example.com");
    const claimed = { userId: account.userId };
    expect(await errorAt(mallory, path, { providerId: "google", ...claimed })).toBe("400 ACCOUNT_NOT_FOUND");
    expect(await errorAt(mallory, path, { accountId: account.id, ...claimed })).toBe("400 ACCOUNT_NOT_FOUND");
    expect((await post(fixture, path, { providerId: "google", userId: mallory.user.id })).status).toBe(200);
  });

  test("does not find another user's account by any id", async () => {
    const { fixture, account } = await open();
    const mallory = await fixture.signUp("mallory@example.com");
    for (const accountId of [account.id, account.accountId]) {
      expect(await errorAt(mallory, path, { accountId })).toBe("400 ACCOUNT_NOT_FOUND");
      expect(await errorAt(mallory, path, { providerId: "google", accountId })).toBe("400 ACCOUNT_NOT_FOUND");
    }
    expect(await accountAt(fixture, "google")).toEqual(account);
  });

  test("finds an account by its provider, by the provider's number, and by its row", async () => {
    const { fixture, account } = await open();
    const names = [
      { providerId: "google" },
      { accountId: account.id },
      { accountId: ann.subject },
      { providerId: "google", accountId: account.id },
      { providerId: "google", accountId: ann.subject },
    ];
    for (const name of names) {
      expect((await post(fixture, path, name)).body).toMatchObject({ idToken: expect.any(String) });
    }
    expect(await errorAt(fixture, path, { providerId: "google", accountId: "119" })).toBe("400 ACCOUNT_NOT_FOUND");
    expect(await errorAt(fixture, path, { providerId: "example" })).toBe("400 ACCOUNT_NOT_FOUND");
  });

  test("of several accounts at one provider uses the named one", async () => {
    const { fixture, account } = await open();
    await come(idp(), fixture, { as: { ...ann, subject: "119" } });
    const second = await accountAt(fixture, "google", "119");
    expect(second.userId).toBe(account.userId);
    expect(await errorAt(fixture, path, { providerId: "google" })).toBe("400 VALIDATION_ERROR");
    for (const accountId of ["119", second.id]) {
      const { body } = await post(fixture, path, { providerId: "google", accountId });
      expect(body.accessToken).toBe((await accountAt(fixture, "google", "119")).accessToken);
    }
    expect(await accountAt(fixture, "google")).toEqual(account);
  });

  test("knows no provider that is not configured, and no password", async () => {
    const { fixture, account } = await open();
    await plantAccount(fixture, account.userId, { providerId: "gone", accountId: "1", accessToken: "left" });
    await plantAccount(fixture, account.userId, {
      providerId: "credential",
      accountId: account.userId,
      password: "a hash",
      accessToken: "none",
    });
    for (const name of [
      { providerId: "credential" },
      { accountId: account.userId },
      { providerId: "gone" },
      { accountId: "1" },
      { providerId: "__proto__" },
      { providerId: "Google" },
    ]) {
      const { status, body } = await post(fixture, path, name);
      expect({ status, code: body.code }).toEqual({ status: 400, code: "PROVIDER_NOT_FOUND" });
      expect(JSON.stringify(body)).not.toMatch(/a hash|left|none/);
    }
  });
});

describe("the server's own code", () => {
  test("gets and refreshes the tokens of any user, and no client does by these calls", async () => {
    const { fixture, account } = await open();
    const name = { userId: account.userId, providerId: "google" };
    expect(await fixture.auth.api.getUserAccessToken(name)).toMatchObject({ accessToken: account.accessToken });
    const refreshed = await fixture.auth.api.refreshUserToken(name);
    expect(refreshed.accessToken).toBe((await accountAt(fixture, "google")).accessToken);
    await expect(fixture.auth.api.getUserAccessToken({ ...name, userId: "nobody" })).rejects.toMatchObject({
      code: "ACCOUNT_NOT_FOUND",
    });
    for (const path of ["/get-user-access-token", "/refresh-user-token"]) {
      expect(await errorAt(fixture, path, name)).toBe("404 NOT_FOUND");
    }
  });
});
