import { type Context, commonErrors } from "@keyhold/core/plugin";
import type { JwtSigner } from "../options.js";
import type { PublishedKey } from "../token/check.js";
import { memoryOf } from "./memory.js";

const keptMilliseconds = 60_000;

/** The public keys of an external signer, at most a minute old. */
export async function externalKeys(
  ctx: Context,
  signer: JwtSigner,
  { isFresh = false }: { readonly isFresh?: boolean } = {},
): Promise<readonly PublishedKey[]> {
  const memory = memoryOf(ctx);
  const now = ctx.now().getTime();
  if (!isFresh && memory.external && now - memory.external.readAt < keptMilliseconds) return memory.external.keys;
  try {
    const keys = await signer.publicKeys();
    memory.external = { keys, readAt: now };
    return keys;
  } catch (cause) {
    // The keys change rarely, and tokens can still be checked.
    return memory.external?.keys ?? failSigner(ctx, cause);
  }
}

/** The signer does not answer: the call fails with 503, and the log has the reason. */
export const failSigner = (ctx: Context, cause: unknown): never =>
  ctx.fail(commonErrors.SERVICE_UNAVAILABLE, { cause, headers: { "retry-after": "10" } });
