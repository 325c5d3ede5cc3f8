import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { type Cbor, encodeCbor } from "./cbor.ts";

export type Algorithm = "ES256" | "EdDSA" | "RS256";

/** An authenticator with one credential. */
export interface Device {
  readonly algorithm?: Algorithm;
  /** Whether its passkeys are copied to other devices: the flags BE and BS. Default false. */
  readonly isSynced?: boolean;
  /** Whether it verifies the user. Default true. */
  readonly verifies?: boolean;
  /** Whether it counts signatures. Default false: the counter is 0. */
  readonly counts?: boolean;
  readonly aaguid?: string;
  readonly idLength?: number;
  readonly rsaBits?: number;
}

/** What a ceremony says or signs in place of the truth. */
export interface Forged {
  readonly type?: string;
  readonly challenge?: string;
  readonly origin?: string;
  readonly crossOrigin?: unknown;
  readonly topOrigin?: unknown;
  readonly rpId?: string;
  readonly isPresent?: boolean;
  readonly isVerified?: boolean;
  readonly isEligible?: boolean;
  readonly isBackedUp?: boolean;
  readonly counter?: number;
  readonly userHandle?: string | null;
  /** The id in the JSON of the response. */
  readonly id?: string;
  readonly coseKey?: ReadonlyMap<number | string, Cbor>;
  readonly attestationObject?: Uint8Array;
  /** Signs with another key. */
  readonly key?: KeyObject;
}

interface CreationOptions {
  readonly challenge: string;
  readonly rp: { readonly id: string };
  readonly user: { readonly id: string };
}

interface RequestOptions {
  readonly challenge: string;
  readonly rpId: string;
}

export const origin = "https://app.example.com";

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url");
const sha256 = (bytes: string | Uint8Array): Buffer => createHash("sha256").update(bytes).digest();

/** An authenticator in software, and the browser in front of it (WebAuthn, sections 5 and 6). */
export function createAuthenticator(device: Device = {}) {
  const { algorithm = "ES256", isSynced = false, verifies = true, counts = false } = device;
  const { aaguid = "00000000-0000-0000-0000-000000000000", idLength = 32, rsaBits = 2048 } = device;
  const { privateKey, publicKey } = newKeys(algorithm, rsaBits);
  const id = randomBytes(idLength);
  let counter = 0;
  let userHandle: string | null = null;

  const flagsOf = ({ isPresent = true, isVerified = verifies, isEligible = isSynced, isBackedUp = isSynced }: Forged) =>
    Number(isPresent) | (Number(isVerified) << 2) | (Number(isEligible) << 3) | (Number(isBackedUp) << 4);

  function authenticatorData(rpId: string, forged: Forged, attested: Uint8Array = Buffer.alloc(0)): Buffer {
    if (counts) counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(forged.counter ?? counter);
    const flags = flagsOf(forged) | (attested.length > 0 ? 0x40 : 0);
    return Buffer.concat([sha256(forged.rpId ?? rpId), Buffer.from([flags]), count, attested]);
  }

  function register(options: CreationOptions, forged: Forged = {}) {
    userHandle = options.user.id;
    const length = Buffer.from([id.length >> 8, id.length & 0xff]);
    const key = encodeCbor(forged.coseKey ?? coseKeyOf(algorithm, publicKey));
    const attested = Buffer.concat([Buffer.from(aaguid.replaceAll("-", ""), "hex"), length, id, key]);
    const authData = authenticatorData(options.rp.id, forged, attested);
    const object = encodeCbor(
      new Map<string, Cbor>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", authData],
      ]),
    );
    return {
      id: forged.id ?? base64url(id),
      rawId: forged.id ?? base64url(id),
      type: "public-key" as const,
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData("webauthn.create", options.challenge, forged),
        attestationObject: base64url(forged.attestationObject ?? object),
        transports: ["internal", "hybrid"],
      },
    };
  }

  function authenticate(options: RequestOptions, forged: Forged = {}) {
    const authData = authenticatorData(options.rpId, forged);
    const clientDataJSON = clientData("webauthn.get", options.challenge, forged);
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, "base64url"))]);
    const signature = sign(algorithm === "EdDSA" ? null : "sha256", signed, forged.key ?? privateKey);
    return {
      id: forged.id ?? base64url(id),
      rawId: forged.id ?? base64url(id),
      type: "public-key" as const,
      clientExtensionResults: {},
      response: {
        clientDataJSON,
        authenticatorData: base64url(authData),
        signature: base64url(signature),
        userHandle: forged.userHandle === undefined ? userHandle : forged.userHandle,
      },
    };
  }

  return { id: base64url(id), publicKey, register, authenticate };
}

export type Authenticator = ReturnType<typeof createAuthenticator>;

const clientData = (type: string, challenge: string, forged: Forged): string =>
  base64url(
    Buffer.from(
      JSON.stringify({
        type: forged.type ?? type,
        challenge: forged.challenge ?? challenge,
        origin: forged.origin ?? origin,
        crossOrigin: forged.crossOrigin ?? false,
        ...(forged.topOrigin === undefined ? {} : { topOrigin: forged.topOrigin }),
      }),
    ),
  );

function newKeys(algorithm: Algorithm, modulusLength: number): { publicKey: KeyObject; privateKey: KeyObject } {
  if (algorithm === "EdDSA") return generateKeyPairSync("ed25519");
  return algorithm === "ES256"
    ? generateKeyPairSync("ec", { namedCurve: "P-256" })
    : generateKeyPairSync("rsa", { modulusLength });
}

/** The public key in COSE (RFC 9053). */
export function coseKeyOf(algorithm: Algorithm, publicKey: KeyObject): Map<number, Cbor> {
  const jwk = publicKey.export({ format: "jwk" });
  const bytes = (name: "x" | "y" | "n" | "e"): Buffer => Buffer.from(jwk[name] ?? "", "base64url");
  if (algorithm === "EdDSA")
    return new Map<number, Cbor>([
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, bytes("x")],
    ]);
  return algorithm === "ES256"
    ? new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, bytes("x")],
        [-3, bytes("y")],
      ])
    : new Map<number, Cbor>([
        [1, 3],
        [3, -257],
        [-1, bytes("n")],
        [-2, bytes("e")],
      ]);
}
