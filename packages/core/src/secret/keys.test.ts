import { hkdfSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { deriveKey, type Keys, keysFor } from "./keys.js";

const hex = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "hex"));
const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

describe("a derived key", () => {
  // RFC 5869, appendix A: the first 32 bytes of OKM, one block of SHA-256.
  test.each([
    [
      "case 1",
      "0b".repeat(22),
      "000102030405060708090a0b0c",
      "f0f1f2f3f4f5f6f7f8f9",
      "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf",
    ],
    ["case 3", "0b".repeat(22), "", "", "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d"],
  ])("is the one of RFC 5869, %s", (_, secret, salt, info, key) => {
    expect(toHex(deriveKey(hex(secret), hex(salt), hex(info)))).toBe(key);
  });

  test("is the platform's, for any input", () => {
    for (const length of [1, 32, 64, 65, 200]) {
      const [secret, salt, info] = [1, 2, 3].map((seed) => new Uint8Array(length).fill(seed * length)) as [
        Uint8Array,
        Uint8Array,
        Uint8Array,
      ];
      expect(toHex(deriveKey(secret, salt, info))).toBe(
        toHex(new Uint8Array(hkdfSync("sha256", secret, salt, info, 32))),
      );
    }
  });
});

describe("the keys of an auth", () => {
  const bytesOf = (keys: Keys): readonly string[] => keys.map((key) => toHex(key.bytes));

  test("differ per purpose", () => {
    expect(bytesOf(keysFor("cookie", ["secret"]))).not.toEqual(bytesOf(keysFor("signed value", ["secret"])));
  });

  test("are one per secret, in the order of the list", () => {
    const single = [...bytesOf(keysFor("cookie", ["new"])), ...bytesOf(keysFor("cookie", ["old"]))];
    expect(bytesOf(keysFor("cookie", ["new", "old"]))).toEqual(single);
  });

  test("are the same each time", () => {
    expect(bytesOf(keysFor("cookie", ["secret"]))).toEqual(bytesOf(keysFor("cookie", ["secret"])));
  });
});
