import { describe, expect, test } from "vitest";
import { checkSecretLength, keysOf, providerKey, secretsOf, standardKey, type WebhookSecret } from "./secret.js";

const text = (value: string): readonly number[] => [...Buffer.from(value, "utf8")];
const keys = (...secrets: readonly string[]): readonly (readonly number[])[] => keysOf(secrets).map((key) => [...key]);

describe("a secret is rejected when it is", () => {
  test.each<[string, unknown]>([
    ["empty", ""],
    ["white space", " \t\n"],
    ["a bare whsec_", "whsec_"],
    ["a bare polar_whs_", "polar_whs_"],
    ["a bare prefix in white space", " whsec_ \n"],
    ["a prefix with white space after it", "polar_whs_  "],
    ["an empty list", []],
    ["a list with an empty one", ["something", ""]],
    ["a list with a bare prefix", ["something", "whsec_"]],
    ["a list with undefined", ["something", undefined]],
    ["undefined", undefined],
    ["null", null],
    ["a number", 7],
    ["bytes", new Uint8Array([1, 2, 3])],
  ])("%s, with a TypeError that names the option", (_, secret) => {
    expect(() => secretsOf(secret as WebhookSecret)).toThrow(TypeError);
    expect(() => secretsOf(secret as WebhookSecret)).toThrow(/^secret: /);
  });
});

describe("a configured secret", () => {
  const base64 = (length: number): string => Buffer.alloc(length, 7).toString("base64");

  test.each([
    ["24 bytes of base64 after whsec_", `whsec_${base64(24)}`],
    ["64 bytes of it", `whsec_${base64(64)}`],
    ["24 bytes of it without padding", `whsec_${base64(25).replace(/=+$/, "")}`],
    ["24 characters after polar_whs_", `polar_whs_${"x".repeat(24)}`],
    ["24 characters without a prefix", "x".repeat(24)],
    ["24 bytes of UTF-8", "ü".repeat(12)],
    ["24 characters that are not base64 after whsec_", `whsec_${"-".repeat(24)}`],
    ["the form that the provider makes today", "f_z6exampleExampleExampleExampleExample1"],
  ])("may have %s", (_, secret) => {
    expect(() => checkSecretLength(secret)).not.toThrow();
    expect(() => checkSecretLength([secret, secret])).not.toThrow();
  });

  test.each([
    ["23 bytes of base64 after whsec_", `whsec_${base64(23)}`],
    ["24 characters of base64 after whsec_", `whsec_${"x".repeat(24)}`],
    ["23 characters after polar_whs_", `polar_whs_${"x".repeat(23)}`],
    ["23 characters without a prefix", "x".repeat(23)],
    ["23 characters and white space", ` ${"x".repeat(23)}\n`],
    ["one character", "x"],
    ["nothing", ""],
  ])("must not have %s, and no message holds it", (_, secret) => {
    for (const given of [secret, ["f_z6exampleExampleExampleExampleExample1", secret]]) {
      expect(() => checkSecretLength(given)).toThrow(TypeError);
      expect(() => checkSecretLength(given)).toThrow(/^secret: (?!.*xx)/);
    }
  });
});

describe("the keys of a secret", () => {
  test("are all of its UTF-8, and the base64 after whsec_", () => {
    expect(keys("whsec_c2VjcmV0IQ==")).toEqual([text("whsec_c2VjcmV0IQ=="), text("secret!")]);
  });

  test("are all of its UTF-8, and its bytes decoded from base64", () => {
    expect(keys("c2VjcmV0IQ==")).toEqual([text("c2VjcmV0IQ=="), text("secret!")]);
  });

  test.each(["c2VjcmV0IQ", "whsec_c2VjcmV0IQ"])("may lack the padding of base64: %s", (secret) => {
    expect(keys(secret)[1]).toEqual(text("secret!"));
  });

  test("may have set bits in the unused part of the last digit", () => {
    expect(keys("c2VjcmV0IR")[1]).toEqual(text("secret!"));
  });

  test.each([
    "polar_whs_c2VjcmV0IQ",
    "not-base64",
    "ünïcode",
    "a secret",
    "c2VjcmV0IQ===",
    "c2Vj=cmV0IQ",
    "abcde",
    "c2Vj_-V0",
    "whsec_not base64",
    "WHSEC_c2VjcmV0IQ==",
    "whsec_whsec_c2VjcmV0IQ==",
  ])("of %s are only its UTF-8", (secret) => {
    expect(keys(secret)).toEqual([text(secret)]);
  });

  test.each(["AAAA", "whsec_AAAAAAAAAAAAAAAA", "whsec_=", "=="])(
    "of %s are rejected, because HMAC treats them as the empty key",
    (secret) => {
      expect(keys(secret)).toEqual([text(secret)]);
    },
  );

  test("are there once, however often the secret is", () => {
    expect(keys("o-e", "o-e", "whsec_by1l", "by1l")).toEqual([text("o-e"), text("whsec_by1l"), text("by1l")]);
  });

  test("are made of the secret as it is, white space included", () => {
    expect([...providerKey(" a\n")]).toEqual(text(" a\n"));
    expect(standardKey(" c2VjcmV0IQ==")).toBeNull();
  });
});
