import { createRemoteJWKSet, customFetch, importJWK, jwtVerify } from "jose";
import jsonwebtoken from "jsonwebtoken";
import { type AuthorizationServer, customFetch as fetchOf, validateJwtAccessToken } from "oauth4webapi";
import { describe, expect, test } from "vitest";
import { email, issuer, open } from "./fixture.ts";

/** Verifiers that others have written accept the tokens, by the key set alone. */

const audience = "https://api.example.com";
const algorithms = ["ES256", "EdDSA", "RS256"] as const;

async function openSigned(algorithm: (typeof algorithms)[number]) {
  const fixture = open({ options: { algorithm, audiences: [audience] } });
  const { browser, user } = await fixture.signUp(email);
  fixture.clock.forward({ seconds: (Date.now() - fixture.clock.now().getTime()) / 1000 });
  await browser.post("/sign-in/email", { email, password: "correct horse battery staple" });
  return { fixture, user, token: await fixture.tokenOf(browser) };
}

describe.each(algorithms)("a token by %s", (algorithm) => {
  test("is accepted by bare jose, which fetches the keys", async () => {
    const { fixture, user, token } = await openSigned(algorithm);
    const keys = createRemoteJWKSet(new URL(`${issuer}/api/auth/jwks`), {
      [customFetch]: (url, init) => fixture.auth.handler(new Request(url, init)),
    });
    const rules = { issuer, audience, typ: "at+jwt", algorithms: [algorithm] };
    expect((await jwtVerify(token, keys, rules)).payload.sub).toBe(user.id);
  });

  test("is accepted by oauth4webapi as an access token of RFC 9068", async () => {
    const { fixture, user, token } = await openSigned(algorithm);
    const server: AuthorizationServer = { issuer, jwks_uri: `${issuer}/api/auth/jwks` };
    const request = new Request(audience, { headers: { authorization: `Bearer ${token}` } });
    const claims = await validateJwtAccessToken(server, request, audience, {
      [fetchOf]: (url, init) => fixture.auth.handler(new Request(url, init as RequestInit)),
      signingAlgorithms: [algorithm === "EdDSA" ? "Ed25519" : algorithm, algorithm],
    });
    expect(claims.sub).toBe(user.id);
  });
});

test.each(["ES256", "RS256"] as const)("a token by %s is accepted by jsonwebtoken", async (algorithm) => {
  const { fixture, user, token } = await openSigned(algorithm);
  const [jwk] = (await fixture.keySet()).keys;
  if (!jwk) throw new Error("no key");
  const key = await crypto.subtle.exportKey(
    "spki",
    (await importJWK(jwk, algorithm, { extractable: true })) as CryptoKey,
  );
  const pem = `-----BEGIN PUBLIC KEY-----\n${Buffer.from(key).toString("base64")}\n-----END PUBLIC KEY-----`;
  const claims = jsonwebtoken.verify(token, pem, { issuer, audience, algorithms: [algorithm] });
  expect(claims.sub).toBe(user.id);
});
