import { createVerifier, TokenError, type VerifierOptions } from "@keyhold/jwt/verify";
import { calculateJwkThumbprint, exportJWK, exportSPKI, generateKeyPair, importJWK, type JWK, SignJWT } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import { memoryOf } from "../src/keys/memory.js";
import { jwksModel } from "../src/models.js";
import { email, type Fixture, issuer, open, read } from "./fixture.ts";

/**
 * The attacks of RFC 8725 and of the reports about JWT libraries, each against both verifiers: `verifyJwt` of the server
 * and `createVerifier` of other services.
 */

const text = new TextEncoder();
const encode = (value: string | Uint8Array): string => Buffer.from(value).toString("base64url");
const json = (value: unknown): string => encode(JSON.stringify(value));
const otherPair = await generateKeyPair("ES256", { extractable: true });

/** What an attack starts from: the parts of a valid token, and the key that has signed it. */
interface Valid {
  readonly token: string;
  readonly parts: readonly [string, string, string];
  readonly header: { readonly alg: string; readonly typ: string; readonly kid: string };
  readonly claims: Readonly<Record<string, unknown>>;
  readonly publicJwk: JWK;
  /** Signs any header and claims, also such that the plugin never signs, by the right key. */
  sign(header: object, claims: object | string): Promise<string>;
}

type Attack = (valid: Valid) => string | Promise<string>;

let fixture: Fixture;
let valid: Valid;

beforeAll(async () => {
  fixture = open();
  const { browser } = await fixture.signUp(email);
  const token = await fixture.tokenOf(browser);
  const { header, claims } = read(token);
  const key = memoryOf(fixture.ctx()).opened?.key as CryptoKey;
  const [publicJwk] = (await fixture.keySet()).keys as [JWK];
  valid = {
    token,
    parts: token.split(".") as [string, string, string],
    header: header as Valid["header"],
    claims,
    publicJwk,
    async sign(header, claims) {
      const input = `${json(header)}.${typeof claims === "string" ? encode(claims) : json(claims)}`;
      const signature = await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, key, text.encode(input));
      return `${input}.${encode(new Uint8Array(signature))}`;
    },
  };
});

async function macWith(secret: string | Uint8Array, { header, parts }: Valid, alg = "HS256"): Promise<string> {
  const bytes = typeof secret === "string" ? text.encode(secret) : Uint8Array.from(secret);
  const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const input = `${json({ ...header, alg })}.${parts[1]}`;
  return `${input}.${encode(new Uint8Array(await crypto.subtle.sign("HMAC", key, text.encode(input))))}`;
}

/** The members of an object as JSON, and one more member, even if the object has the member. */
const withMember = (value: object, name: string, member: unknown, isFirst = false): string => {
  const own = JSON.stringify(value).slice(1, -1);
  const more = `${JSON.stringify(name)}:${JSON.stringify(member)}`;
  return isFirst ? `{${more},${own}}` : `{${own},${more}}`;
};

const seconds = (): number => Math.floor(fixture.clock.now().getTime() / 1000);

const attacks: Readonly<Record<string, readonly [code: string, attack: Attack]>> = {
  // 2.1 and 3.1: the algorithm is not chosen by the token.
  "`alg` none, without a signature": [
    "TOKEN_MALFORMED",
    ({ header, parts }) => `${json({ ...header, alg: "none" })}.${parts[1]}.`,
  ],
  "`alg` none, with the signature": [
    "TOKEN_ALGORITHM_NOT_ALLOWED",
    ({ header, parts }) => `${json({ ...header, alg: "none" })}.${parts[1]}.${parts[2]}`,
  ],
  "`alg` nOnE": [
    "TOKEN_ALGORITHM_NOT_ALLOWED",
    ({ header, parts }) => `${json({ ...header, alg: "nOnE" })}.${parts[1]}.${parts[2]}`,
  ],
  "HS256 with the public key as a JWK": [
    "TOKEN_ALGORITHM_NOT_ALLOWED",
    (valid) => macWith(JSON.stringify(valid.publicJwk), valid),
  ],
  "HS256 with the public key as PEM": [
    "TOKEN_ALGORITHM_NOT_ALLOWED",
    async (valid) => macWith(await exportSPKI((await importJWK(valid.publicJwk, "ES256")) as CryptoKey), valid),
  ],
  "HS256 with an empty secret": ["TOKEN_ALGORITHM_NOT_ALLOWED", (valid) => macWith(new Uint8Array(1), valid)],
  "the MAC of the public key, with the right `alg`": [
    "TOKEN_SIGNATURE_INVALID",
    (valid) => macWith(JSON.stringify(valid.publicJwk), valid, "ES256"),
  ],
  "EdDSA with a key for ES256": [
    "TOKEN_ALGORITHM_NOT_ALLOWED",
    ({ header, claims, sign }) => sign({ ...header, alg: "EdDSA" }, claims),
  ],
  "RS256 with a key for ES256": [
    "TOKEN_ALGORITHM_NOT_ALLOWED",
    ({ header, claims, sign }) => sign({ ...header, alg: "RS256" }, claims),
  ],
  ES384: ["TOKEN_ALGORITHM_NOT_ALLOWED", ({ header, claims, sign }) => sign({ ...header, alg: "ES384" }, claims)],
  "`alg` as a list": [
    "TOKEN_ALGORITHM_NOT_ALLOWED",
    ({ header, claims, sign }) => sign({ ...header, alg: ["ES256"] }, claims),
  ],
  "without `alg`": [
    "TOKEN_ALGORITHM_NOT_ALLOWED",
    ({ header: { alg: _, ...header }, claims, sign }) => sign(header, claims),
  ],

  // 3.3: all cryptographic operations are validated.
  "a changed claim": [
    "TOKEN_SIGNATURE_INVALID",
    ({ parts, claims }) => [parts[0], json({ ...claims, sub: "another" }), parts[2]].join("."),
  ],
  "the signature of zeros (CVE-2022-21449)": [
    "TOKEN_SIGNATURE_INVALID",
    ({ parts }) => [parts[0], parts[1], encode(new Uint8Array(64))].join("."),
  ],
  "a signature in DER": [
    "TOKEN_SIGNATURE_INVALID",
    ({ parts }) => [parts[0], parts[1], encode(Uint8Array.from([0x30, 0x06, 2, 1, 1, 2, 1, 1]))].join("."),
  ],
  "another key": [
    "TOKEN_SIGNATURE_INVALID",
    ({ header, claims }) => new SignJWT(claims).setProtectedHeader(header).sign(otherPair.privateKey),
  ],
  "a signature with padding": ["TOKEN_MALFORMED", ({ token }) => `${token}=`],
  "a line break at the end": ["TOKEN_MALFORMED", ({ token }) => `${token}\n`],
  "four parts": ["TOKEN_MALFORMED", ({ token }) => `${token}.e30`],
  "five parts, as of an encrypted token": ["TOKEN_MALFORMED", ({ parts }) => [...parts, "e30", "e30"].join(".")],
  "a JSON serialization": [
    "TOKEN_MALFORMED",
    ({ parts }) => JSON.stringify({ protected: parts[0], payload: parts[1], signature: parts[2] }),
  ],
  "an empty text": ["TOKEN_MALFORMED", () => ""],
  "percent signs": ["TOKEN_MALFORMED", () => "%.%.%"],
  "a header that is no JSON": ["TOKEN_MALFORMED", ({ parts }) => [encode("{"), parts[1], parts[2]].join(".")],
  "a header that is a list": ["TOKEN_MALFORMED", ({ parts }) => [json([]), parts[1], parts[2]].join(".")],
  "a header that is no UTF-8": [
    "TOKEN_MALFORMED",
    ({ parts }) => [encode(Uint8Array.of(0x7b, 0xff, 0x7d)), parts[1], parts[2]].join("."),
  ],
  "claims that are a text": ["TOKEN_MALFORMED", ({ header, sign }) => sign(header, '"admin"')],

  // 3.5 and 3.10: the received key is not trusted.
  "an embedded `jwk`": [
    "TOKEN_SIGNATURE_INVALID",
    async ({ header, claims }) =>
      new SignJWT(claims)
        .setProtectedHeader({ ...header, jwk: await exportJWK(otherPair.publicKey) })
        .sign(otherPair.privateKey),
  ],
  "an embedded `jwk` with its thumbprint as `kid`": [
    "TOKEN_KEY_UNKNOWN",
    async ({ header, claims }) => {
      const jwk = await exportJWK(otherPair.publicKey);
      const kid = await calculateJwkThumbprint(jwk);
      return new SignJWT(claims).setProtectedHeader({ ...header, jwk, kid }).sign(otherPair.privateKey);
    },
  ],
  "a `jku` of the attacker": [
    "TOKEN_SIGNATURE_INVALID",
    ({ header, claims }) =>
      new SignJWT(claims)
        .setProtectedHeader({ ...header, jku: "https://evil.example/jwks" })
        .sign(otherPair.privateKey),
  ],
  "an `x5u` and an `x5c` of the attacker": [
    "TOKEN_SIGNATURE_INVALID",
    ({ header, claims }) =>
      new SignJWT(claims)
        .setProtectedHeader({ ...header, x5u: "https://evil.example/cert", x5c: ["MIIB"] })
        .sign(otherPair.privateKey),
  ],
  "a `kid` that is a path": [
    "TOKEN_KEY_UNKNOWN",
    ({ header, claims, sign }) => sign({ ...header, kid: "../../../dev/null" }, claims),
  ],
  "a `kid` that is SQL": [
    "TOKEN_KEY_UNKNOWN",
    ({ header, claims, sign }) => sign({ ...header, kid: "' OR '1'='1" }, claims),
  ],
  "a `kid` of the prototype": [
    "TOKEN_KEY_UNKNOWN",
    ({ header, claims, sign }) => sign({ ...header, kid: "__proto__" }, claims),
  ],
  "a `kid` that is no text": [
    "TOKEN_KEY_UNKNOWN",
    ({ header, claims, sign }) => sign({ ...header, kid: { $ne: null } }, claims),
  ],
  "without `kid`": ["TOKEN_KEY_UNKNOWN", ({ header: { kid: _, ...header }, claims, sign }) => sign(header, claims)],
  "an unknown `crit`": ["TOKEN_MALFORMED", ({ header, claims, sign }) => sign({ ...header, crit: ["exp"] }, claims)],
  "an empty `crit`": ["TOKEN_MALFORMED", ({ header, claims, sign }) => sign({ ...header, crit: [] }, claims)],
  "`b64` false": [
    "TOKEN_MALFORMED",
    ({ header, claims, sign }) => sign({ ...header, b64: false, crit: ["b64"] }, claims),
  ],

  // 3.8 and 3.9: issuer and audience.
  "a foreign issuer": [
    "TOKEN_ISSUER_NOT_ALLOWED",
    ({ header, claims, sign }) => sign(header, { ...claims, iss: "https://evil.example" }),
  ],
  "the issuer with a slash": [
    "TOKEN_ISSUER_NOT_ALLOWED",
    ({ header, claims, sign }) => sign(header, { ...claims, iss: `${issuer}/` }),
  ],
  "a list of issuers": [
    "TOKEN_ISSUER_NOT_ALLOWED",
    ({ header, claims, sign }) => sign(header, { ...claims, iss: [issuer] }),
  ],
  "without an issuer": [
    "TOKEN_ISSUER_NOT_ALLOWED",
    ({ header, claims: { iss: _, ...claims }, sign }) => sign(header, claims),
  ],
  "a foreign audience": [
    "TOKEN_AUDIENCE_NOT_ALLOWED",
    ({ header, claims, sign }) => sign(header, { ...claims, aud: "https://other.example.com" }),
  ],
  "an audience that begins alike": [
    "TOKEN_AUDIENCE_NOT_ALLOWED",
    ({ header, claims, sign }) => sign(header, { ...claims, aud: `${issuer}.evil.example` }),
  ],
  "an empty list of audiences": [
    "TOKEN_AUDIENCE_NOT_ALLOWED",
    ({ header, claims, sign }) => sign(header, { ...claims, aud: [] }),
  ],
  "without an audience": [
    "TOKEN_AUDIENCE_NOT_ALLOWED",
    ({ header, claims: { aud: _, ...claims }, sign }) => sign(header, claims),
  ],

  // 3.11 and 3.12: the kinds of tokens.
  "an ID token in place of an access token": [
    "TOKEN_TYPE_NOT_ALLOWED",
    ({ header, claims, sign }) => sign({ ...header, typ: "JWT" }, { ...claims, nonce: "n" }),
  ],
  "a logout token in place of an access token": [
    "TOKEN_TYPE_NOT_ALLOWED",
    ({ header, claims, sign }) => sign({ ...header, typ: "logout+jwt" }, claims),
  ],
  "a token of `signJwt` in place of an access token": [
    "TOKEN_TYPE_NOT_ALLOWED",
    async ({ claims }) => (await fixture.auth.api.signJwt({ payload: { sub: claims.sub } })).token,
  ],
  "without `typ`": [
    "TOKEN_TYPE_NOT_ALLOWED",
    ({ header: { typ: _, ...header }, claims, sign }) => sign(header, claims),
  ],

  // Times (RFC 7519, section 4.1).
  "expired by a second": [
    "TOKEN_EXPIRED",
    ({ header, claims, sign }) => sign(header, { ...claims, exp: seconds() - 1 }),
  ],
  "an end now": ["TOKEN_EXPIRED", ({ header, claims, sign }) => sign(header, { ...claims, exp: seconds() })],
  "an end that is a text": [
    "TOKEN_CLAIM_INVALID",
    ({ header, claims, sign }) => sign(header, { ...claims, exp: "9999999999" }),
  ],
  "without an end": ["TOKEN_CLAIM_INVALID", ({ header, claims: { exp: _, ...claims }, sign }) => sign(header, claims)],
  "without `iat`": ["TOKEN_CLAIM_INVALID", ({ header, claims: { iat: _, ...claims }, sign }) => sign(header, claims)],
  "a beginning in a minute": [
    "TOKEN_NOT_YET_VALID",
    ({ header, claims, sign }) => sign(header, { ...claims, nbf: seconds() + 60 }),
  ],
  "a beginning that is a text": [
    "TOKEN_CLAIM_INVALID",
    ({ header, claims, sign }) => sign(header, { ...claims, nbf: "0" }),
  ],
  "a subject that is an object": [
    "TOKEN_CLAIM_INVALID",
    ({ header, claims, sign }) => sign(header, { ...claims, sub: { id: 1 } }),
  ],

  // 2.4 and RFC 7519, section 4: a member twice, which readers read differently.
  "`sub` twice": ["TOKEN_MALFORMED", ({ header, claims, sign }) => sign(header, withMember(claims, "sub", "admin"))],
  "`sub` twice, the first foreign": [
    "TOKEN_MALFORMED",
    ({ header, claims, sign }) => sign(header, withMember(claims, "sub", "admin", true)),
  ],
  "`exp` twice in another spelling": [
    "TOKEN_MALFORMED",
    ({ header, claims, sign }) =>
      sign(header, JSON.stringify({ ...claims, more: 1 }).replace('"more":1', '"\\u0065xp":9999999999')),
  ],
  "`alg` twice in the header": [
    "TOKEN_MALFORMED",
    ({ header, parts }) => [encode(withMember(header, "alg", "none")), parts[1], parts[2]].join("."),
  ],

  // Size.
  "over 8 KiB": ["TOKEN_TOO_LARGE", ({ header, claims, sign }) => sign(header, { ...claims, more: "x".repeat(6200) })],
};

const options = (): VerifierOptions => ({
  issuer,
  audience: issuer,
  keys: { keys: [valid.publicJwk] },
  now: () => fixture.clock.now(),
});

const refusalOf = (work: Promise<unknown>): Promise<TokenError> =>
  work.then(
    () => expect.unreachable("the token was accepted"),
    (error: unknown) => (error instanceof TokenError ? error : expect.unreachable(String(error))),
  );

describe("the valid token", () => {
  test("is accepted by both, also with several audiences and another spelling of its type", async () => {
    const verify = createVerifier(options());
    const { header, claims, sign, token } = valid;
    const also = [
      await sign(header, { ...claims, exp: seconds() + 300, aud: ["other", issuer] }),
      await sign({ ...header, typ: "application/AT+jwt" }, { ...claims, exp: seconds() + 300 }),
      await sign(header, { ...claims, exp: seconds() + 300, nbf: seconds() - 1, name: "Zoë 𝒵 \u2028" }),
    ];
    for (const good of [token, ...also]) {
      expect((await verify(good)).sub).toBe(claims.sub);
      expect((await fixture.verify(good))?.sub).toBe(claims.sub);
    }
  });
});

describe.each(Object.entries(attacks))("%s", (_, [code, attack]) => {
  test("is refused by `createVerifier`, and no claim is in the error", async () => {
    const error = await refusalOf(createVerifier(options())(await attack(valid)));
    expect(error.code).toBe(code);
    expect(error.cause).toBe(undefined);
    const shown = JSON.stringify({ ...error, message: error.message, stack: error.stack });
    for (const claim of [valid.claims.sub, valid.claims.sid, valid.claims.jti]) expect(shown).not.toContain(claim);
    expect(Object.keys(error).sort()).toEqual(["code", "name"]);
  });

  test("is refused by `verifyJwt` and `introspect`", async () => {
    const token = await attack(valid);
    expect(await fixture.verify(token)).toBe(null);
    expect(await fixture.auth.api.introspect({ token })).toEqual({ active: false });
  });
});

test("a verifier without an issuer, an audience or an algorithm is an error of the program", () => {
  const given = { issuer, audience: issuer };
  for (const wrong of [
    { issuer: "" },
    { audience: "" },
    { audience: [] },
    { algorithms: [] },
    { algorithms: ["HS256"] },
  ])
    expect(() => createVerifier({ ...given, ...wrong } as VerifierOptions)).toThrow(TypeError);
  expect(() => createVerifier({ ...given, jwksUrl: "http://app.example.com/jwks" })).toThrow(/must come by https/);
  expect(() => createVerifier({ ...given, issuer: "http://localhost:3000" })).not.toThrow();
});

test("a token of another algorithm is accepted only if the verifier lists the algorithm", async () => {
  const other = open({ options: { algorithm: "RS256" } });
  const token = await other.tokenOf((await other.signUp(email)).browser);
  const keys = (await other.keySet()) as VerifierOptions["keys"] & object;
  const error = await refusalOf(createVerifier({ issuer, audience: issuer, keys })(token));
  expect(error.code).toBe("TOKEN_ALGORITHM_NOT_ALLOWED");
  const verify = createVerifier({
    issuer,
    audience: issuer,
    keys,
    algorithms: ["RS256"],
    now: () => other.clock.now(),
  });
  expect((await verify(token)).iss).toBe(issuer);
});

test("a key set with a symmetric key, or a key for encryption, gives no key for these", async () => {
  const { kid } = valid.header;
  const keys = [
    { kty: "oct", k: encode("secret"), kid, alg: "HS256" },
    { ...valid.publicJwk, use: "enc" },
  ];
  const error = await refusalOf(createVerifier({ ...options(), keys: { keys } })(valid.token));
  expect(error.code).toBe("TOKEN_KEY_UNKNOWN");
});

test("an RSA key of fewer than 2048 bits is no key (RFC 7518, section 3.3)", async () => {
  const method = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256", publicExponent: Uint8Array.of(1, 0, 1) };
  const codes: string[] = [];
  for (const modulusLength of [1024, 2048]) {
    const pair = await crypto.subtle.generateKey({ ...method, modulusLength }, true, ["sign", "verify"]);
    const keys = [{ ...(await exportJWK(pair.publicKey)), kid: "rsa", alg: "RS256" }];
    const input = `${json({ alg: "RS256", typ: "at+jwt", kid: "rsa" })}.${valid.parts[1]}`;
    const signature = await crypto.subtle.sign(method.name, pair.privateKey, text.encode(input));
    const verify = createVerifier({ ...options(), keys: { keys }, algorithms: ["RS256"] });
    const token = `${input}.${encode(new Uint8Array(signature))}`;
    codes.push(
      await verify(token).then(
        () => "valid",
        ({ code }: TokenError) => code,
      ),
    );
  }
  expect(codes).toEqual(["TOKEN_KEY_UNKNOWN", "valid"]);
});

test("a row with a symmetric or a private key publishes none", async () => {
  const row = { privateKey: "", createdAt: fixture.ctx().now(), publishedUntil: null };
  const jwk = await exportJWK(otherPair.privateKey);
  for (const publicKey of [JSON.stringify({ kty: "oct", k: "c2VjcmV0" }), "no JSON", JSON.stringify(jwk)])
    await fixture.ctx().db.insert(jwksModel, { ...row, publicKey }, { onConflict: () => expect.unreachable() });
  const shown = JSON.stringify(await fixture.keySet());
  expect(shown).not.toContain('"d"');
  expect(shown).not.toContain("oct");
  expect((await fixture.keySet()).keys).toHaveLength(2);
});
