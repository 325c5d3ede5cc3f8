import { createHmac } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import { describe, expect, test } from "vitest";
import { createMac } from "#digest";
import { readJwt, writeJwt } from "./jwt.js";

const key = new TextEncoder().encode("a key of this test");
const mac = createMac(key);
const now = new Date("2026-01-05T12:00:00.900Z");
const seconds = Math.floor(now.getTime() / 1000);
const hour = 3600;

const base64url = (text: string): string => Buffer.from(text).toString("base64url");
const signed = (header: string, claims: string, hash = "sha256"): string => {
  const input = `${base64url(header)}.${base64url(claims)}`;
  return `${input}.${createHmac(hash, key).update(input).digest("base64url")}`;
};

const rules = { type: "link", requiredClaims: ["exp", "iat"], now };
const read = (token: string) => readJwt(mac, token, rules);

/** What jose says of the token. */
const byJose = (token: string): Promise<unknown> =>
  jwtVerify(token, key, { algorithms: ["HS256"], typ: "link", currentDate: now, requiredClaims: ["exp", "iat"] }).then(
    ({ payload }) => payload,
    ({ code }: { readonly code?: string }) => (code === "ERR_JWT_EXPIRED" ? "expired" : "invalid"),
  );

const header = '{"alg":"HS256","typ":"link"}';
const dates = { iat: seconds, exp: seconds + hour };
const claims = JSON.stringify(dates);
const withClaims = (given: object): string => signed(header, JSON.stringify({ ...dates, ...given }));

describe("a JWT", () => {
  test("of ours is one for jose, and the other way round", async () => {
    const payload = { sub: "é👩‍🚀", list: [1, null, { x: true }] };
    const ours = writeJwt(mac, payload, { type: "link", now, lifetimeSeconds: hour });
    expect(await byJose(ours)).toEqual({ ...payload, ...dates });
    const theirs = await new SignJWT(payload)
      .setProtectedHeader({ alg: "HS256", typ: "link" })
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + hour)
      .sign(key);
    expect(read(theirs)).toEqual({ ...payload, ...dates });
    expect(ours).toBe(theirs);
  });

  test.each<[what: string, token: string]>([
    ["valid", withClaims({})],
    ["expired", withClaims({ exp: seconds })],
    ["valid for a last second", withClaims({ exp: seconds + 1 })],
    ["valid from now on", withClaims({ nbf: seconds })],
    ["not valid yet", withClaims({ nbf: seconds + 1 })],
    ["not valid yet and expired", withClaims({ nbf: seconds + 1, exp: seconds })],
    ["issued in the future", withClaims({ iat: seconds + hour })],
    ["without a date of issue", signed(header, JSON.stringify({ exp: seconds + hour }))],
    ["without an end", signed(header, JSON.stringify({ iat: seconds }))],
    ["with an end that is null", withClaims({ exp: null })],
    ["with an end that is a text", withClaims({ exp: String(seconds + hour) })],
    ["with a date of issue that is a text", withClaims({ iat: "now" })],
    ["with a beginning that is a text", withClaims({ nbf: "now" })],
    ["of no algorithm", `${base64url('{"alg":"none","typ":"link"}')}.${base64url(claims)}.`],
    ["that says to have no algorithm", signed('{"alg":"none","typ":"link"}', claims)],
    ["of a longer hash", signed('{"alg":"HS512","typ":"link"}', claims, "sha512")],
    ["that says to have a longer hash", signed('{"alg":"HS512","typ":"link"}', claims)],
    ["of an algorithm in small letters", signed('{"alg":"hs256","typ":"link"}', claims)],
    ["without an algorithm", signed('{"typ":"link"}', claims)],
    ["of another type", signed('{"alg":"HS256","typ":"other"}', claims)],
    ["without a type", signed('{"alg":"HS256"}', claims)],
    ["with a type that is no text", signed('{"alg":"HS256","typ":["link"]}', claims)],
    ["with an unknown demand", signed('{"alg":"HS256","typ":"link","crit":["x"],"x":1}', claims)],
    ["with no demands", signed('{"alg":"HS256","typ":"link","crit":[]}', claims)],
    ["whose header is a list", signed("[]", claims)],
    ["whose header is null", signed("null", claims)],
    ["whose header is no JSON", signed("{", claims)],
    ["whose claims are a list", signed(header, "[]")],
    ["whose claims are null", signed(header, "null")],
    ["whose claims are a text", signed(header, '"exp"')],
    ["whose claims are no JSON", signed(header, "{")],
    ["with a fourth part", `${withClaims({})}.`],
    ["without a signature", withClaims({}).replace(/[^.]+$/, "")],
    ["of two parts", withClaims({}).replace(/\.[^.]+$/, "")],
    ["with a shortened signature", withClaims({}).slice(0, -1)],
    ["with a longer signature", `${withClaims({})}A`],
  ])("that is %s is what jose says", async (_, token) => {
    expect(read(token)).toEqual(await byJose(token));
  });

  test("has a single text: no other spelling of its signature is valid", () => {
    const token = withClaims({});
    const last = token.at(-1) ?? "";
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    // The last character has two bits that base64url leaves open.
    const others = [...alphabet].filter((one) => one !== last).map((one) => token.slice(0, -1) + one);
    expect([...others, `${token}=`, `${token} `].filter((one) => read(one) !== "invalid")).toEqual([]);
    expect(read(token)).toEqual(dates);
  });

  test("of any type is read where none is asked for", () => {
    const bare = { type: null, requiredClaims: ["exp"], now };
    for (const given of ['{"alg":"HS256"}', '{"alg":"HS256","typ":"JWT"}'])
      expect(readJwt(mac, signed(given, claims), bare)).toEqual(dates);
  });

  test("of another key is invalid, expired or not", () => {
    const other = createMac(new TextEncoder().encode("another key"));
    for (const exp of [seconds - 1, seconds + 1]) expect(readJwt(other, withClaims({ exp }), rules)).toBe("invalid");
  });
});
