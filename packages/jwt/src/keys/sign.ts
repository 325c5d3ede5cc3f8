import type { Context } from "@keyhold/core/plugin";
import type { KeyRow } from "../models.js";
import type { JwtOptions } from "../options.js";
import type { Algorithm } from "../token/check.js";
import { externalKeys, failSigner } from "./external.js";
import { importPrivateKey, signBytes } from "./generate.js";
import { memoryOf, type OpenedKey } from "./memory.js";
import { firstKey, replaceUnreadable, rotateWhenDue, signingRow } from "./rotate.js";
import { openPrivateKey } from "./states.js";

/** A key that signs now. */
export interface SigningKey {
  readonly id: string;
  readonly algorithm: Algorithm;
  sign(data: Uint8Array<ArrayBuffer>): Promise<Uint8Array>;
}

/** How long a process that cannot read the keys of other processes signs with a key of its own, before it makes another. */
const replacementMilliseconds = 60_000;

/** The key that signs: one read, by the unique index. A due rotation runs after the answer. */
export async function signingKey(ctx: Context, options: JwtOptions): Promise<SigningKey> {
  const { algorithm, signer } = options;
  if (signer) {
    const [first] = await externalKeys(ctx, signer);
    if (!first) return failSigner(ctx, new Error("jwt: `signer.publicKeys()` has answered no key."));
    const keyId = first.kid;
    const sign = (data: Uint8Array<ArrayBuffer>): Promise<Uint8Array> =>
      signer.sign({ keyId, algorithm, data }).catch((cause: unknown) => failSigner(ctx, cause));
    return { id: keyId, algorithm, sign };
  }
  const row = (await signingRow(ctx, options)) ?? (await firstKey(ctx, options));
  rotateWhenDue(ctx, options, row);
  const { id, key } = (await openKey(ctx, options, row)) ?? (await replacement(ctx, options, row));
  return { id, algorithm, sign: (data) => signBytes(key, algorithm, data) };
}

async function openKey(ctx: Context, { algorithm }: JwtOptions, row: KeyRow): Promise<OpenedKey | null> {
  const memory = memoryOf(ctx);
  if (memory.opened?.id === row.id) return memory.opened;
  const jwk = await openPrivateKey(ctx, row);
  if (!jwk) return null;
  memory.opened = { id: row.id, key: await importPrivateKey(jwk, algorithm) };
  return memory.opened;
}

/**
 * A key in place of one that cannot be decrypted. While two releases with different secrets run, each cannot read the
 * keys of the other: a process makes a key at most once a minute, and its keys stay published for longer.
 */
async function replacement(ctx: Context, options: JwtOptions, row: KeyRow): Promise<OpenedKey> {
  const memory = memoryOf(ctx);
  const now = ctx.now().getTime();
  if (memory.replacement && memory.replacement.until > now) return memory.replacement;
  const made = await replaceUnreadable(ctx, options, row);
  if (made) {
    const { id } = made.row;
    const key = await importPrivateKey(made.pair.privateKey, options.algorithm);
    memory.replacement = { id, key, until: now + replacementMilliseconds };
    return memory.replacement;
  }
  const present = (await signingRow(ctx, options)) ?? (await firstKey(ctx, options));
  return (await openKey(ctx, options, present)) ?? replacement(ctx, options, present);
}
