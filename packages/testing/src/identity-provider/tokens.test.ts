import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  askForTokens,
  codeFor,
  read,
  redeem,
  refresh,
  tokensFor,
  verifier,
  withToken,
} from "../../tests/oauth-client.js";
import { createClock } from "../clock.js";
import { dialects, type IdentityProvider, startIdentityProvider } from "../identity-provider.js";
import type { Dialect } from "./dialect.js";
import { exampleDialect } from "./example.js";

const { google } = dialects;
const clock = createClock();
let idp: IdentityProvider;
let example: Dialect;
beforeAll(async () => {
  idp = await startIdentityProvider();
  example = exampleDialect(idp.origin);
});
beforeEach(() => idp.useClock(clock.now));
afterEach(() => idp.recover());
afterAll(() => idp.stop());

/** Status and code of an error. */
async function refusalOf(asked: Promise<Response>): Promise<readonly [number, unknown]> {
  const response = await asked;
  return [response.status, (await read(response)).error];
}
const invalidGrant = [400, "invalid_grant"];
const userinfo = (token: unknown): Promise<Response> => idp.fetch(`${idp.origin}/userinfo`, withToken(token));

describe("a code", () => {
  test("is good for tokens", async () => {
    const response = await redeem(idp, example, await codeFor(idp, example));
    expect(response.headers.get("cache-control")).toBe("no-store");
    const tokens = await read(response);
    expect(tokens).toEqual({
      access_token: expect.any(String),
      token_type: "bearer",
      expires_in: 3600,
      refresh_token: expect.any(String),
      scope: "openid email",
      id_token: expect.any(String),
    });
    expect(await read(await userinfo(tokens.access_token))).toMatchObject({ sub: "ada" });
  });

  test("is good once", async () => {
    const code = await codeFor(idp, example);
    expect((await redeem(idp, example, code)).status).toBe(200);
    expect(await refusalOf(redeem(idp, example, code))).toEqual(invalidGrant);
  });

  test("is good for ten minutes", async () => {
    const [early, late] = [await codeFor(idp, example), await codeFor(idp, example)];
    clock.forward({ seconds: 599 });
    expect((await redeem(idp, example, early)).status).toBe(200);
    clock.forward({ seconds: 1 });
    expect(await refusalOf(redeem(idp, example, late))).toEqual(invalidGrant);
  });

  test.each([
    ["another verifier", { code_verifier: "another-verifier-of-no-fewer-than-forty-three-characters" }],
    ["no verifier", { code_verifier: null }],
    ["another redirect URI", { redirect_uri: "https://app.example.com/another" }],
    ["no redirect URI", { redirect_uri: null }],
    ["a code that was never issued", { code: "made-up" }],
    ["no code", { code: null }],
  ])("is invalid with %s", async (_, changes) => {
    const code = await codeFor(idp, example);
    expect(await refusalOf(redeem(idp, example, code, changes))).toEqual(invalidGrant);
  });

  test("is invalid after a use with another verifier", async () => {
    const code = await codeFor(idp, example);
    await redeem(idp, example, code, { code_verifier: "v".repeat(43) });
    expect(await refusalOf(redeem(idp, example, code))).toEqual(invalidGrant);
  });

  test("that was requested without a challenge is invalid with a verifier", async () => {
    const bare = { code_challenge: null, code_challenge_method: null };
    const taken = redeem(idp, google, await codeFor(idp, google, bare), { code_verifier: null });
    expect((await taken).status).toBe(200);
    const injected = redeem(idp, google, await codeFor(idp, google, bare), { code_verifier: verifier });
    expect(await refusalOf(injected)).toEqual(invalidGrant);
  });

  test("answers an ID token only if it was requested", async () => {
    expect(await tokensFor(idp, example, { scope: "email" })).not.toHaveProperty("id_token");
  });
});

describe("a token request", () => {
  test("with a grant type that RFC 6749 does not have fails", async () => {
    const asked = askForTokens(idp, example, { grant_type: "password", username: "ada", password: "secret" });
    expect(await refusalOf(asked)).toEqual([400, "unsupported_grant_type"]);
  });

  test("without a form, or with a secret in its URL, fails", async () => {
    const code = await codeFor(idp, example);
    const asJson = { headers: { "content-type": "application/json" } };
    expect(await refusalOf(redeem(idp, example, code, {}, asJson))).toEqual([400, "invalid_request"]);
    for (const name of ["client_secret", "code_verifier"]) {
      const inUrl = redeem(idp, example, code, {}, { query: `?${name}=anything` });
      expect(await refusalOf(inUrl)).toEqual([400, "invalid_request"]);
    }
    expect((await redeem(idp, example, code)).status).toBe(200);
  });

  test("is a POST", async () => {
    expect((await idp.fetch(example.tokenUrl)).status).toBe(404);
  });

  const all = [exampleDialect("http://127.0.0.1"), ...Object.values(dialects)];
  test.each(all.map(({ id, name }) => ({ id, name })))("to $name has the secret in one place", async ({ id }) => {
    const dialect = Object.values(dialects).find((spoken) => spoken.id === id) ?? example;
    const { clientAuthentication: own = "post", refusedStatus = 401, isSecret } = dialect;
    const code = await codeFor(idp, dialect);
    const other = own === "post" ? "basic" : "post";
    const wrongSecrets = isSecret ? [] : ([{ secret: "a wrong one" }, { secret: "" }] as const);
    for (const request of [{ way: other }, { way: "both" }, ...wrongSecrets] as const) {
      expect(await refusalOf(redeem(idp, dialect, code, {}, request))).toEqual([refusedStatus, "invalid_client"]);
    }
    if (!isSecret) expect((await redeem(idp, dialect, code)).status).toBe(200);
  });

  const basic = Object.values(dialects).filter(({ clientAuthentication }) => clientAuthentication === "basic");
  test.each(basic)("to $name has the secret in its header as $name reads it", async (dialect) => {
    const secret = "p+q/r";
    const strange = await startIdentityProvider({ clientSecret: secret, now: clock.now });
    try {
      const statusOf = async (sent: string): Promise<number> =>
        (await redeem(strange, dialect, await codeFor(strange, dialect), {}, { secret: sent })).status;
      const [right, wrong] = dialect.decodesBasic === false ? [secret, "p%2Bq%2Fr"] : ["p%2Bq%2Fr", secret];
      expect([await statusOf(right), await statusOf(wrong)]).toEqual([200, dialect.refusedStatus ?? 401]);
    } finally {
      await strange.stop();
    }
  });

  const withoutPkce = Object.values(dialects).filter(({ pkce }) => pkce === "refused");
  test.each(withoutPkce)("to $name fails with a verifier", async (dialect) => {
    const asked = redeem(idp, dialect, await codeFor(idp, dialect), { code_verifier: verifier });
    expect((await asked).ok).toBe(false);
    expect((await redeem(idp, dialect, await codeFor(idp, dialect))).status).toBe(200);
  });

  test("of an unregistered app fails", async () => {
    const attacker = { clientId: "another-app", clientSecret: idp.clientSecret };
    const code = await codeFor(idp, example);
    const asked = redeem(Object.assign(Object.create(idp), attacker), example, code);
    expect(await refusalOf(asked)).toEqual([401, "invalid_client"]);
  });
});

describe("a refresh token", () => {
  test("that rotates can be used once, and is replaced", async () => {
    const first = await tokensFor(idp, example);
    const second = await read(await refresh(idp, example, first.refresh_token));
    expect(second.access_token).not.toBe(first.access_token);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(await refusalOf(refresh(idp, example, first.refresh_token))).toEqual(invalidGrant);
    expect((await refresh(idp, example, second.refresh_token)).status).toBe(200);
  });

  test("of sixteen concurrent uses succeeds once", async () => {
    const { refresh_token: token } = await tokensFor(idp, example);
    const answers = await Promise.all(Array.from({ length: 16 }, () => refresh(idp, example, token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("that is kept can be used repeatedly, and is not replaced", async () => {
    const { refresh_token: token } = await tokensFor(idp, google, { access_type: "offline" });
    for (const _ of [1, 2]) {
      const response = await refresh(idp, google, token);
      expect(response.status).toBe(200);
      expect(await read(response)).not.toHaveProperty("refresh_token");
    }
  });

  test("is issued only if it was requested in the provider's way", async () => {
    expect(await tokensFor(idp, google)).not.toHaveProperty("refresh_token");
    expect(await refusalOf(refresh(idp, google, undefined))).toEqual(invalidGrant);
  });
});

describe("an access token", () => {
  test("is valid until it expires; a missing or invented one is not", async () => {
    const { access_token: token } = await tokensFor(idp, example);
    clock.forward({ seconds: 3599 });
    expect((await userinfo(token)).status).toBe(200);
    clock.forward({ seconds: 1 });
    expect(await refusalOf(userinfo(token))).toEqual([401, "invalid_token"]);
    expect(await refusalOf(userinfo("made-up"))).toEqual([401, "invalid_token"]);
    expect(await refusalOf(idp.fetch(`${idp.origin}/userinfo`))).toEqual([401, "invalid_token"]);
  });

  test("and all refresh tokens end when the provider revokes them", async () => {
    const tokens = await tokensFor(idp, example);
    idp.revokeAll();
    expect(await refusalOf(userinfo(tokens.access_token))).toEqual([401, "invalid_token"]);
    expect(await refusalOf(refresh(idp, example, tokens.refresh_token))).toEqual(invalidGrant);
    expect((await userinfo((await tokensFor(idp, example)).access_token)).status).toBe(200);
  });
});

describe("a token of one provider", () => {
  test("is invalid at another one of the same server", async () => {
    const fromExample = await codeFor(idp, example);
    const fromGoogle = await codeFor(idp, google);
    expect(await refusalOf(redeem(idp, google, fromExample))).toEqual(invalidGrant);
    expect(await refusalOf(redeem(idp, example, fromGoogle))).toEqual(invalidGrant);

    const tokens = await tokensFor(idp, google, { access_type: "offline" });
    expect(await refusalOf(refresh(idp, example, tokens.refresh_token))).toEqual(invalidGrant);
    expect(await refusalOf(userinfo(tokens.access_token))).toEqual([401, "invalid_token"]);
  });

  test("is invalid at another server", async () => {
    const second = await startIdentityProvider({ clientId: "second-app", clientSecret: "second-secret" });
    try {
      const code = await codeFor(idp, google);
      expect(await refusalOf(redeem(second, google, code))).toEqual(invalidGrant);
      expect((await redeem(idp, google, code)).status).toBe(200);
      const refused = second.authorize(`${google.authorizationUrl}?response_type=code&client_id=${idp.clientId}`);
      await expect(refused).rejects.toThrow("invalid_request: client_id");
    } finally {
      await second.stop();
    }
  });
});
