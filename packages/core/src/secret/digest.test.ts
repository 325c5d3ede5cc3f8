import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import * as node from "./digest.node.js";
import * as pure from "./digest.pure.js";

/** Lengths around every block and padding border of SHA-256. */
const lengths = [0, 1, 31, 32, 43, 54, 55, 56, 57, 63, 64, 65, 119, 120, 128, 1000, 10_000];
const texts = lengths.flatMap((length) => [
  randomBytes(length).toString("latin1"),
  randomBytes(length).toString("hex").slice(0, length),
  "é👩‍🚀".repeat(length / 8),
]);

describe.each([
  ["node", node],
  ["pure", pure],
])(
  "the digests of %s",
  (_, { areEqualBytes, createMac, hmacSha256, isEqual, sha256Base64url, textFromBase64url, textToBase64url }) => {
    test("are SHA-256 according to the standard", () => {
      // FIPS 180-2, appendix B.1.
      const abc = Buffer.from("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", "hex");
      expect(sha256Base64url("abc")).toBe(abc.toString("base64url"));
    });

    test("are HMAC according to the standard", () => {
      // RFC 4231, test cases 1 and 2.
      const one = hmacSha256(new Uint8Array(20).fill(0x0b), new TextEncoder().encode("Hi There"));
      expect(Buffer.from(one).toString("hex")).toBe("b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
      const two = createMac(new TextEncoder().encode("Jefe"))("what do ya want for nothing?");
      expect(Buffer.from(two, "base64").toString("hex")).toBe(
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
      );
    });

    test("have the lengths that other files rely on", () => {
      expect(sha256Base64url("x")).toHaveLength(43);
      expect(createMac(new Uint8Array(32))("x")).toHaveLength(44);
      expect(hmacSha256(new Uint8Array(32), new Uint8Array())).toHaveLength(32);
    });

    test("are equal if they are, and not if they are not", () => {
      expect(isEqual("", "")).toBe(true);
      expect(isEqual("abc", "abc")).toBe(true);
      for (const wrong of ["", "ab", "abcd", "abd", "Abc", "abc\u0000", "äbc"])
        expect(isEqual("abc", wrong)).toBe(false);
    });

    test("compare bytes, too", () => {
      const bytes = Uint8Array.of(1, 2, 0);
      expect(areEqualBytes(bytes, Uint8Array.of(1, 2, 0))).toBe(true);
      expect(areEqualBytes(new Uint8Array(), new Uint8Array())).toBe(true);
      for (const wrong of [[], [1, 2], [1, 2, 0, 0], [1, 2, 1], [0, 2, 0]])
        expect(areEqualBytes(bytes, Uint8Array.from(wrong))).toBe(false);
    });

    test("write text in the alphabet of URLs, and read it back", () => {
      expect(textToBase64url("é?>👩‍🚀")).toBe("w6k_PvCfkanigI3wn5qA");
      for (const text of texts) {
        expect(textToBase64url(text)).toMatch(/^[A-Za-z0-9_-]*$/);
        expect(textFromBase64url(textToBase64url(text))).toBe(text);
      }
    });

    test.each(["%", "a", "=", "é", "{}", "\u0000", "a b"])("decode the invalid text %j without an error", (wrong) => {
      expect(typeof textFromBase64url(wrong)).toBe("string");
    });
  },
);

describe("the digests of node and pure", () => {
  test("agree on any input", () => {
    for (const text of texts) {
      expect(pure.sha256Base64url(text)).toBe(node.sha256Base64url(text));
      for (const keyLength of [1, 32, 64, 65, 200]) {
        const key = new Uint8Array(randomBytes(keyLength));
        expect(pure.createMac(key)(text)).toBe(node.createMac(key)(text));
        const bytes = new TextEncoder().encode(text);
        expect([...pure.hmacSha256(key, bytes)]).toEqual([...node.hmacSha256(key, bytes)]);
      }
    }
  });

  test("agree on half a surrogate pair", () => {
    expect(pure.sha256Base64url("a\ud800")).toBe(node.sha256Base64url("a\ud800"));
  });
});
