import type { Context, TxContext } from "../contract/context.js";
import { type SessionRow, sessionModel, verificationModel } from "../model/models.js";
import { singleVerification } from "../model/verification.js";
import { type FactPlace, writeFact } from "../records/user/fact.js";
import { fingerprint } from "../secret/hash.js";
import { shownToken } from "./list.js";

/*
 * A sign-out may be on its way with the cookie from before a new token. For ten minutes the replaced token still ends
 * the session, and does nothing else: a replaced token opens no session.
 */

const keptSeconds = 600;

const placeOf = (hash: string): FactPlace => singleVerification("replaced-token", hash);

/** Notes the token of a session that gets a new token. The caller of this function holds the user's lock. */
export async function noteReplaced(ctx: TxContext, present: SessionRow): Promise<void> {
  const expiresAt = new Date(ctx.now().getTime() + keptSeconds * 1000);
  await writeFact(ctx, placeOf(shownToken(present)), { value: present.id, expiresAt });
}

/** The session whose token was replaced a short time ago; null: no such session. */
export async function findByReplaced(ctx: Context, token: string): Promise<SessionRow | null> {
  const { identifier } = placeOf(fingerprint(token));
  const row = await ctx.db.find(verificationModel, { identifier });
  return row && row.expiresAt > ctx.now() ? ctx.db.find(sessionModel, { id: row.value }) : null;
}
