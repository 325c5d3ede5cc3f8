import type { Locked } from "../adapter/adapter.js";
import { isConflict } from "../adapter/conflict.js";
import type { Caller, Session, TxContext } from "../contract/context.js";
import type { SignInMethod } from "../contract/events.js";
import type { AddedColumns } from "../contract/plugin.js";
import { type SessionRow, sessionModel, type userModel } from "../model/models.js";
import { randomText } from "../secret/random.js";
import { publicUser } from "../user/public.js";
import { cacheCookies } from "./cache/cookie.js";
import { endSession } from "./close.js";
import { givenCookies } from "./given-cookies.js";
import { endOf, firstEnd } from "./lifetime.js";
import { endOldestSessions } from "./max-sessions.js";
import { newStoredToken, storedAs } from "./stored-token.js";

export interface OpenedSession {
  readonly session: SessionRow;
  /** The secret itself: for the cookie and the answer. */
  readonly token: string;
  readonly cookies: readonly string[];
}

export interface SignIn {
  readonly method: SignInMethod;
  readonly isRemembered: boolean;
  /** The user is created in the same transaction. Default false. */
  readonly isNewUser?: boolean;
  /** Wrong passwords before the right one. Default 0. */
  readonly wrongPasswordsBefore?: number;
  /** For a session that must end sooner than others, and is not prolonged by a visit. */
  readonly maxSeconds?: number;
  /** Columns that plugins added to the session. They win over what rules say. */
  readonly columns?: AddedColumns;
  /** The session that this browser had goes on, because it is given back later. Default false. */
  readonly keepsOld?: boolean;
  readonly caller: Caller;
}

/**
 * Opens a session and ends the one this browser had, so that nobody can leave a known one behind (session fixation).
 * The held user proves that what was checked about it still stands.
 */
export async function openSession(
  ctx: TxContext,
  user: Locked<typeof userModel>,
  signIn: SignIn,
): Promise<OpenedSession> {
  const { method, isRemembered, isNewUser = false, wrongPasswordsBefore = 0, caller } = signIn;
  const old = signIn.keepsOld ? null : await presentSession(ctx, caller);
  const replaced = old?.userId === user.id ? old : null;
  let added: AddedColumns = {};
  for (const hook of ctx.hooks("session.create"))
    added = { ...added, ...(await hook({ user, method, isNewUser, replaced }, ctx)) };
  if (old) await endSession(ctx, old, "replaced");
  // An impersonation ends no session of the user.
  if (!isNewUser && !signIn.keepsOld) await endOldestSessions(ctx, user);
  const now = ctx.now();
  const token = randomText(32);
  const session = await ctx.db.insert(sessionModel, {
    ...added,
    ...signIn.columns,
    userId: user.id,
    token: newStoredToken(ctx.settings, token),
    expiresAt: firstEnd(ctx, isRemembered, signIn.maxSeconds),
    createdAt: now,
    updatedAt: now,
    ipAddress: caller.ipAddress,
    userAgent: caller.userAgent,
  });
  // Two got the same random token.
  if (isConflict(session)) return ctx.refuse("FAILED_TO_CREATE_SESSION");
  const shown = publicUser(ctx, user);
  ctx.emit({ type: "session.created", session, user: shown, method, isNewUser, wrongPasswordsBefore });
  return { session, token, cookies: cookiesOf(ctx, { ...session, user: shown }, { token, isRemembered, caller }) };
}

interface Opening {
  readonly token: string;
  readonly isRemembered: boolean;
  readonly caller: Caller;
}

/** What a browser is given with a new session, and what of the one before it is taken away. */
function cookiesOf(ctx: TxContext, session: Session, { token, isRemembered, caller }: Opening): readonly string[] {
  const cache = cacheCookies(ctx, session, { ...caller, isRemembered });
  const given = { token, stored: session.token, until: endOf(ctx, session), cache };
  return givenCookies(ctx, given, caller, isRemembered);
}

/** The session that a browser has, whoever's it is. */
const presentSession = async (ctx: TxContext, { sessionToken }: Caller): Promise<SessionRow | null> =>
  sessionToken === null ? null : ctx.db.find(sessionModel, { token: storedAs(sessionToken) });
