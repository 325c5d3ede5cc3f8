import { createHmac } from "node:crypto";
import { exportJWK, exportSPKI, type GenerateKeyPairResult, generateKeyPair, type JWK, SignJWT } from "jose";
import type { Json } from "./dialect.js";
import type { Faults } from "./faults.js";

/** The signature algorithm of ID tokens (RFC 7518, section 3.1). */
export type SignatureAlgorithm = "RS256" | "ES256";

/** The algorithm of the key, and a fault of the signature. */
export interface Signing {
  readonly algorithm: SignatureAlgorithm;
  readonly signature: Faults["signature"];
}

/** Signs ID tokens, and publishes the keys that verify them. */
export interface IdTokenSigner {
  sign(claims: Json, signing: Signing): Promise<string>;
  /** RFC 7517. */
  jwks(signing: Signing): Promise<Json>;
}

interface Key {
  readonly id: string;
  readonly pair: GenerateKeyPairResult;
}

/**
 * The signing key, and another key. Generating a key takes a tenth of a second, so all providers of a process share
 * them.
 */
const made = new Map<SignatureAlgorithm, Promise<readonly [Key, Key]>>();

function keysFor(algorithm: SignatureAlgorithm): Promise<readonly [Key, Key]> {
  const known = made.get(algorithm);
  if (known) return known;
  const make = async (id: string): Promise<Key> => ({
    id,
    pair: await generateKeyPair(algorithm, { extractable: true }),
  });
  const both = Promise.all([make("example-key-1"), make("example-key-2")]);
  made.set(algorithm, both);
  return both;
}

export async function createIdTokenSigner(): Promise<IdTokenSigner> {
  await keysFor("RS256");
  return {
    async jwks({ algorithm, signature }) {
      const [own, other] = await keysFor(algorithm);
      const published = signature === "rotated key" ? [own, other] : [own];
      return { keys: await Promise.all(published.map((key) => publish(key, algorithm))) };
    },
    async sign(claims, { algorithm, signature }) {
      const [own, other] = await keysFor(algorithm);
      if (signature === "none") return `${encode({ alg: "none" })}.${encode(claims)}.`;
      if (signature === "public key as secret") return signBySecret(claims, own);
      const isOther = signature === "other key" || signature === "rotated key";
      const kid = signature === "rotated key" ? other.id : own.id;
      return new SignJWT({ ...claims })
        .setProtectedHeader({ alg: algorithm, kid: signature === "unknown key id" ? "another-key" : kid })
        .sign((isOther ? other : own).pair.privateKey);
    },
  };
}

const publish = async ({ id, pair }: Key, algorithm: SignatureAlgorithm): Promise<JWK> => ({
  ...(await exportJWK(pair.publicKey)),
  kid: id,
  alg: algorithm,
  use: "sig",
});

async function signBySecret(claims: Json, { id, pair }: Key): Promise<string> {
  const signed = `${encode({ alg: "HS256", kid: id })}.${encode(claims)}`;
  const secret = await exportSPKI(pair.publicKey);
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
}

const encode = (value: Json): string => Buffer.from(JSON.stringify(value)).toString("base64url");
