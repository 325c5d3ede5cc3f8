import type { Locked } from "../adapter/adapter.js";
import type { Caller, Session, TxContext } from "../contract/context.js";
import { coreErrors } from "../contract/errors.js";
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

/** A new session, with the cookies to set. */
export interface OpenedSession {
  readonly session: SessionRow;
  /** The secret token, for the cookie and the response. */
  readonly token: string;
  readonly cookies: readonly string[];
}

/** Input of `openSession`. */
export interface SignIn {
  readonly method: SignInMethod;
  readonly isRemembered: boolean;
  /** The user is created in the same transaction. Default false. */
  readonly isNewUser?: boolean;
  /** Wrong passwords before the right one. Default 0. */
  readonly wrongPasswordsBefore?: number;
  /** For a session with a shorter lifetime, never prolonged by a request. */
  readonly maxSeconds?: number;
  /** Columns that plugins added to the session. They override the values of hooks. */
  readonly columns?: AddedColumns;
  /** Keeps the browser's present session, to be resumed later. Default false. */
  readonly keepsOld?: boolean;
  readonly caller: Caller;
}

/**
 * Opens a session and ends the present one of this browser, so that an attacker cannot plant a known one (session
 * fixation). `user` is locked: the checks before it still hold.
 */
export async function openSession(
  ctx: TxContext<"FAILED_TO_CREATE_SESSION">,
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
  const row = {
    ...added,
    ...signIn.columns,
    userId: user.id,
    token: newStoredToken(ctx.settings, token),
    expiresAt: firstEnd(ctx, isRemembered, signIn.maxSeconds),
    createdAt: now,
    updatedAt: now,
    ipAddress: caller.ipAddress,
    userAgent: caller.userAgent,
  };
  // A conflict: two sessions got the same random token.
  const session = await ctx.db.insert(sessionModel, row, { onConflict: coreErrors.FAILED_TO_CREATE_SESSION });
  const shown = publicUser(ctx, user);
  ctx.emit({ type: "session.created", session, user: shown, method, isNewUser, wrongPasswordsBefore });
  return { session, token, cookies: cookiesOf(ctx, { ...session, user: shown }, { token, isRemembered, caller }) };
}

interface Opening {
  readonly token: string;
  readonly isRemembered: boolean;
  readonly caller: Caller;
}

/** The cookies for the new session, and the removal of the earlier ones. */
function cookiesOf(ctx: TxContext, session: Session, { token, isRemembered, caller }: Opening): readonly string[] {
  const cache = cacheCookies(ctx, session, { ...caller, isRemembered });
  const given = { token, stored: session.token, until: endOf(ctx, session), cache };
  return givenCookies(ctx, given, caller, isRemembered);
}

/** The present session of a browser, of any user. */
const presentSession = async (ctx: TxContext, { sessionToken }: Caller): Promise<SessionRow | null> =>
  sessionToken === null ? null : ctx.db.find(sessionModel, { token: storedAs(sessionToken) });
