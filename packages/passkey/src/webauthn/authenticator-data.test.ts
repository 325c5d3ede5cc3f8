import { createHash, generateKeyPairSync, randomBytes, randomInt } from "node:crypto";
import { coseKeyOf, encodeCbor } from "@keyhold/testing/passkey";
import { parseAuthenticatorData } from "@simplewebauthn/server/helpers";
import { describe, expect, test } from "vitest";
import { readAuthenticatorData } from "./authenticator-data.js";

const flag = { present: 0x01, verified: 0x04, canBackUp: 0x08, backedUp: 0x10, attested: 0x40, extended: 0x80 };
const { publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const key = encodeCbor(coseKeyOf("ES256", publicKey));
const id = randomBytes(20);
const aaguid = randomBytes(16);

const dataOf = (flags: number, ...tail: readonly Uint8Array[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(
    Buffer.concat([createHash("sha256").update("example.com").digest(), Buffer.from([flags, 0, 1, 2, 3]), ...tail]),
  );
const credential = Buffer.concat([aaguid, Buffer.from([0, id.length]), id, key]);
const extensions = encodeCbor(new Map([["credProtect", 2]]));

/** The data as read by the library that checks statements; null if the library refuses the data. */
function byLibrary(data: Uint8Array) {
  try {
    const { flags, counter, aaguid: make, credentialID, credentialPublicKey } = parseAuthenticatorData(data.slice());
    // The library looks at this pair of flags elsewhere.
    if (flags.bs && !flags.be) return null;
    return {
      ...{ isPresent: flags.up, isVerified: flags.uv, backedUp: flags.bs, counter },
      deviceType: flags.be ? "multiDevice" : "singleDevice",
      credential: credentialID &&
        credentialPublicKey &&
        make && {
          aaguid: Buffer.from(make).toString("hex"),
          id: [...credentialID],
          publicKey: [...credentialPublicKey],
        },
    };
  } catch {
    return null;
  }
}

function byUs(data: Uint8Array<ArrayBuffer>) {
  try {
    const { rpIdHash, credential: read, ...others } = readAuthenticatorData(data);
    expect([...rpIdHash]).toEqual([...data.subarray(0, 32)]);
    if (!read) return { ...others, credential: undefined };
    const { aaguid: make, id: readId, publicKey: readKey } = read;
    return { ...others, credential: { aaguid: make.replaceAll("-", ""), id: [...readId], publicKey: [...readKey] } };
  } catch {
    return null;
  }
}

/** An AAGUID of the data, as text. */
const aaguidIn = (data: Uint8Array<ArrayBuffer>): string | undefined => readAuthenticatorData(data).credential?.aaguid;

describe("authenticator data", () => {
  test.each([
    ["of a sign-in", dataOf(flag.present | flag.verified)],
    ["of a sign-in with extensions", dataOf(flag.present | flag.extended, extensions)],
    ["of a registration", dataOf(flag.present | flag.attested, credential)],
    ["of a registration with extensions", dataOf(flag.attested | flag.extended, credential, extensions)],
    ["of a passkey with a backup", dataOf(flag.present | flag.canBackUp | flag.backedUp)],
  ])("%s is read as another library reads it", (_, data) => {
    expect(byUs(data)).not.toBe(null);
    expect(byUs(data)).toEqual(byLibrary(data));
  });

  test.each([
    ["sign-in", dataOf(flag.present)],
    ["registration", dataOf(flag.present | flag.attested, credential)],
  ])("of a %s with any changed byte is read as another library reads it, or refused", (_, data) => {
    const keyStart = dataOf(0, credential).length - key.length;
    // With another length of the credential id, the key starts elsewhere.
    const idLength = [53, 54];
    for (let at = 0; at < data.length; at += 1) {
      for (const value of [0, 1, 0x7f, 0x80, 0xff, randomInt(256)]) {
        const changed = data.slice();
        changed[at] = value;
        const read = byUs(changed);
        // The library takes a key with a length beyond the end, and a key that is no map.
        if (read === null && (at >= keyStart || idLength.includes(at))) continue;
        expect(read, `byte ${at} is ${value}`).toEqual(byLibrary(changed));
      }
    }
  });

  test.each([
    ["sign-in", dataOf(flag.present)],
    ["registration", dataOf(flag.present | flag.attested, credential)],
    ["registration with extensions", dataOf(flag.present | flag.attested | flag.extended, credential, extensions)],
  ])("of a %s of any other length is refused", (_, data) => {
    const lengths = [...data.keys()];
    expect(lengths.filter((length) => byUs(data.slice(0, length)) !== null)).toEqual([]);
    expect(byUs(Uint8Array.from([...data, 0]))).toBe(null);
  });

  test("names a backup that the passkey cannot have: it is refused", () => {
    expect(byUs(dataOf(flag.present | flag.backedUp))).toBe(null);
  });

  test("with a key in a longer form is refused: two texts would be one key", () => {
    // The map keeps the four members, and its length takes a further byte.
    const longer = Buffer.concat([Buffer.from([0xb8, key[0] === undefined ? 0 : key[0] & 0x1f]), key.subarray(1)]);
    const tail = Buffer.concat([aaguid, Buffer.from([0, id.length]), id, longer]);
    expect(byUs(dataOf(flag.present | flag.attested, tail))).toBe(null);
  });

  test("names the make as a UUID", () => {
    const make = Buffer.from("ee882879721c491397753dfcce97072a", "hex");
    const tail = Buffer.concat([make, Buffer.from([0, id.length]), id, key]);
    expect(aaguidIn(dataOf(flag.attested, tail))).toBe("ee882879-721c-4913-9775-3dfcce97072a");
  });
});
