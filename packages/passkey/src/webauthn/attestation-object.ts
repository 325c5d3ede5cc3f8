import type { Challenge } from "../ceremony/challenge.js";
import type { RegistrationResponse } from "../schemas.js";
import { readMap } from "./cbor.js";
import type { RelyingParty } from "./relying-party.js";

/** A registration with a statement to be checked. */
export interface StatedRegistration {
  readonly response: RegistrationResponse;
  readonly party: Pick<RelyingParty, "id" | "origins">;
  readonly challenge: Pick<Challenge, "challenge" | "isAutomatic" | "needsVerification">;
}

/** Asks devices for their make, and checks their statements: see `direct` of `@keyhold/passkey/attestation`. */
export interface DirectAttestation {
  readonly conveyance: "direct";
  /** Whether the signature of a statement is right. Throws for a malformed statement. */
  verify(registration: StatedRegistration): Promise<boolean>;
}

/** The attestation object of a registration (WebAuthn, section 6.5.4). */
export interface AttestationObject {
  readonly authData: Uint8Array<ArrayBuffer>;
  /** Whether the device has made a statement that can be checked. */
  readonly isStated: boolean;
  /** Whether the statement has a certificate. In a self attestation the passkey signs: the AAGUID is not certified. */
  readonly hasCertificate: boolean;
}

/** The formats that are checked without a request to a URL in a certificate, which the caller may have made. */
const local: readonly unknown[] = ["packed", "fido-u2f", "tpm"];
const formats: readonly unknown[] = [...local, "android-key", "android-safetynet", "apple"];

/** Reads an attestation object. Throws for malformed CBOR, and for an unknown format. */
export function readAttestation(bytes: Uint8Array): AttestationObject {
  const { map, end } = readMap(bytes);
  const { fmt, attStmt, authData } = Object.fromEntries(map) as Readonly<Record<string, unknown>>;
  if (end !== bytes.length || !(authData instanceof Uint8Array) || !(attStmt instanceof Map))
    throw new Error("The attestation object is malformed.");
  if (fmt === "none" ? attStmt.size > 0 : !formats.includes(fmt))
    throw new Error("The format of the attestation statement is unknown.");
  const certificates: unknown = attStmt.get("x5c");
  const hasCertificate = Array.isArray(certificates) && certificates.length > 0;
  return { authData: Uint8Array.from(authData), isStated: local.includes(fmt), hasCertificate };
}
