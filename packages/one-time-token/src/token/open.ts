import type { Session } from "@keyhold/core";
import { type AddedColumns, type Caller, type Context, publicUser, userModel } from "@keyhold/core/plugin";
import { familyOf, type OpenedSession, openSession, shownToken } from "@keyhold/core/session";
import { oneTimeTokenErrors } from "../errors.js";
import { childSessionModel } from "../models.js";
import type { OneTimeTokenOptions } from "../options.js";
import { consumeToken, findToken, type Handoff } from "./tokens.js";

type Errors = "INVALID_TOKEN" | "FAILED_TO_CREATE_SESSION";

/** A client with a token. */
export interface Taker {
  readonly token: string;
  /** The session of the client; null: the client is signed out. */
  readonly session: Session | null;
  readonly caller: Caller;
}

/** The session after the use of a token; `opened` is null if the client has kept its own session. */
export interface SessionByToken {
  readonly session: Session;
  readonly opened: OpenedSession | null;
}

/**
 * Uses a token up, and opens a session of the user. The new session ends with the session of the token. A browser keeps
 * its session if the session of the token comes from this session: otherwise the new session would end at once.
 *
 * @throws AuthError INVALID_TOKEN, also to an app in token mode if a cookie has made the token
 */
export async function openByToken(
  ctx: Context<Errors>,
  options: OneTimeTokenOptions,
  { token, session, caller }: Taker,
): Promise<SessionByToken> {
  const handoff = await findToken(ctx, token);
  if (!handoff || !isFor(handoff, caller, options)) return ctx.fail(oneTimeTokenErrors.INVALID_TOKEN);
  const taken = await ctx.transactionOn(userModel, handoff.userId, async (ctx, user) => {
    if (!(await consumeToken(ctx, token))) return null;
    const parent = await ctx.db.lock(childSessionModel, handoff.sessionId);
    if (!parent || shownToken(parent) !== handoff.stored || parent.expiresAt <= ctx.now()) return null;
    if (session && (await familyOf(ctx, parent)).includes(session.id)) return { session, opened: null };
    const { isRemembered } = handoff;
    const columns = limitsOf(parent);
    const proof = { parent };
    const opened = await openSession(ctx, user, { method: "one-time-token", proof, isRemembered, columns, caller });
    return { session: { ...opened.session, user: { ...user, ...publicUser(ctx, user) } }, opened };
  });
  return taken ?? ctx.fail(oneTimeTokenErrors.INVALID_TOKEN);
}

/** What limits the session of a device, a column of `@keyhold/device-authorization`, limits its child, too. */
function limitsOf(parent: object): AddedColumns {
  const { deviceClientId, deviceScope } = parent as Readonly<Record<string, string | null>>;
  return deviceClientId ? { deviceClientId, deviceScope } : {};
}

/** A cookie never becomes a token that scripts can read, unless the option says so. */
const isFor = (
  { audience, isOfApp }: Handoff,
  { origin, isBearer }: Caller,
  { allowBearerFromCookie }: OneTimeTokenOptions,
): boolean => (audience === null || audience === origin) && (!isBearer || isOfApp || allowBearerFromCookie);
