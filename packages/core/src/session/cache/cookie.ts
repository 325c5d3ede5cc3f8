import type { Caller, Context, Session, TxContext } from "../../contract/context.js";
import { writeCookie } from "../../http/cookies.js";
import { sessionModel, userModel } from "../../model/models.js";
import type { Schema } from "../../model/schema.js";
import { textFromBase64url, textToBase64url } from "../../secret/base64url.js";
import { fingerprint } from "../../secret/hash.js";
import { clearedCookie, cookieName } from "../cookie.js";
import { cookieAttributes } from "../cookie-attributes.js";
import { leftEntry } from "../legacy.js";
import { endOf, hasEnded } from "../lifetime.js";
import { storedAs } from "../stored-token.js";
import { createEntrySigner, type EntrySigner } from "./signed-entry.js";
import { copiesCountSince } from "./signed-out.js";

type CacheContext = Pick<Context | TxContext, "settings" | "schema" | "ownKeys" | "now">;

/** A browser stores at most 4,096 bytes of a cookie; a line of this length might exceed that by 1. */
const maxLineLength = 4093;

/** The label of the signature, so that no signed value of another kind is accepted. */
const label = "session_data";

const seals = new WeakMap<Schema, EntrySigner>();

function macOf({ schema, ownKeys, settings }: CacheContext): EntrySigner {
  const known = seals.get(schema);
  if (known) return known;
  const encrypt = createEntrySigner(schema, ownKeys.copies, settings.session.cookieCache.maxAgeSeconds);
  seals.set(schema, encrypt);
  return encrypt;
}

/**
 * The cookie with a copy of the session, for get-session to read instead of the database. If the copy would be too
 * long, the cookie is omitted, and an earlier cookie is cleared.
 */
export function cacheCookies(
  ctx: CacheContext,
  session: Session,
  { isRemembered, isBearer, cachedSession }: Pick<Caller, "isRemembered" | "isBearer" | "cachedSession">,
): readonly string[] {
  const { enabled, maxAgeSeconds } = ctx.settings.session.cookieCache;
  if (!enabled || isBearer) return [];
  const now = ctx.now().getTime();
  const until = Math.min(now + maxAgeSeconds * 1000, endOf(ctx, session).getTime());
  const value = textToBase64url(macOf(ctx).encrypt(label, session, until));
  const life = isRemembered ? Math.floor((until - now) / 1000) : null;
  const line = writeCookie(cookieName(ctx.settings, "session_data"), value, cookieAttributes(ctx.settings, life));
  if (line.length < maxLineLength) return [line];
  return cachedSession === null ? [] : [clearedCookie(ctx.settings, "session_data")];
}

/**
 * Clears the copy of a browser, for an answer after which another session, or no session, may count: the database then
 * says who is signed in.
 */
export const clearedCopy = (
  { settings }: Pick<Context, "settings">,
  { cachedSession }: Pick<Caller, "cachedSession">,
): readonly string[] => (cachedSession === null ? [] : [clearedCookie(settings, "session_data")]);

/** The session from the copy in the cookie; null if the copy is forged, too old, too long or of another session. */
export function readCacheCookie(ctx: CacheContext, caller: Caller, token: string): Session | null {
  const { cachedSession } = caller;
  if (cachedSession === null || cachedSession.length > maxLineLength) return null;
  const session = macOf(ctx).open(label, textFromBase64url(cachedSession), ctx.now(), copiesCountSince(ctx, caller));
  return session?.token === fingerprint(token) ? session : null;
}

/**
 * The cookie that updates a browser's copy after a handler; omitted if the response already sets the cookie. The copy
 * of the previous library is always cleared while that library still runs. The handler has succeeded: if the database
 * does not answer now, the copy is cleared.
 */
export async function renewedEntry(ctx: Context, caller: Caller, told: readonly string[]): Promise<readonly string[]> {
  const { settings } = ctx;
  const name = cookieName(settings, "session_data");
  const { sessionToken: token, isBearer } = caller;
  if (!settings.session.cookieCache.enabled || token === null || isBearer) return leftEntry(ctx, caller);
  if (told.some((line) => line.startsWith(`${name}=`))) return [];
  try {
    const session = await ctx.db.find(sessionModel, { token: storedAs(token) }, { with: userModel });
    const isThere = session !== null && !hasEnded(ctx, session);
    if (isThere) return cacheCookies(ctx, { ...session, token: fingerprint(token) }, caller);
  } catch (error) {
    ctx.later("Renewing the copy of a session", () => Promise.reject(error));
  }
  return [clearedCookie(settings, "session_data")];
}
