import { isShortest, readMap } from "./cbor.js";

/** The credential in the data of a registration (WebAuthn, section 6.5.1). */
export interface AttestedCredential {
  readonly aaguid: string;
  readonly id: Uint8Array<ArrayBuffer>;
  /** The COSE key. */
  readonly publicKey: Uint8Array<ArrayBuffer>;
}

/** What a device has signed (WebAuthn, section 6.1). */
export interface AuthenticatorData {
  readonly rpIdHash: Uint8Array;
  readonly isPresent: boolean;
  readonly isVerified: boolean;
  readonly deviceType: "singleDevice" | "multiDevice";
  readonly backedUp: boolean;
  readonly counter: number;
  readonly credential: AttestedCredential | null;
}

const flag = { present: 0x01, verified: 0x04, canBackUp: 0x08, backedUp: 0x10, attested: 0x40, extended: 0x80 };

/** The hash of the domain, the flags and the counter. */
const headLength = 37;
const aaguidLength = 16;

/** Reads authenticator data. Throws for malformed data and for bytes behind the data. */
export function readAuthenticatorData(bytes: Uint8Array<ArrayBuffer>): AuthenticatorData {
  if (bytes.length < headLength) throw new Error("The authenticator data is too short.");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const flags = view.getUint8(32);
  const has = (bit: number): boolean => (flags & bit) !== 0;
  if (has(flag.backedUp) && !has(flag.canBackUp)) throw new Error("The flag BS is set without BE.");
  const read = has(flag.attested) ? readCredential(bytes, view) : null;
  const behind = read?.end ?? headLength;
  const end = has(flag.extended) ? readMap(bytes, behind).end : behind;
  if (end !== bytes.length) throw new Error("There are bytes behind the authenticator data.");
  return {
    rpIdHash: bytes.subarray(0, 32),
    isPresent: has(flag.present),
    isVerified: has(flag.verified),
    deviceType: has(flag.canBackUp) ? "multiDevice" : "singleDevice",
    backedUp: has(flag.backedUp),
    counter: view.getUint32(33),
    credential: read?.credential ?? null,
  };
}

function readCredential(
  bytes: Uint8Array<ArrayBuffer>,
  view: DataView,
): { readonly credential: AttestedCredential; readonly end: number } {
  const idStart = headLength + aaguidLength + 2;
  // Throws beyond the end.
  const keyStart = idStart + view.getUint16(idStart - 2);
  const { end } = readMap(bytes, keyStart);
  const publicKey = bytes.slice(keyStart, end);
  if (!isShortest(publicKey)) throw new Error("The public key is not in its shortest form.");
  const aaguid = textOf(bytes.subarray(headLength, headLength + aaguidLength));
  return { credential: { aaguid, id: bytes.slice(idStart, keyStart), publicKey }, end };
}

/** As UUIDs are written. */
function textOf(aaguid: Uint8Array): string {
  const digits = Array.from(aaguid, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
