import type { Context } from "@keyhold/core/plugin";
import type { JwtOptions } from "../options.js";
import type { FindKey, PublishedKey } from "../token/check.js";
import { importPublicKey } from "../token/import.js";
import { isWorker } from "../verify/worker.js";
import { externalKeys } from "./external.js";
import { type KnownKeys, memoryOf, type VerifyingKey } from "./memory.js";
import { allKeys, firstKey, retireAll, rotateWhenDue } from "./rotate.js";
import { isPublished, publishedKey, signing, stateOf } from "./states.js";

/** The key set, as `GET /jwks` shows it. Makes the first key, so that a service has a key before the first token. */
export async function publishedKeys(ctx: Context, options: JwtOptions): Promise<readonly PublishedKey[]> {
  const now = ctx.now();
  const external = options.signer ? await externalKeys(ctx, options.signer) : [];
  let rows = await allKeys(ctx);
  if (options.signer) retireAll(ctx, rows);
  else {
    const present = rows.find(({ state }) => state === signing(options.algorithm));
    if (present) rotateWhenDue(ctx, options, present);
    else {
      await firstKey(ctx, options);
      rows = await allKeys(ctx);
    }
  }
  return [...external, ...rows.filter((row) => isPublished(row, now)).flatMap((row) => publishedKey(row) ?? [])];
}

const keptMilliseconds = 30_000;
const unknownWindowMilliseconds = 10_000;
const maxUnknownReads = 5;

/**
 * Finds public keys for the server's own checks: from memory, at most half a minute old. A token with an unknown key
 * causes a read, up to five in ten seconds. `isFresh`: reads the keys now.
 */
export function keyFinder(ctx: Context, options: JwtOptions, isFresh = false): FindKey {
  const memory = memoryOf(ctx);
  const now = ctx.now().getTime();
  return async (keyId) => {
    const isOld = memory.known === null || now - memory.known.readAt >= keptMilliseconds;
    if (isFresh || isOld) await (isFresh ? readKeys(ctx, options) : readOnce(ctx, options));
    const { known } = memory;
    const key = known?.keys.get(keyId);
    if (key && !key.isNext) return key;
    if (isFresh || isOld || !mayReadAgain(ctx)) return null;
    const again = (await readKeys(ctx, options, true)).keys.get(keyId);
    return again && !again.isNext ? again : null;
  };
}

function mayReadAgain(ctx: Context): boolean {
  const memory = memoryOf(ctx);
  const now = ctx.now().getTime();
  if (now - memory.unknownSince >= unknownWindowMilliseconds) {
    memory.unknownSince = now;
    memory.unknownReads = 0;
  }
  memory.unknownReads += 1;
  return memory.unknownReads <= maxUnknownReads;
}

/** One read for all tokens that wait; on Cloudflare Workers one for each. */
function readOnce(ctx: Context, options: JwtOptions): Promise<KnownKeys> {
  if (isWorker()) return readKeys(ctx, options);
  const memory = memoryOf(ctx);
  memory.reading ??= readKeys(ctx, options).finally(() => {
    memory.reading = null;
  });
  return memory.reading;
}

async function readKeys(ctx: Context, options: JwtOptions, isUnknown = false): Promise<KnownKeys> {
  const now = ctx.now();
  const [rows, external] = await Promise.all([
    allKeys(ctx),
    options.signer ? externalKeys(ctx, options.signer, { isFresh: isUnknown }) : [],
  ]);
  const keys = new Map<string, VerifyingKey>();
  const add = async (jwk: PublishedKey | null, isNext: boolean): Promise<void> => {
    const key = jwk && (await importPublicKey(jwk));
    if (key) keys.set(jwk.kid, { ...key, isNext });
  };
  for (const row of rows) if (isPublished(row, now)) await add(publishedKey(row), stateOf(row) === "next");
  for (const jwk of external) await add(jwk, false);
  const known = { keys, readAt: now.getTime() };
  memoryOf(ctx).known = known;
  return known;
}
