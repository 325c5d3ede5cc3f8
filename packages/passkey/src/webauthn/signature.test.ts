import { generateKeyPairSync, type KeyObject, randomBytes, sign, verify } from "node:crypto";
import { coseKeyOf, encodeCbor } from "@keyhold/testing/passkey";
import { describe, expect, test } from "vitest";
import { isSignedBy, pairOf } from "./signature.js";

const ec = generateKeyPairSync("ec", { namedCurve: "P-256" });
const ed = generateKeyPairSync("ed25519");
const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const pairs = [
  ["ES256", "sha256", ec],
  ["EdDSA", null, ed],
  ["RS256", "sha256", rsa],
] as const;

const data = Uint8Array.from(randomBytes(69));

const isSigned = (key: Uint8Array, signature: Uint8Array, over = data): Promise<boolean> =>
  isSignedBy(key, { signature: Uint8Array.from(signature), data: over }).catch(() => false);

describe.each(pairs)("a signature of %s", (name, hash, { privateKey, publicKey }) => {
  const key = encodeCbor(coseKeyOf(name, publicKey));
  const others = (given: KeyObject, signature: Uint8Array): boolean => verify(hash, data, given, signature);

  test("is right for its data, and for no other", async () => {
    const signature = sign(hash, data, privateKey);
    expect(await isSigned(key, signature)).toBe(true);
    expect(await isSigned(key, signature, data.slice(1))).toBe(false);
  });

  test("with any changed byte, shorter or longer is right where the platform says so", async () => {
    const signature = sign(hash, data, privateKey);
    const changed = [...signature.keys()].flatMap((at) =>
      [0, 0x7f, 0x80, 0xff].map((value) => Uint8Array.from(signature, (byte, place) => (place === at ? value : byte))),
    );
    const cut = [signature.subarray(0, -1), Buffer.concat([signature, Buffer.from([0])]), Buffer.alloc(0)];
    for (const one of [...changed, ...cut])
      expect(await isSigned(key, one), Buffer.from(one).toString("hex")).toBe(others(publicKey, one));
  });
});

/** DER of two numbers. */
const der = (r: readonly number[], s: readonly number[]): Uint8Array =>
  Uint8Array.from([0x30, r.length + s.length + 4, 2, r.length, ...r, 2, s.length, ...s]);

describe("the numbers of a signature of P-256", () => {
  test("are read in each length", () => {
    const full = Array<number>(32).fill(0xff);
    expect([...pairOf(der([1], [2]))]).toEqual([...Array(31).fill(0), 1, ...Array(31).fill(0), 2]);
    expect([...pairOf(der([0, ...full], [0, 0x80]))]).toEqual([...full, ...Array(31).fill(0), 0x80]);
    expect([...pairOf(der([0x7f, ...full.slice(1)], [1]))]).toEqual([0x7f, ...full.slice(1), ...Array(31).fill(0), 1]);
  });

  test("of many signatures are those that the platform reads", async () => {
    const key = encodeCbor(coseKeyOf("ES256", ec.publicKey));
    // Of 300 signatures two have a number that is a byte shorter.
    for (let round = 0; round < 300; round += 1)
      expect(await isSigned(key, sign("sha256", data, ec.privateKey))).toBe(true);
  });

  test.each<[what: string, bytes: Uint8Array]>([
    ["no bytes", new Uint8Array()],
    ["another tag around", Uint8Array.of(0x31, ...der([1], [1]).slice(1))],
    ["another tag of a number", Uint8Array.of(0x30, 6, 3, 1, 1, 2, 1, 1)],
    ["a wrong length around", Uint8Array.of(0x30, 7, 2, 1, 1, 2, 1, 1)],
    ["a length in a longer form", Uint8Array.of(0x30, 0x81, 6, 2, 1, 1, 2, 1, 1)],
    ["a number of no bytes", der([], [1])],
    ["a second number of no bytes", der([1], [])],
    ["a negative number", der([0x80], [1])],
    ["a padded number", der([0, 1], [1])],
    ["a number of 33 bytes", der([1, ...Array<number>(32).fill(0)], [1])],
    ["a zero", der([0], [1])],
    ["bytes behind", Uint8Array.of(0x30, 7, 2, 1, 1, 2, 1, 1, 0)],
    ["a number beyond the end", Uint8Array.of(0x30, 6, 2, 1, 1, 2, 2, 1)],
    ["one number", Uint8Array.of(0x30, 3, 2, 1, 1)],
  ])("are refused with %s", (_, bytes) => {
    expect(() => pairOf(bytes)).toThrow();
  });
});

test("a key that cannot verify signatures is an error, not a wrong signature", async () => {
  const key = encodeCbor(new Map([[1, 2]]));
  await expect(isSignedBy(key, { signature: new Uint8Array(), data })).rejects.toThrow("cannot verify");
});
