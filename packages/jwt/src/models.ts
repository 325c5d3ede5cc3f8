import { date, defineModel, id, type OutputColumns, type proofColumns, type Row, text } from "@keyhold/core/plugin";

/** A sealed private key of RSA has about 2,400 characters. */
const maxKeyLength = 8192;

/**
 * The keys of the tokens: the columns of the previous library, and two more. The id is the `kid` of the tokens.
 */
export const jwksModel = defineModel("jwks", {
  id: id(),
  /** The public key, a JWK as JSON. */
  publicKey: text().atMost(maxKeyLength),
  /** The private key, a JWK as JSON, encrypted. Empty: the key signs no more. */
  privateKey: text().secret().atMost(maxKeyLength),
  createdAt: date(),
  /** When another key takes over. Null: a key of the previous library without an end. */
  expiresAt: date().optional(),
  /** The algorithm. Null: a key of the previous library that does not say. */
  alg: text().optional(),
  crv: text().optional(),
  /**
   * "next ES256" or "signing ES256": unique, so that each algorithm has one such key, however many callers make a key at
   * once. Null: the key is retired, and published until `publishedUntil`.
   */
  state: text().optional().unique().atMost(32),
  /** When a retired key leaves the key set. Null in a key of the previous library that was not yet seen. */
  publishedUntil: date().optional().indexed(),
});

/** A row of `jwksModel`. */
export interface KeyRow extends Row<typeof jwksModel> {}

/** The columns of the session in answers. */
export interface JwtSession extends OutputColumns<typeof proofColumns> {}
