import type { PasskeyOptions } from "./options.js";

type Helpers = typeof import("@simplewebauthn/server/helpers");

/** The formats that are checked without a request to a URL in a certificate, which the caller may have made. */
const local: readonly unknown[] = ["packed", "fido-u2f", "tpm"];
const formats: readonly unknown[] = [...local, "android-key", "android-safetynet", "apple"];

/**
 * Removes the statement of an attestation object, unless it is read: the app has asked for it, and its check sends no
 * request. Throws for malformed CBOR and for an unknown format, which a later release of the library may check otherwise.
 */
export function readAttestation(
  attestationObject: string,
  attestation: PasskeyOptions["attestation"],
  { decodeAttestationObject, isoBase64URL, isoCBOR }: Helpers,
): string {
  const object = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const fmt = object.get("fmt");
  if (fmt === "none" || (attestation === "direct" && local.includes(fmt))) return attestationObject;
  if (!formats.includes(fmt)) throw new Error("The format of the attestation statement is unknown.");
  const bare = new Map().set("fmt", "none").set("attStmt", new Map()).set("authData", object.get("authData"));
  return isoBase64URL.fromBuffer(isoCBOR.encode(bare));
}

/** Whether the statement has a certificate. In a self attestation the passkey signs: the AAGUID is not certified. */
export function hasCertificate(attestationObject: string, { decodeAttestationObject, isoBase64URL }: Helpers): boolean {
  const certificates: unknown = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject))
    .get("attStmt")
    .get("x5c");
  return Array.isArray(certificates) && certificates.length > 0;
}
