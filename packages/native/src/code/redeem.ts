import { isAuthError, type Session } from "@keyhold/core";
import {
  type Caller,
  type Context,
  fingerprint,
  type Locked,
  publicUser,
  sessionModel,
  type TxContext,
  userModel,
} from "@keyhold/core/plugin";
import { endSession, exchangeToken, hasEnded, openSession } from "@keyhold/core/session";
import { nativeErrors } from "../errors.js";
import { type LockedCode, nativeCodeModel } from "../models.js";

type Errors = "INVALID_GRANT" | "FAILED_TO_CREATE_SESSION";

/** The request of an app for the session of a code. */
export interface Redemption {
  readonly code: string;
  readonly verifier: string;
  readonly clientId: string;
  readonly redirectURI: string;
  readonly caller: Caller;
}

/** The session of an app. */
export interface AppSession {
  readonly session: Session;
  readonly token: string;
  readonly cookies: readonly string[];
}

/** How long an app may repeat a request whose answer got lost. */
const repeatMilliseconds = 60_000;
/** How long a second use of a code ends the session. */
const keptMilliseconds = 86_400_000;

/**
 * Opens the session of a code (RFC 6749, section 4.1.3, with PKCE, RFC 7636): of many requests a single request opens
 * the session, and a
 * wrong request uses the code up. The same request within a minute gets a new token of the session; later it ends the
 * session, because two clients have the code and the verifier.
 *
 * @throws AuthError INVALID_GRANT
 */
export async function redeemCode(ctx: Context<Errors>, redemption: Redemption): Promise<AppSession> {
  const found = await ctx.db.find(nativeCodeModel, { code: fingerprint(redemption.code) });
  if (found?.purpose !== "sign-in") return ctx.fail(nativeErrors.INVALID_GRANT);
  const { id, userId } = found;
  try {
    const redeemed = await ctx.transactionOn(userModel, userId, async (ctx, user) => {
      const code = await ctx.db.lock(nativeCodeModel, id);
      if (!code) return null;
      return code.usedAt === null ? openFirst(ctx, user, code, redemption) : openAgain(ctx, user, code, redemption);
    });
    return redeemed ?? ctx.fail(nativeErrors.INVALID_GRANT);
  } catch (thrown) {
    // A hook says that the user may not act, e.g. because of a ban: the transaction has kept the code.
    if (isAuthError(thrown) && thrown.status === 403) await ctx.db.remove(nativeCodeModel, { id });
    throw thrown;
  }
}

const isFor = (code: LockedCode, { verifier, clientId, redirectURI }: Redemption): boolean =>
  code.clientId === clientId && code.redirectURI === redirectURI && code.challenge === fingerprint(verifier);

/** An app keeps no cookies: the cookies of a request outside of token mode are of a page. */
const appOf = ({ caller }: Redemption): Caller =>
  caller.isBearer
    ? caller
    : { ...caller, isBearer: true, sessionToken: null, newestToken: null, cookieHeader: null, cachedSession: null };

async function openFirst(
  ctx: TxContext<Errors>,
  user: Locked<typeof userModel>,
  code: LockedCode,
  redemption: Redemption,
): Promise<AppSession | null> {
  const { id, browserSessionId, amr, authTime, factorTime, clientId } = code;
  const isOpen = browserSessionId === null || (await ctx.db.exists(sessionModel, { id: browserSessionId }));
  if (code.expiresAt <= ctx.now() || !isOpen || !isFor(code, redemption)) {
    await ctx.db.remove(nativeCodeModel, { id });
    return null;
  }
  const opened = await openSession(ctx, user, {
    method: "native",
    proof: { carried: { amr, authTime, factorTime } },
    isRemembered: true,
    caller: { ...appOf(redemption), clientId },
  });
  const usedAt = ctx.now();
  const expiresAt = new Date(usedAt.getTime() + keptMilliseconds);
  const used = { usedAt, expiresAt, sessionId: opened.session.id };
  await ctx.db.update(nativeCodeModel, id, used);
  const session = { ...opened.session, user: { ...user, ...publicUser(ctx, user) } };
  return { session, token: opened.token, cookies: opened.cookies };
}

/** Whether a session has the proofs of its code, and no later proofs. */
function hasProofOf(session: object, { amr, authTime, factorTime }: LockedCode): boolean {
  const present: Partial<Pick<LockedCode, "amr" | "authTime" | "factorTime">> = session;
  const isSameTime = (one: Date | null | undefined, other: Date | null): boolean =>
    (one?.getTime() ?? null) === (other?.getTime() ?? null);
  return present.amr === amr && isSameTime(present.authTime, authTime) && isSameTime(present.factorTime, factorTime);
}

async function openAgain(
  ctx: TxContext<Errors>,
  user: Locked<typeof userModel>,
  code: LockedCode,
  redemption: Redemption,
): Promise<AppSession | null> {
  if (!isFor(code, redemption)) return null;
  const { id, sessionId, usedAt } = code;
  const present = await ctx.db.find(sessionModel, { id: sessionId ?? "" });
  if (!present || hasEnded(ctx, present)) return null;
  if (usedAt === null || ctx.now().getTime() - usedAt.getTime() > repeatMilliseconds) {
    await endSession(ctx, present, "token reused");
    await ctx.db.remove(nativeCodeModel, { id });
    return null;
  }
  // The user has proven more since: a copy of the request gets no later proof.
  if (!hasProofOf(present, code)) return null;
  const session = { ...present, user: { ...user, ...publicUser(ctx, user) } };
  const caller = appOf(redemption);
  const { token, cookies } = await exchangeToken(ctx, session, { present, caller, change: {} });
  const renewed = await ctx.db.find(sessionModel, { id: present.id });
  if (token === null || !renewed) return null;
  return { session: { ...session, ...renewed }, token, cookies };
}
