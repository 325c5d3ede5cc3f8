import type { PasskeyOptions } from "./options.js";

type Helpers = typeof import("@simplewebauthn/server/helpers");

/** The formats that are checked without a request to a URL in a certificate, which the caller may have made. */
const local: readonly unknown[] = ["packed", "fido-u2f", "tpm"];
const formats: readonly unknown[] = [...local, "android-key", "android-safetynet", "apple"];

/**
 * Removes the statement of an attestation object, unless it is read: the app has asked for it, and its check sends no
 * request. Throws for malformed CBOR.
 */
export function readAttestation(
  attestationObject: string,
  attestation: PasskeyOptions["attestation"],
  { decodeAttestationObject, isoBase64URL, isoCBOR }: Helpers,
): string {
  const object = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const isRead = attestation === "direct" && local.includes(object.get("fmt"));
  if (isRead || !formats.includes(object.get("fmt"))) return attestationObject;
  const bare = new Map().set("fmt", "none").set("attStmt", new Map()).set("authData", object.get("authData"));
  return isoBase64URL.fromBuffer(isoCBOR.encode(bare));
}
