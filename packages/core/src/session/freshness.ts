import { defineExpiringValue } from "../adapter/expiring-value.js";
import type { Context, Session, TxContext } from "../contract/context.js";
import * as z from "../contract/schema.js";
import { findCredential } from "../records/credential/credential.js";
import { fingerprint } from "../secret/hash.js";
import { actorOf } from "./actor.js";
import { absoluteEndOf } from "./lifetime.js";
import { isPrevious } from "./previous-token.js";
import { hasProofColumns, lastProof } from "./proof.js";

/** By the id of the session, until its absolute end: the hash of the stored hash of the password. */
const reAuthentications = defineExpiringValue("re-authenticated", { lifetimeSeconds: null, value: z.string() });

/**
 * Whether the user authenticated at most `maxAgeSeconds` ago: by the sign-in that opened the session (no statement), or
 * by a proof since (`noteReAuthentication`). 0: always fresh. Other requests do not count, and a session in which an
 * administrator impersonates the user is never fresh.
 */
export async function isFresh(
  ctx: Context,
  session: Session,
  maxAgeSeconds = ctx.settings.session.freshAgeSeconds,
): Promise<boolean> {
  if (actorOf(ctx, session) !== null) return false;
  if (maxAgeSeconds === 0) return true;
  const oldest = ctx.now().getTime() - maxAgeSeconds * 1000;
  if (lastProof(ctx, session).getTime() >= oldest) return true;
  // A later proof is not of a token that was replaced since.
  return !hasProofColumns(ctx) && !isPrevious(session) && hasReAuthenticatedSince(ctx, session, oldest);
}

/** Counts only if the user still has this password. */
async function hasReAuthenticatedSince(ctx: Context, { id, userId }: Session, oldest: number): Promise<boolean> {
  const given = await reAuthentications.find(ctx, id);
  if (!given?.createdAt || given.createdAt.getTime() < oldest) return false;
  const credential = await findCredential(ctx, userId);
  return credential !== null && given.value === fingerprint(credential.password);
}

/**
 * Records that the user of a session gave the password with this hash, if the session has no columns for that. A new
 * row replaces an earlier row. The caller holds the user's lock, so there is a single row per session. The row expires
 * at the session's absolute end; the id of an ended session belongs to no other session.
 */
export async function noteReAuthentication(ctx: TxContext, session: Session, passwordHash: string): Promise<void> {
  if (hasProofColumns(ctx)) return;
  const end = new Date(absoluteEndOf(ctx.settings, session));
  await reAuthentications.put(ctx, session.id, fingerprint(passwordHash), end);
}
