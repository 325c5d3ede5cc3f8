import { type Context, encryptedColumn, type Insert, randomText } from "@keyhold/core/plugin";
import { jwksModel, type KeyRow } from "../models.js";
import type { JwtOptions } from "../options.js";
import { type Algorithm, algorithmOf, type PublishedKey } from "../token/check.js";
import { generateKeys, type KeyPair } from "./generate.js";

/** Of `Cache-Control`: how long services keep the key set. */
export const maxAgeSeconds = 300;
export const staleSeconds = 600;

/** How long a key is published before it signs: longer than a service keeps an earlier key set. */
export const publishedBeforeSeconds = maxAgeSeconds + staleSeconds + 60;
/** The longest lifetime of a token. */
export const maxTokenSeconds = 3600;
/** How long a retired key is published after its last token has ended. */
const publishedAfterSeconds = 300;
/** So long before the end of a key its successor is made. */
const prepareSeconds = 6 * 3600;
/** Tokens of the previous library end by then. */
const previousSeconds = 30 * 86_400;

export const signing = (algorithm: Algorithm): string => `signing ${algorithm}`;
export const next = (algorithm: Algorithm): string => `next ${algorithm}`;

/** What a row says of its key. */
export type KeyState = "next" | "signing" | "retired";
export function stateOf({ state }: Pick<KeyRow, "state">): KeyState {
  if (state === null) return "retired";
  return state.startsWith("signing ") ? "signing" : "next";
}

const later = (date: Date, seconds: number): Date => new Date(date.getTime() + seconds * 1000);

export const isPublished = ({ publishedUntil }: KeyRow, now: Date): boolean =>
  publishedUntil === null || publishedUntil > now;
/** Whether the successor of a signing key should be published. */
export const needsNext = ({ expiresAt }: KeyRow, now: Date): boolean =>
  expiresAt === null || later(expiresAt, -prepareSeconds) <= now;
/** Whether the successor should sign in place of the key. */
export const isDue = ({ expiresAt }: KeyRow, now: Date): boolean => expiresAt === null || expiresAt <= now;
/** Whether every service that keeps a key set has this key. */
export const isKnown = ({ createdAt }: KeyRow, now: Date): boolean => later(createdAt, publishedBeforeSeconds) <= now;

export const endOfKey = ({ keyLifetimeDays }: Pick<JwtOptions, "keyLifetimeDays">, now: Date): Date =>
  later(now, keyLifetimeDays * 86_400);

/** The columns of a key that signs no more: its private half is gone. */
export const retired = (now: Date) => ({
  state: null,
  privateKey: "",
  publishedUntil: later(now, maxTokenSeconds + publishedAfterSeconds),
});

/** When a key of the previous library leaves the key set. */
export const endOfPrevious = (now: Date): Date => later(now, previousSeconds);

const placeOf = (id: string): readonly string[] => ["jwks", id, "privateKey"];

/** For `keyhold rotate`. */
export const encryptedKeys = encryptedColumn(jwksModel, "privateKey", ({ id }) => placeOf(id));

/** A new key: the row to insert, and the pair. */
export interface NewKey {
  readonly row: Insert<typeof jwksModel> & { readonly id: string };
  readonly pair: KeyPair;
}

/** Makes a key. Outside of a transaction: an RSA key takes a while. */
export async function newKey(
  ctx: Pick<Context, "encryptedValues" | "now">,
  { algorithm, keyLifetimeDays }: Pick<JwtOptions, "algorithm" | "keyLifetimeDays">,
  state: string,
): Promise<NewKey> {
  const pair = await generateKeys(algorithm);
  const id = randomText(32);
  const now = ctx.now();
  const row = {
    id,
    publicKey: JSON.stringify(pair.publicKey),
    privateKey: await ctx.encryptedValues.encrypt(placeOf(id), JSON.stringify(pair.privateKey)),
    createdAt: now,
    expiresAt: endOfKey({ keyLifetimeDays }, now),
    alg: algorithm,
    crv: pair.publicKey.crv ?? null,
    state,
  };
  return { row, pair };
}

/** The private key of a row; null: no secret of the auth decrypts it. */
export async function openPrivateKey(
  { encryptedValues }: Pick<Context, "encryptedValues">,
  { id, privateKey }: KeyRow,
): Promise<JsonWebKey | null> {
  const opened = await encryptedValues.open(placeOf(id), privateKey);
  try {
    return opened && JSON.parse(opened.text);
  } catch {
    return null;
  }
}

/** A key as it is published (RFC 7517); null: the previous library has stored another value. */
export function publishedKey({ id, publicKey, alg }: KeyRow): PublishedKey | null {
  try {
    const { kty, crv, x, y, n, e } = JSON.parse(publicKey);
    const algorithm = alg ?? algorithmOf({ kty, crv });
    // Never a private or a symmetric key, whatever the row has.
    if (algorithm === null || !["EC", "OKP", "RSA"].includes(kty)) return null;
    return { kty, crv, x, y, n, e, alg: algorithm, use: "sig", kid: id };
  } catch {
    return null;
  }
}
