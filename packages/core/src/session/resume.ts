import type { Caller, Context, Session } from "../contract/context.js";
import { sessionModel, userModel } from "../model/models.js";
import { fingerprint } from "../secret/hash.js";
import { cacheCookies } from "./cache/cookie.js";
import { givenCookies } from "./given-cookies.js";
import { endOf, hasEnded } from "./lifetime.js";
import { storedAs } from "./stored-token.js";

/** A session, and its cookies. */
export interface ResumedSession {
  readonly session: Session;
  readonly cookies: readonly string[];
}

/** Resumes a session that a browser had set aside; null if the session has ended meanwhile. */
export async function resumeSession(ctx: Context, token: string, caller: Caller): Promise<ResumedSession | null> {
  const found = await ctx.db.find(sessionModel, { token: storedAs(token) }, { with: userModel });
  if (!found || hasEnded(ctx, found)) return null;
  const session = { ...found, token: fingerprint(token) };
  const cache = cacheCookies(ctx, session, caller);
  const given = { token, stored: found.token, until: endOf(ctx, session), cache };
  return { session, cookies: givenCookies(ctx, given, caller) };
}
