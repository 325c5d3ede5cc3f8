import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { type Cbor, coseKeyOf, encodeCbor } from "@keyhold/testing/passkey";
import { origin } from "./fixture.ts";

const sha256 = (bytes: string | Uint8Array): Buffer => createHash("sha256").update(bytes).digest();
const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url");
const newKeys = () => generateKeyPairSync("ec", { namedCurve: "P-256" });

/** DER (X.690): a tag, the length, and the contents. */
function der(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(contents);
  return Buffer.concat([Buffer.from([tag, ...lengthOf(body)]), body]);
}
function lengthOf({ length }: Uint8Array): readonly number[] {
  if (length < 0x80) return [length];
  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
}
const sequence = (...items: readonly Uint8Array[]): Buffer => der(0x30, ...items);
const octets = (bytes: Uint8Array): Buffer => der(4, bytes);
const integer = (value: number): Buffer => der(2, Buffer.from([value]));
const oid = (hex: string): Buffer => der(6, Buffer.from(hex, "hex"));
const time = (text: string): Buffer => der(0x17, Buffer.from(text));
const nameOf = (text: string): Buffer => sequence(der(0x31, sequence(oid("550403"), der(0x0c, Buffer.from(text)))));

const ecdsaWithSha256 = sequence(oid("2a8648ce3d040302"));

interface Certificate {
  readonly subject: string;
  readonly issuer: string;
  readonly publicKey: KeyObject;
  readonly signer: KeyObject;
  readonly extensions: readonly Uint8Array[];
}

/** An X.509 certificate (RFC 5280). */
function certificate({ subject, issuer, publicKey, signer, extensions }: Certificate): Buffer {
  const signed = sequence(
    der(0xa0, integer(2)),
    integer(1),
    ecdsaWithSha256,
    nameOf(issuer),
    sequence(time("200101000000Z"), time("491231235959Z")),
    nameOf(subject),
    publicKey.export({ type: "spki", format: "der" }),
    ...(extensions.length > 0 ? [der(0xa3, sequence(...extensions))] : []),
  );
  return sequence(signed, ecdsaWithSha256, der(3, Buffer.from([0]), sign("sha256", signed, signer)));
}

/** The extension of Android's key attestation with a challenge. */
const keyDescription = (challenge: Uint8Array): Buffer => {
  const level = [integer(3), der(0x0a, Buffer.from([1]))];
  const value = sequence(...level, ...level, octets(challenge), octets(Buffer.alloc(0)), sequence(), sequence());
  return sequence(oid("2b06010401d679020111"), octets(value));
};

/** The extension with the URL of a list of revoked certificates (RFC 5280, section 4.2.1.13). */
const revocationList = (url: string): Buffer => {
  const point = sequence(der(0xa0, der(0xa0, der(0x86, Buffer.from(url)))));
  return sequence(oid("551d1f"), octets(sequence(point)));
};

interface CreationOptions {
  readonly challenge: string;
  readonly rp: { readonly id: string };
}

/** A registration with an attestation of Android, whose certificates the caller has made: they name a URL. */
export function registerWithCertificates({ challenge, rp }: CreationOptions, url: string, fmt = "android-key") {
  const clientDataJSON = Buffer.from(JSON.stringify({ type: "webauthn.create", challenge, origin }));
  const [device, root] = [newKeys(), newKeys()];
  const leaf = certificate({
    subject: "leaf",
    issuer: "root",
    publicKey: device.publicKey,
    signer: root.privateKey,
    extensions: [keyDescription(sha256(clientDataJSON)), revocationList(url)],
  });
  const anchor = certificate({
    subject: "root",
    issuer: "root",
    publicKey: root.publicKey,
    signer: root.privateKey,
    extensions: [],
  });
  return registrationOf({ rp, clientDataJSON, device, fmt, certificates: [leaf, anchor] });
}

/** A registration signed by the new key itself: format "packed", without a certificate (WebAuthn, section 8.2). */
export function registerWithSelfAttestation({ challenge, rp }: CreationOptions) {
  const clientDataJSON = Buffer.from(JSON.stringify({ type: "webauthn.create", challenge, origin }));
  const device = newKeys();
  return registrationOf({ rp, clientDataJSON, device, fmt: "packed", certificates: [] });
}

interface Registration extends Pick<CreationOptions, "rp"> {
  readonly clientDataJSON: Buffer;
  readonly device: ReturnType<typeof newKeys>;
  readonly fmt: string;
  /** None: the key signs its own statement. */
  readonly certificates: readonly Buffer[];
}

function registrationOf({ rp, clientDataJSON, device, fmt, certificates }: Registration) {
  const id = randomBytes(32);
  const key = encodeCbor(coseKeyOf("ES256", device.publicKey));
  const head = Buffer.concat([sha256(rp.id), Buffer.from([0x45, 0, 0, 0, 0])]);
  const authData = Buffer.concat([head, Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
  const sig = sign("sha256", Buffer.concat([authData, sha256(clientDataJSON)]), device.privateKey);
  const statement = new Map<string, Cbor>([
    ["alg", -7],
    ["sig", sig],
  ]);
  if (certificates.length > 0) statement.set("x5c", [...certificates]);
  const object = new Map<string, Cbor>([
    ["fmt", fmt],
    ["attStmt", statement],
    ["authData", authData],
  ]);
  return {
    id: base64url(id),
    rawId: base64url(id),
    type: "public-key" as const,
    response: { clientDataJSON: base64url(clientDataJSON), attestationObject: base64url(encodeCbor(object)) },
  };
}
