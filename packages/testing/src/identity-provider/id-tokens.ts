import { createHmac } from "node:crypto";
import { exportJWK, exportSPKI, type GenerateKeyPairResult, generateKeyPair, SignJWT } from "jose";
import type { Json } from "./dialect.js";
import type { Faults } from "./faults.js";

/** Signs ID tokens, and publishes the key that verifies them. */
export interface IdTokenSigner {
  sign(claims: Json, signature: Faults["signature"]): Promise<string>;
  /** RFC 7517. */
  readonly jwks: Json;
}

const keyId = "example-key-1";

/** Making one takes a tenth of a second: all providers of a process share them. */
let made: Promise<readonly [GenerateKeyPairResult, GenerateKeyPairResult]> | null = null;

export async function createIdTokenSigner(): Promise<IdTokenSigner> {
  made ??= Promise.all([generateKeyPair("RS256", { extractable: true }), generateKeyPair("RS256")]);
  const [own, other] = await made;
  const spki = await exportSPKI(own.publicKey);
  return {
    jwks: { keys: [{ ...(await exportJWK(own.publicKey)), kid: keyId, alg: "RS256", use: "sig" }] },
    sign(claims, signature) {
      if (signature === "none") return Promise.resolve(`${encode({ alg: "none" })}.${encode(claims)}.`);
      if (signature === "public key as secret") {
        const signed = `${encode({ alg: "HS256", kid: keyId })}.${encode(claims)}`;
        return Promise.resolve(`${signed}.${createHmac("sha256", spki).update(signed).digest("base64url")}`);
      }
      const kid = signature === "unknown key id" ? "another-key" : keyId;
      const { privateKey } = signature === "other key" ? other : own;
      return new SignJWT({ ...claims }).setProtectedHeader({ alg: "RS256", kid }).sign(privateKey);
    },
  };
}

const encode = (value: Json): string => Buffer.from(JSON.stringify(value)).toString("base64url");
