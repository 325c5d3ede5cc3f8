import { randomBytes, randomInt } from "node:crypto";
import {
  decodeBase64IgnorePadding,
  decodeBase64urlIgnorePadding,
  decodeHex,
  encodeBase64,
  encodeBase64NoPadding,
  encodeBase64urlNoPadding,
  encodeHexLowerCase,
} from "@oslojs/encoding";
import { describe, expect, test } from "vitest";
import { fromBase64, fromBase64url, fromHex, toBareBase64, toBase64, toBase64url, toHex } from "./bytes.js";

/** The result of a library that throws for a malformed text. */
const orNull =
  (decode: (text: string) => Uint8Array) =>
  (text: string): readonly number[] | null => {
    try {
      return [...decode(text)];
    } catch {
      return null;
    }
  };

const lengths = [...Array(70).keys(), 1000, 10_000];
const samples = lengths.map((length) => Uint8Array.from(randomBytes(length)));

describe("bytes are written as another library writes them, and read back", () => {
  test.each([
    ["base64", toBase64, encodeBase64, fromBase64],
    ["base64 without padding", toBareBase64, encodeBase64NoPadding, fromBase64],
    ["base64url", toBase64url, encodeBase64urlNoPadding, fromBase64url],
    ["hexadecimal digits", toHex, encodeHexLowerCase, fromHex],
  ])("in %s", (_, write, others, read) => {
    for (const bytes of samples) {
      const text = write(bytes);
      expect(text === others(bytes), text.slice(0, 50)).toBe(true);
      expect(Buffer.from(read(text) ?? "").equals(bytes), text.slice(0, 50)).toBe(true);
    }
  });
});

describe("a text is refused where another library refuses it, and with padding in the middle", () => {
  const random = (alphabet: string): string =>
    Array.from({ length: randomInt(10) }, () => alphabet[randomInt(alphabet.length)]).join("");
  const known = ["", "=", "==", "A", "A=", "AA", "AA=", "AA==", "AA===", "AB", "AAA", "AAA=", "AAA==", "AAAA", "AAAA="];
  const foreign = ["A A=", " AA==", "AA==\n", "AA=A", "é===", "----", "____", "++//", "ßßßß", "0g", "0x00", "aF", "٠٠"];

  test.each([
    ["base64", fromBase64, decodeBase64IgnorePadding, "ABQgz09+/=-_ \n"],
    ["base64url", fromBase64url, decodeBase64urlIgnorePadding, "ABQgz09-_=+/ \n"],
    ["hexadecimal digits", fromHex, decodeHex, "09afAFgG \n"],
  ])("as %s", (_, read, decode, alphabet) => {
    const inMiddle = /=[^=]/;
    const others = (text: string): readonly number[] | null => (inMiddle.test(text) ? null : orNull(decode)(text));
    for (const text of [...known, ...foreign, ...Array.from({ length: 2000 }, () => random(alphabet))]) {
      const bytes = read(text);
      expect(bytes && [...bytes], JSON.stringify(text)).toEqual(others(text));
    }
  });
});
