import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { type Cbor, encodeCbor } from "./cbor.js";
import { coseKeyOf, type PasskeyAlgorithm } from "./cose-key.js";

/** Options of `createAuthenticator`. */
export interface AuthenticatorOptions {
  /** The origin of the page. Default "https://app.example.com", as of `createTestAuth`. */
  readonly origin?: string;
  /** Default "ES256". */
  readonly algorithm?: PasskeyAlgorithm;
  /** Whether the passkeys are copied to other devices: the flags BE and BS. Default false. */
  readonly isSynced?: boolean;
  /** Whether the authenticator verifies the user, e.g. by a fingerprint: the flag UV. Default true. */
  readonly verifies?: boolean;
  /**
   * Whether the authenticator finds the passkey without the id: `credProps.rk` in the answer. Default: the answer does
   * not say.
   */
  readonly isDiscoverable?: boolean;
  /** Whether the authenticator counts signatures. Default false: the counter is 0. */
  readonly counts?: boolean;
  /** The make of the authenticator, the AAGUID. Default: zeros, as without attestation. */
  readonly aaguid?: string;
  /** The length of the passkey's id, in bytes. Default 32. */
  readonly idLength?: number;
  /** The length of a key of RS256, in bits. Default 2048. */
  readonly rsaBits?: number;
}

/** What an answer of an authenticator or a browser says instead of the truth. */
export interface ForgedAnswer {
  readonly type?: string;
  readonly challenge?: string;
  readonly origin?: string;
  readonly crossOrigin?: unknown;
  readonly topOrigin?: unknown;
  readonly rpId?: string;
  /** The flag UP. */
  readonly isPresent?: boolean;
  /** The flag UV. */
  readonly isVerified?: boolean;
  /** The flag BE. */
  readonly isEligible?: boolean;
  /** The flag BS. */
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

/** The members of `generateRegisterOptions` that an authenticator reads. */
export interface CreationOptions {
  readonly challenge: string;
  readonly rp: { readonly id: string };
  readonly user: { readonly id: string };
}

/** The members of `generateAuthenticateOptions` that an authenticator reads. */
export interface RequestOptions {
  readonly challenge: string;
  readonly rpId: string;
}

/** The answer of a browser, as JSON (WebAuthn, section 5.1). */
export interface AuthenticatorAnswer<Response> {
  /** The id of the passkey, in base64url. */
  readonly id: string;
  readonly rawId: string;
  readonly type: "public-key";
  readonly clientExtensionResults: { readonly credProps?: { readonly rk: boolean } };
  readonly response: Response;
}

/** A new passkey, for `verifyRegistration`. */
export type RegistrationAnswer = AuthenticatorAnswer<{
  readonly clientDataJSON: string;
  readonly attestationObject: string;
  readonly transports: string[];
}>;

/** A signature by a passkey, for `verifyAuthentication`. */
export type AuthenticationAnswer = AuthenticatorAnswer<{
  readonly clientDataJSON: string;
  readonly authenticatorData: string;
  readonly signature: string;
  readonly userHandle: string | null;
}>;

/** An authenticator in software with a passkey, and the browser in front of the authenticator. */
export interface Authenticator {
  /** The id of the passkey, in base64url. */
  readonly id: string;
  readonly publicKey: KeyObject;
  /** Answers the options of a registration. */
  register(options: CreationOptions, forged?: ForgedAnswer): RegistrationAnswer;
  /** Signs the challenge of a sign-in or a step-up. */
  authenticate(options: RequestOptions, forged?: ForgedAnswer): AuthenticationAnswer;
}

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url");
const sha256 = (bytes: string | Uint8Array): Buffer => createHash("sha256").update(bytes).digest();

/**
 * Makes an authenticator in software with one passkey (WebAuthn, sections 5 and 6): answers the server's options
 * without a browser, a dialog or a fingerprint. Each answer takes fields to forge.
 *
 * @example const { data } = await client.passkey.generateRegisterOptions(); const response = createAuthenticator().register(data); await client.passkey.verifyRegistration({ response });
 */
export function createAuthenticator(options: AuthenticatorOptions = {}): Authenticator {
  const { algorithm = "ES256", counts = false, origin = "https://app.example.com" } = options;
  const { aaguid = "00000000-0000-0000-0000-000000000000", idLength = 32, rsaBits = 2048 } = options;
  const { privateKey, publicKey } = newKeys(algorithm, rsaBits);
  const id = randomBytes(idLength);
  let counter = 0;
  let userHandle: string | null = null;

  function authenticatorData(rpId: string, forged: ForgedAnswer, attested: Uint8Array = Buffer.alloc(0)): Buffer {
    if (counts) counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(forged.counter ?? counter);
    const flags = flagsOf(options, forged) | (attested.length > 0 ? 0x40 : 0);
    return Buffer.concat([sha256(forged.rpId ?? rpId), Buffer.from([flags]), count, attested]);
  }

  const answer = <Response>(response: Response, forged: ForgedAnswer): AuthenticatorAnswer<Response> => {
    const shownId = forged.id ?? base64url(id);
    return { id: shownId, rawId: shownId, type: "public-key", clientExtensionResults: {}, response };
  };

  return {
    id: base64url(id),
    publicKey,
    register({ challenge, rp, user }, forged = {}) {
      userHandle = user.id;
      const length = Buffer.from([id.length >> 8, id.length & 0xff]);
      const key = encodeCbor(forged.coseKey ?? coseKeyOf(algorithm, publicKey));
      const attested = Buffer.concat([Buffer.from(aaguid.replaceAll("-", ""), "hex"), length, id, key]);
      const authData = authenticatorData(rp.id, forged, attested);
      const clientDataJSON = clientData({ type: "webauthn.create", challenge, origin }, forged);
      const attestationObject = base64url(forged.attestationObject ?? withoutAttestation(authData));
      const made = answer({ clientDataJSON, attestationObject, transports: ["internal", "hybrid"] }, forged);
      const { isDiscoverable: rk } = options;
      return rk === undefined ? made : { ...made, clientExtensionResults: { credProps: { rk } } };
    },
    authenticate({ challenge, rpId }, forged = {}) {
      const authData = authenticatorData(rpId, forged);
      const clientDataJSON = clientData({ type: "webauthn.get", challenge, origin }, forged);
      const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, "base64url"))]);
      const signature = sign(algorithm === "EdDSA" ? null : "sha256", signed, forged.key ?? privateKey);
      const response = {
        clientDataJSON,
        authenticatorData: base64url(authData),
        signature: base64url(signature),
        userHandle: forged.userHandle === undefined ? userHandle : forged.userHandle,
      };
      return answer(response, forged);
    },
  };
}

function flagsOf({ isSynced = false, verifies = true }: AuthenticatorOptions, forged: ForgedAnswer): number {
  const { isPresent = true, isVerified = verifies, isEligible = isSynced, isBackedUp = isSynced } = forged;
  return Number(isPresent) | (Number(isVerified) << 2) | (Number(isEligible) << 3) | (Number(isBackedUp) << 4);
}

const withoutAttestation = (authData: Uint8Array): Buffer =>
  encodeCbor(
    new Map<string, Cbor>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", authData],
    ]),
  );

const clientData = (
  truth: { readonly type: string; readonly challenge: string; readonly origin: string },
  { type = truth.type, challenge = truth.challenge, origin = truth.origin, crossOrigin, topOrigin }: ForgedAnswer,
): string => {
  const said = { type, challenge, origin, crossOrigin: crossOrigin ?? false };
  return base64url(Buffer.from(JSON.stringify(topOrigin === undefined ? said : { ...said, topOrigin })));
};

function newKeys(
  algorithm: PasskeyAlgorithm,
  modulusLength: number,
): { readonly publicKey: KeyObject; readonly privateKey: KeyObject } {
  if (algorithm === "EdDSA") return generateKeyPairSync("ed25519");
  return algorithm === "ES256"
    ? generateKeyPairSync("ec", { namedCurve: "P-256" })
    : generateKeyPairSync("rsa", { modulusLength });
}
