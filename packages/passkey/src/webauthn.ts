import { hasCertificate, readAttestation } from "./attestation.js";
import { fromBase64, toBase64 } from "./base64.js";
import type { Challenge } from "./challenge.js";
import { isAllowedFrame, readClientData } from "./client-data.js";
import { isIdLength } from "./credential-id.js";
import type { PasskeyOptions } from "./options.js";
import { algorithms, isUsableKey, maxKeyBytes } from "./public-key.js";
import type { RelyingParty } from "./relying-party.js";
import type { AuthenticationResponse, RegistrationResponse } from "./schemas.js";

/** Loaded on first use: 25 packages, which a server without a ceremony does not need. */
const loadServer = (): Promise<typeof import("@simplewebauthn/server")> => import("@simplewebauthn/server");
const loadHelpers = (): Promise<typeof import("@simplewebauthn/server/helpers")> =>
  import("@simplewebauthn/server/helpers");

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
  /** Whether the passkey signs in without its id; null: the browser did not say so. */
  readonly discoverable: boolean | null;
  /** Whether the device has stated its make. */
  readonly isAttested: boolean;
}

/**
 * Checks a registration by WebAuthn Level 3, section 7.1. Answers with the cause if a check fails.
 */
export async function verifyRegistration(
  response: RegistrationResponse,
  { party, challenges }: Expected,
  attestation: PasskeyOptions["attestation"],
): Promise<NewCredential | Error> {
  const challenge = challengeIn(response.response.clientDataJSON, { party, challenges });
  if (challenge instanceof Error) return challenge;
  try {
    const { verifyRegistrationResponse } = await loadServer();
    const helpers = await loadHelpers();
    const { transports = [], clientDataJSON } = response.response;
    const attestationObject = readAttestation(response.response.attestationObject, attestation, helpers);
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...response,
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject, transports: [] },
      },
      expectedChallenge: challenge.challenge,
      expectedOrigin: [...party.origins],
      expectedRPID: party.id,
      // A browser that registers without a dialog asks the device without the user (section 7.1, step 16).
      requireUserPresence: !challenge.isAutomatic,
      requireUserVerification: challenge.needsVerification,
      supportedAlgorithmIDs: [...algorithms],
    });
    if (!verified) return new Error("The attestation statement is not valid.");
    const { credential, aaguid, userVerified, credentialDeviceType, credentialBackedUp, fmt } = registrationInfo;
    const { isoBase64URL, decodeCredentialPublicKey } = helpers;
    if (!isIdLength(isoBase64URL.toBuffer(credential.id).length)) return new Error("The credential id is too long.");
    if (credential.publicKey.length > maxKeyBytes) return new Error("The public key is too long.");
    if (!(await isUsableKey(decodeCredentialPublicKey(credential.publicKey))))
      return new Error("The public key cannot verify signatures.");
    return {
      challenge,
      id: credential.id,
      publicKey: toBase64(credential.publicKey),
      counter: credential.counter,
      deviceType: credentialDeviceType,
      backedUp: credentialBackedUp,
      transports: transports.filter((transport) => /^[a-z-]{1,32}$/.test(transport)).slice(0, 10),
      aaguid,
      userVerified,
      discoverable: residentKeyIn(response.clientExtensionResults),
      isAttested: fmt !== "none" && hasCertificate(attestationObject, helpers),
    };
  } catch (thrown) {
    return causeOf(thrown);
  }
}

/** The extension `credProps` (WebAuthn, section 10.1.3). Browsers do not sign `credProps`. */
function residentKeyIn(results: unknown): boolean | null {
  const { credProps } = Object(results) as { readonly credProps?: unknown };
  const { rk } = Object(credProps) as { readonly rk?: unknown };
  return typeof rk === "boolean" ? rk : null;
}

/** A passkey as it is stored, for the check of a signature. */
export interface StoredCredential {
  readonly id: string;
  readonly publicKey: string;
  readonly deviceType: string;
  /** The user handle that the device must answer with, if it answers with one; null: not known. */
  readonly userHandle: string | null;
}

/** A use of a passkey. */
export interface Assertion {
  readonly counter: number;
  readonly backedUp: boolean;
  readonly userVerified: boolean;
}

/**
 * Checks a signature by WebAuthn Level 3, section 7.2, except for the counter: that is compared in the transaction that
 * stores it. Answers with the cause if a check fails.
 */
export async function verifyAssertion(
  response: AuthenticationResponse,
  stored: StoredCredential,
  { party, challenges }: Expected,
): Promise<Assertion | Error> {
  const { userHandle } = response.response;
  if (userHandle && stored.userHandle !== null && userHandle !== stored.userHandle)
    return new Error("The user handle is another user's.");
  const challenge = challengeIn(response.response.clientDataJSON, { party, challenges });
  if (challenge instanceof Error) return challenge;
  const publicKey = fromBase64(stored.publicKey);
  if (!publicKey) return new Error("The stored public key is not base64.");
  try {
    const { verifyAuthenticationResponse } = await loadServer();
    const { clientDataJSON, authenticatorData, signature } = response.response;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...response,
        clientExtensionResults: {},
        response: { clientDataJSON, authenticatorData, signature },
      },
      expectedChallenge: challenge.challenge,
      expectedOrigin: [...party.origins],
      expectedRPID: party.id,
      expectedTopOrigin: [...party.topOrigins],
      requireUserVerification: challenge.needsVerification,
      credential: { id: stored.id, publicKey, counter: 0 },
    });
    if (!verified) return new Error("The signature is not valid.");
    const { newCounter, credentialBackedUp, credentialDeviceType, userVerified } = authenticationInfo;
    if (credentialDeviceType !== stored.deviceType) return new Error("The flag BE has changed.");
    return { counter: newCounter, backedUp: credentialBackedUp, userVerified };
  } catch (thrown) {
    return causeOf(thrown);
  }
}

/** The challenge of a response, in a page in which a ceremony may run. */
function challengeIn(clientDataJSON: string, { party, challenges }: Expected): Challenge | Error {
  const clientData = readClientData(clientDataJSON);
  if (!clientData) return new Error("The client data is malformed.");
  const { origin, topOrigin } = clientData;
  if (!party.origins.includes(origin))
    return new Error(`The page has the origin "${origin}". If it is yours, add it to \`origins\` of passkey().`);
  if (!isAllowedFrame(clientData, party))
    return new Error(
      `The page was in a frame of ${topOrigin === null ? "another origin" : `"${topOrigin}"`}. If that is yours, add it to \`topOrigins\` of passkey().`,
    );
  const found = challenges.find(({ challenge }) => challenge === clientData.challenge);
  return found ?? new Error("The challenge is another one.");
}

/** The parsers throw errors of many kinds for malformed bytes. */
const causeOf = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error("The response is malformed.", { cause: thrown });
