import { defineExpiringValue } from "../adapter/expiring-value.js";
import type { Context, TxContext } from "../contract/context.js";
import * as z from "../contract/schema.js";
import { type SessionRow, sessionModel } from "../model/models.js";
import { fingerprint } from "../secret/hash.js";
import { shownToken } from "./list.js";

/*
 * A sign-out may be on its way with the cookie from before a new token. For ten minutes the replaced token still ends
 * the session, and does nothing else: a replaced token opens no session.
 */

/** By the hash of the token: the id of the session. */
const replacedTokens = defineExpiringValue("replaced-token", { lifetimeSeconds: 600, value: z.string() });

/** Notes the token of a session that gets a new token. The caller of this function holds the user's lock. */
export async function noteReplaced(ctx: TxContext, present: SessionRow): Promise<void> {
  await replacedTokens.insert(ctx, shownToken(present), present.id);
}

/** The session whose token was replaced a short time ago; null: no such session. */
export async function findByReplaced(ctx: Context, token: string): Promise<SessionRow | null> {
  const replaced = await replacedTokens.find(ctx, fingerprint(token));
  return replaced && ctx.db.find(sessionModel, { id: replaced.value });
}
