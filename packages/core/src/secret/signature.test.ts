import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { keysFor } from "./keys.js";
import { sign, verifySignature } from "./signature.js";

const keys = keysFor("cookie", ["a secret"]);
const other = keysFor("cookie", ["another secret"]);
const signed = sign(keys, "a label", "a value");

describe("a signed value", () => {
  test("is the value, a dot and 44 characters of base64", () => {
    expect(signed).toMatch(/^a value\.[A-Za-z0-9+/]{43}=$/);
  });

  test("verifies as the original value", () => {
    expect(verifySignature(keys, "a label", signed)).toBe("a value");
  });

  test.each(["a.b.c", ".", "é", "x".repeat(4000)])("verifies if it is %s", (value) => {
    expect(verifySignature(keys, "a label", sign(keys, "a label", value))).toBe(value);
  });

  test("verifies by an older key that is still listed, and is signed by the newest", () => {
    const both = keysFor("cookie", ["a new secret", "a secret"]);
    expect(verifySignature(both, "a label", signed)).toBe("a value");
    expect(sign(both, "a label", "a value")).not.toBe(signed);
  });
});

const signature = signed.slice(-44);
const flip = (text: string, at: number): string =>
  text.slice(0, at) + (text[at] === "A" ? "B" : "A") + text.slice(at + 1);

describe("null is the result of a signed value", () => {
  test.each([
    ["nothing", ""],
    ["a dot", "."],
    ["a value without a signature", "a value"],
    ["an empty signature", "a value."],
    ["a signature without a value", `.${signature}`],
    ["a signature without a dot", signature],
    ["another value", `b value.${signature}`],
    ["a longer value", `a values.${signature}`],
    ["the first character of the signature", flip(signed, 8)],
    ["the last character of the signature", flip(signed, signed.length - 2)],
    ["the padding", `${signed.slice(0, -1)}A`],
    ["no padding", signed.slice(0, -1)],
    ["more padding", `${signed}=`],
    ["a blank behind it", `${signed} `],
    ["a line break behind it", `${signed}\n`],
    [
      "the alphabet of URLs",
      signed
        .replaceAll("+", "-")
        .replaceAll("/", "_")
        .replace(/[^-_]$/, "_"),
    ],
    ["another character with the same first bits", `${signed.slice(0, -2)}${signed.at(-2) === "B" ? "C" : "B"}=`],
    ["44 zeros", `a value.${"\u0000".repeat(44)}`],
    ["44 characters of two bytes each", `a value.${"é".repeat(44)}`],
    ["half a surrogate pair", `a value.${signature.slice(0, -1)}\ud800`],
  ])("if it has %s", (_, tampered) => {
    expect(verifySignature(keys, "a label", tampered)).toBeNull();
  });

  test("if the value is empty", () => {
    expect(verifySignature(keys, "a label", sign(keys, "a label", ""))).toBeNull();
  });

  test("under another label", () => {
    expect(verifySignature(keys, "another label", signed)).toBeNull();
  });

  test("under another secret", () => {
    expect(verifySignature(other, "a label", signed)).toBeNull();
  });

  test("under the key of another purpose", () => {
    expect(verifySignature(keysFor("signed value", ["a secret"]), "a label", signed)).toBeNull();
  });

  test("if the secret itself was the key", () => {
    const naive = createHmac("sha256", "a secret").update("a value").digest("base64");
    expect(verifySignature(keys, "a label", `a value.${naive}`)).toBeNull();
  });
});
