import { createRemoteJWKSet, customFetch, decodeProtectedHeader, jwtVerify } from "jose";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { authorizationUrl, codeFor, comeBack, read, redeem, tokensFor, withToken } from "../../tests/oauth-client.js";
import {
  type Faults,
  type FaultyEndpoint,
  type IdentityProvider,
  startIdentityProvider,
} from "../identity-provider.js";
import type { Dialect } from "./dialect.js";
import { exampleDialect } from "./example.js";

let idp: IdentityProvider;
let example: Dialect;
beforeAll(async () => {
  idp = await startIdentityProvider();
  example = exampleDialect(idp.origin);
});
afterEach(() => idp.recover());
afterAll(() => idp.stop());

/** Sends a valid request to an endpoint, with the faults of `fail`. */
async function ask(endpoint: FaultyEndpoint, faults: Faults = {}): Promise<Response> {
  const code = await codeFor(idp, example);
  const tokens = endpoint === "profile" ? await tokensFor(idp, example) : null;
  idp.fail(faults);
  if (endpoint === "token") return redeem(idp, example, code);
  if (endpoint === "profile") {
    return idp.fetch(`${idp.origin}/userinfo`, { ...withToken(tokens?.access_token), redirect: "manual" });
  }
  return idp.fetch(`${idp.origin}${endpoint === "jwks" ? "/jwks" : "/.well-known/openid-configuration"}`);
}

const endpoints: readonly FaultyEndpoint[] = ["token", "profile", "jwks", "discovery"];

describe.each(endpoints)("the endpoint for %s", (endpoint) => {
  test("answers the configured status, text or JSON", async () => {
    const fails = (fault: object): Promise<Response> => ask(endpoint, { answers: { [endpoint]: fault } });
    expect((await fails({ status: 503 })).status).toBe(503);
    const text = await fails({ text: '{"access_token": "cut o' });
    expect([text.status, await text.text()]).toEqual([200, '{"access_token": "cut o']);
    const json = await fails({ status: 418, json: ["tea"] });
    expect([json.status, await json.json()]).toEqual([418, ["tea"]]);
  });

  test("hangs up", async () => {
    await expect(ask(endpoint, { answers: { [endpoint]: { hangsUp: true } } })).rejects.toThrow("fetch failed");
  });

  test("is slow", async () => {
    const started = performance.now();
    expect((await ask(endpoint, { answers: { [endpoint]: { slowMilliseconds: 150 } } })).status).toBe(200);
    expect(performance.now() - started).toBeGreaterThan(140);
  });

  test("works while another one is broken, and after recover()", async () => {
    const others = endpoints.filter((other) => other !== endpoint);
    const faults = { answers: Object.fromEntries(others.map((other) => [other, { status: 500 }])) };
    expect((await ask(endpoint, faults)).status).toBe(200);
    idp.fail({ answers: { [endpoint]: { status: 500 } } });
    idp.recover();
    expect((await ask(endpoint)).status).toBe(200);
  });
});

test("an endpoint redirects", async () => {
  const redirectTo = "https://attacker.example/token";
  const response = await ask("profile", { answers: { profile: { redirectTo } } });
  expect([response.status, response.headers.get("location")]).toEqual([307, redirectTo]);
});

test("the callback has the changed parameters, and no other changes", async () => {
  idp.fail({ callback: (parameters) => parameters.set("state", "another") });
  const parameters = await comeBack(idp, example);
  expect(parameters.get("state")).toBe("another");
  expect(parameters.get("code")).not.toBe(null);
});

test("an answer of the token endpoint is changed", async () => {
  idp.fail({ tokenAnswer: ({ access_token, ...others }) => ({ ...others, token_type: "mac" }) });
  const tokens = await tokensFor(idp, example);
  expect(tokens).not.toHaveProperty("access_token");
  expect(tokens).toMatchObject({ token_type: "mac", expires_in: 3600 });
});

test("a profile is changed, by its resource", async () => {
  const asked: string[] = [];
  const profile = (answer: unknown, url: string): unknown => {
    asked.push(url);
    return { ...Object(answer), sub: "somebody-else" };
  };
  expect(await read(await ask("profile", { profile }))).toMatchObject({ sub: "somebody-else", name: "Ada Lovelace" });
  expect(asked).toEqual([`${idp.origin}/userinfo`]);
});

describe("an ID token", () => {
  const idTokenWith = async (faults: Faults): Promise<string> => {
    idp.fail(faults);
    return String((await tokensFor(idp, example)).id_token);
  };
  const verify = (token: string): Promise<unknown> =>
    jwtVerify(token, createRemoteJWKSet(new URL(`${idp.origin}/jwks`), { [customFetch]: idp.fetch }), {
      issuer: idp.origin,
      audience: idp.clientId,
    }).then(({ payload }) => payload);

  test("without a fault is verified by its keys", async () => {
    const claims = await verify(await idTokenWith({}));
    expect(claims).toMatchObject({ sub: "ada", nonce: "the-nonce", email: "ada@example.com", email_verified: true });
  });

  test("has the changed claims, and a valid signature", async () => {
    const claims = await verify(await idTokenWith({ claims: (claims) => ({ ...claims, nonce: "another" }) }));
    expect(claims).toMatchObject({ sub: "ada", nonce: "another" });
  });

  test.each([
    ["none", { alg: "none" }, 'Unsupported "alg" value'],
    ["other key", { alg: "RS256", kid: "example-key-1" }, "signature verification failed"],
    ["public key as secret", { alg: "HS256", kid: "example-key-1" }, "Unsupported"],
    ["unknown key id", { alg: "RS256", kid: "another-key" }, "no applicable key found"],
  ] as const)("with the signature %s must be rejected", async (signature, header, reason) => {
    const token = await idTokenWith({ signature });
    expect(decodeProtectedHeader(token)).toEqual(header);
    await expect(verify(token)).rejects.toThrow(reason);
  });

  test("by a new key is valid, and so is one by the previous key", async () => {
    const before = await idTokenWith({});
    const after = await idTokenWith({ signature: "rotated key" });
    expect(decodeProtectedHeader(after).kid).not.toBe(decodeProtectedHeader(before).kid);
    expect(await verify(after)).toMatchObject({ sub: "ada" });
    expect(await verify(before)).toMatchObject({ sub: "ada" });
  });
});

test("a fault that throws is answered with its error, so that no test waits for it", async () => {
  idp.fail({
    tokenAnswer: () => {
      throw new Error("a mistake of the test");
    },
  });
  const response = await redeem(idp, example, await codeFor(idp, example));
  expect(response.status).toBe(500);
  expect(await response.text()).toContain("a mistake of the test");
});

test("the authorization page works while all else is broken", async () => {
  idp.fail({ answers: Object.fromEntries(endpoints.map((endpoint) => [endpoint, { status: 500 }])) });
  expect((await idp.fetch(authorizationUrl(idp, example))).status).toBe(200);
});
