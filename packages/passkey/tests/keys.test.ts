import { generateKeyPairSync } from "node:crypto";
import { type Cbor, coseKeyOf, createAuthenticator } from "@keyhold/testing/passkey";
import { describe, expect, test } from "vitest";
import { isEd25519Point } from "../src/webauthn/ed25519.js";
import { open } from "./fixture.ts";

/** The 32 bytes of a y, with the sign of x in the highest bit. */
function encode(y: bigint, sign = 0): Buffer {
  const bytes = Buffer.from(y.toString(16).padStart(64, "0"), "hex").reverse();
  bytes[31] = (bytes[31] ?? 0) | (sign << 7);
  return bytes;
}
const p = 2n ** 255n - 19n;
const yOfOrder8 = 0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd83d3d706a17c7n;

const unusable: readonly (readonly [what: string, x: Buffer])[] = [
  ["off the curve", encode(2n)],
  ["with a y above the prime", Buffer.alloc(32, 0xff)],
  ["that is 1 above the prime", encode(p + 1n)],
  ...[0n, 1n, p - 1n, yOfOrder8, p - yOfOrder8].flatMap((y) =>
    [0, 1].map((sign) => [`of small order: ${y}, ${sign}`, encode(y, sign)] as const),
  ),
];

describe("a registration is refused with a public key", () => {
  test.each(unusable)("of Ed25519 %s", async (_, x) => {
    const { signUp, add, passkeysOf, logged } = open();
    const { client, user } = await signUp("ann@example.com");
    const coseKey = new Map<number, Cbor>([
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, x],
    ]);
    const refused = await add(client, createAuthenticator(), { coseKey });
    expect(refused.error).toMatchObject({ status: 400, code: "FAILED_TO_VERIFY_REGISTRATION" });
    expect(await passkeysOf(user.id)).toEqual([]);
    expect(logged).toEqual([]);
  });

  test("longer than any key", async () => {
    const { signUp, add } = open();
    const { client } = await signUp("ann@example.com");
    const { publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const coseKey = new Map<number, Cbor>([...coseKeyOf("ES256", publicKey), [99, Buffer.alloc(2048)]]);
    const refused = await add(client, createAuthenticator(), { coseKey });
    expect(refused.error).toMatchObject({ status: 400, code: "FAILED_TO_VERIFY_REGISTRATION" });
  });
});

test("the keys of devices are points of the curve", () => {
  for (let round = 0; round < 100; round += 1) {
    const { x = "" } = generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" });
    expect(isEd25519Point(Buffer.from(x, "base64url"))).toBe(true);
  }
});

test("a key of RSA with 8,192 bits is registered", async () => {
  const { signUp, add } = open();
  const { client } = await signUp("ann@example.com");
  const n = Buffer.alloc(1024, 0xff);
  const coseKey = new Map<number, Cbor>([
    [1, 3],
    [3, -257],
    [-1, n],
    [-2, Buffer.from([1, 0, 1])],
  ]);
  expect((await add(client, createAuthenticator(), { coseKey })).error).toBe(null);
});
