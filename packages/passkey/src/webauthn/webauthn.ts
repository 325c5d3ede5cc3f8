import type { Challenge } from "../ceremony/challenge.js";
import type { PasskeyOptions } from "../options.js";
import type { AuthenticationResponse, RegistrationResponse } from "../schemas.js";
import { readAttestation } from "./attestation-object.js";
import { type AuthenticatorData, readAuthenticatorData } from "./authenticator-data.js";
import { fromBase64, fromBase64url, toBase64, toBase64url } from "./base64.js";
import { readMap } from "./cbor.js";
import { type ClientData, isAllowedFrame, readClientData } from "./client-data.js";
import { isIdLength } from "./credential-id.js";
import { isUsableKey, maxKeyBytes } from "./public-key.js";
import type { RelyingParty } from "./relying-party.js";
import { isSignedBy } from "./signature.js";

/** What is expected of a response. */
export interface Expected {
  readonly party: RelyingParty;
  /** The challenges that this call has used up. */
  readonly challenges: readonly Challenge[];
}

/** A credential that a device has made. */
export interface NewCredential {
  readonly challenge: Challenge;
  readonly id: string;
  readonly publicKey: string;
  readonly counter: number;
  readonly deviceType: string;
  readonly backedUp: boolean;
  readonly transports: readonly string[];
  readonly aaguid: string;
  readonly userVerified: boolean;
  /** Whether the passkey signs in without the id; null: the browser did not say so. */
  readonly discoverable: boolean | null;
  /** Whether the device has stated a make. */
  readonly isAttested: boolean;
}

/**
 * Checks a registration by WebAuthn Level 3, section 7.1. Throws the cause if a check fails.
 */
export async function verifyRegistration(
  response: RegistrationResponse,
  { party, challenges }: Expected,
  attestation: PasskeyOptions["attestation"],
): Promise<NewCredential> {
  const challenge = challengeIn(response, "webauthn.create", { party, challenges });
  const object = readAttestation(bytesOf(response.response.attestationObject));
  const data = readAuthenticatorData(object.authData);
  await expectDevice(data, { party, needsPresence: !challenge.isAutomatic, challenge });
  const { credential, counter, deviceType, backedUp, isVerified: userVerified } = data;
  if (!credential) throw new Error("The response has no credential.");
  const { id, publicKey, aaguid } = credential;
  if (!isIdLength(id.length)) throw new Error("The credential id is too long.");
  if (publicKey.length > maxKeyBytes) throw new Error("The public key is too long.");
  if (!(await isUsableKey(readMap(publicKey).map))) throw new Error("The public key cannot verify signatures.");
  const isStated = object.isStated && attestation !== "none";
  if (isStated && !(await attestation.verify({ response, party, challenge })))
    throw new Error("The attestation statement is not valid.");
  return {
    challenge,
    id: toBase64url(id),
    publicKey: toBase64(publicKey),
    counter,
    deviceType,
    backedUp,
    transports: (response.response.transports ?? []).filter((one) => /^[a-z-]{1,32}$/.test(one)).slice(0, 10),
    aaguid,
    userVerified,
    discoverable: residentKeyIn(response.clientExtensionResults),
    isAttested: isStated && object.hasCertificate,
  };
}

/** The extension `credProps` (WebAuthn, section 10.1.3). Browsers do not sign `credProps`. */
function residentKeyIn(results: unknown): boolean | null {
  const { credProps } = Object(results) as { readonly credProps?: unknown };
  const { rk } = Object(credProps) as { readonly rk?: unknown };
  return typeof rk === "boolean" ? rk : null;
}

/** A stored passkey, for the check of a signature. */
export interface StoredCredential {
  readonly id: string;
  readonly publicKey: string;
  readonly deviceType: string;
  /** The user handle that the device must answer with, if the answer has a handle; null: not known. */
  readonly userHandle: string | null;
}

/** A use of a passkey. */
export interface Assertion {
  readonly counter: number;
  readonly backedUp: boolean;
  readonly userVerified: boolean;
}

/**
 * Checks a signature by WebAuthn Level 3, section 7.2, except for the counter, which is compared in the transaction
 * that stores the new value. Throws the cause if a check fails.
 */
export async function verifyAssertion(
  response: AuthenticationResponse,
  stored: StoredCredential,
  { party, challenges }: Expected,
): Promise<Assertion> {
  const { userHandle } = response.response;
  if (userHandle && stored.userHandle !== null && userHandle !== stored.userHandle)
    throw new Error("The user handle is another user's.");
  const challenge = challengeIn(response, "webauthn.get", { party, challenges });
  const publicKey = fromBase64(stored.publicKey);
  if (!publicKey) throw new Error("The stored public key is not base64.");
  const { clientDataJSON, authenticatorData, signature } = response.response;
  const bytes = bytesOf(authenticatorData);
  const data = readAuthenticatorData(bytes);
  await expectDevice(data, { party, needsPresence: true, challenge });
  const signed = Uint8Array.from([...bytes, ...(await sha256(bytesOf(clientDataJSON)))]);
  if (!(await isSignedBy(publicKey, { signature: bytesOf(signature), data: signed })))
    throw new Error("The signature is not valid.");
  if (data.deviceType !== stored.deviceType) throw new Error("The flag BE has changed.");
  return { counter: data.counter, backedUp: data.backedUp, userVerified: data.isVerified };
}

const sha256 = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

/** The bytes of a member of a response. Throws for another text than base64url. */
function bytesOf(member: string): Uint8Array<ArrayBuffer> {
  const bytes = fromBase64url(member);
  if (!bytes) throw new Error("A member of the response is not base64url.");
  return bytes;
}

/** Throws unless the data is of a device that was asked by this app, and that the user has used as asked. */
async function expectDevice(
  { rpIdHash, isPresent, isVerified }: AuthenticatorData,
  {
    party,
    needsPresence,
    challenge,
  }: { readonly party: RelyingParty; readonly needsPresence: boolean; readonly challenge: Challenge },
): Promise<void> {
  const expected = await sha256(Uint8Array.from(new TextEncoder().encode(party.id)));
  if (!expected.every((byte, at) => byte === rpIdHash[at])) throw new Error("The device was asked for another domain.");
  if (needsPresence && !isPresent) throw new Error("The user was not present.");
  if (challenge.needsVerification && !isVerified) throw new Error("The device has not verified the user.");
}

/** The challenge of a response, in a page in which a ceremony may run. */
function challengeIn(
  { id, rawId, response }: RegistrationResponse | AuthenticationResponse,
  type: ClientData["type"],
  { party, challenges }: Expected,
): Challenge {
  if (id !== rawId) throw new Error("The credential id is not base64url.");
  const clientData = readClientData(response.clientDataJSON, type);
  if (!clientData) throw new Error("The client data is malformed.");
  const { origin, topOrigin } = clientData;
  if (!party.origins.includes(origin))
    throw new Error(`The page has the origin "${origin}". If it is yours, add it to \`origins\` of passkey().`);
  if (!isAllowedFrame(clientData, party))
    throw new Error(
      `The page was in a frame of ${topOrigin === null ? "another origin" : `"${topOrigin}"`}. If that is yours, add it to \`topOrigins\` of passkey().`,
    );
  const found = challenges.find(({ challenge }) => challenge === clientData.challenge);
  if (!found) throw new Error("The challenge is another one.");
  return found;
}
