import type { Locked } from "../adapter/adapter.js";
import type { Ask, MoreAsked, Pass } from "../contract/asked.js";
import type { AuthMethod } from "../contract/auth-method.js";
import type { Caller, Session, TxContext } from "../contract/context.js";
import { commonError, coreErrors } from "../contract/errors.js";
import type { SignInMethod } from "../contract/events.js";
import type { AddedColumns } from "../contract/hooks.js";
import type { JoinedSession } from "../contract/several-accounts.js";
import { withQuery } from "../http/redirect.js";
import { type SessionRow, sessionModel, type userModel } from "../model/models.js";
import { publicRow } from "../model/public.js";
import { channelsAmong, confirmPassword } from "../records/credential/channel.js";
import { mayAct } from "../records/user/may-act.js";
import { publicUser } from "../records/user/public.js";
import { randomText } from "../secret/random.js";
import { actorOf } from "./actor.js";
import { cacheCookies, clearedCopy } from "./cache/cookie.js";
import { endSession } from "./close.js";
import { noteFactor } from "./factor-given.js";
import { givenCookies } from "./given-cookies.js";
import { endOf, firstEnd, hasEnded } from "./lifetime.js";
import { endOldestSessions } from "./max-sessions.js";
import { newestSessionCookie } from "./newest-session.js";
import { detachChildren, familyOf } from "./parent.js";
import { issuePendingSignIn, leftPendingCookie } from "./pending-sign-in.js";
import { presentSession } from "./present-session.js";
import { firstProof, furtherProof, type ProofRow, withoutFactor } from "./proof.js";
import type { SignInWrites } from "./sign-in-writes.js";
import { newStoredToken } from "./stored-token.js";

/** A new session, with the cookies to set. */
export interface OpenedSession {
  readonly kind: "opened";
  readonly session: SessionRow;
  /** The secret token, for the cookie and the response. */
  readonly token: string;
  readonly cookies: readonly string[];
}

/**
 * What opens a session: what the user has proven now; the user's own session, which is exchanged and keeps its methods;
 * another session of the user, e.g. at another host, with which the new session ends; the proofs of another session of
 * the user, e.g. of the system browser; or nothing, for an administrator who acts in the user's place.
 */
export type Proof =
  | FreshProof
  | { readonly exchanged: SessionRow }
  | { readonly parent: SessionRow }
  | { readonly carried: ProofRow }
  | { readonly actor: "administrator" };

/** What the user has just given, e.g. a password. */
export interface FreshProof {
  readonly methods: readonly AuthMethod[];
}

/** A sign-in of which more is asked. No session is open, and the browser's present session stays. */
export interface AskedSignIn {
  readonly kind: "asked";
  readonly asked: MoreAsked;
  /** Where a browser on its way is sent: the page that asks, absolute. */
  readonly location: string;
  readonly cookies: readonly string[];
}

/** Input of `openSession`. */
export interface SignIn {
  readonly method: SignInMethod;
  readonly proof: Proof;
  readonly isRemembered: boolean;
  /** The user is created in this transaction. Default false. */
  readonly isNewUser?: boolean;
  /** Wrong passwords before the right password. Default 0. */
  readonly wrongPasswordsBefore?: number;
  /** For a session with a shorter lifetime, never prolonged by a request. */
  readonly maxSeconds?: number;
  /** Columns that plugins added to the session. They override the values of hooks. */
  readonly columns?: AddedColumns;
  /** Keeps the browser's present session, to be resumed later. Default false. */
  readonly keepsOld?: boolean;
  /** Where the browser goes afterwards, if more is asked first. Default: null, the caller stays. */
  readonly callbackURL?: string | null | undefined;
  /** What is written to the account, after all that is asked was given. Default: no writes. */
  readonly writes?: SignInWrites | null;
  readonly caller: Caller;
}

/**
 * Opens a session and ends the present session of this browser, so that an attacker cannot plant a known session
 * (session fixation). `user` is locked: the earlier checks still hold. Of a sign-in more may be asked, by hooks at
 * "session.ask"; never of who exchanges a session, has another session, or acts in the user's place.
 *
 * @throws AuthError UNAUTHORIZED if the session that the new session comes from has ended
 */
export function openSession(
  ctx: TxContext<"FAILED_TO_CREATE_SESSION">,
  user: Locked<typeof userModel>,
  signIn: SignIn & { readonly proof: Exclude<Proof, FreshProof> },
): Promise<OpenedSession>;
export function openSession(
  ctx: TxContext<"FAILED_TO_CREATE_SESSION">,
  user: Locked<typeof userModel>,
  signIn: SignIn,
): Promise<OpenedSession | AskedSignIn>;
export async function openSession(
  ctx: TxContext<"FAILED_TO_CREATE_SESSION">,
  user: Locked<typeof userModel>,
  signIn: SignIn,
): Promise<OpenedSession | AskedSignIn> {
  await mayAct(ctx, user);
  const asked = await askMore(ctx, user, signIn);
  if (asked.kind === "asked") return asked;
  if (isConfirming(signIn.proof)) await confirmPassword(ctx, user);
  const present = signIn.writes ? await signIn.writes.apply() : user;
  if ("methods" in signIn.proof) await noteFactor(ctx, user, signIn.proof.methods);
  const opened = await insertSession(ctx, present, signIn);
  return { ...opened, cookies: [...opened.cookies, ...asked.cookies] };
}

/**
 * Whether another factor was given beside a password that may have been set by email or text. A backup code may be an
 * attacker's find.
 */
function isConfirming(proof: Proof): boolean {
  const given = "methods" in proof ? proof.methods : [];
  const isSecond = given.includes("mfa") && !given.includes("recovery");
  return isSecond && given.includes("pwd") && channelsAmong(given).length > 0;
}

/** Nothing more is asked. */
interface Passed extends Pass {
  readonly kind: "passed";
}

/** Asks the hooks what is to be proven further. */
async function askMore(ctx: TxContext, user: Locked<typeof userModel>, signIn: SignIn): Promise<AskedSignIn | Passed> {
  const { proof, method, isRemembered, isNewUser = false, wrongPasswordsBefore = 0, callbackURL = null } = signIn;
  if (!("methods" in proof)) return { kind: "passed", cookies: [] };
  const { methods } = proof;
  const { caller } = signIn;
  const asks: Ask[] = [];
  const cookies: string[] = [];
  for (const hook of ctx.hooks("session.ask")) {
    const answer = await hook({ user, method, methods, isNewUser, caller }, ctx);
    if (answer && "methods" in answer) asks.push(answer);
    else cookies.push(...(answer?.cookies ?? []));
  }
  const [first] = asks;
  if (!first) return { kind: "passed", cookies };
  const offered: string[] = [];
  for (const hook of ctx.hooks("session.offer")) offered.push(...(await hook({ user, methods }, ctx)));
  const factors = [...new Set([...offered, ...asks.flatMap((ask) => ask.methods)])];
  const recoveryEndsAt = asks.find((ask) => ask.recoveryEndsAt)?.recoveryEndsAt;
  const { ipAddress, userAgent } = caller;
  ctx.emit({ type: "sign-in.asked", userId: user.id, method, factors, ipAddress, userAgent });
  return {
    kind: "asked",
    asked: {
      twoFactorRedirect: true,
      twoFactorMethods: factors,
      ...(recoveryEndsAt && { recoveryEndsAt }),
    },
    location: withQuery(ctx.settings, first.page, { methods: factors.join(",") }),
    // The sessions of a guest who has just signed up have ended.
    cookies: [
      ...(isNewUser ? clearedCopy(ctx, caller) : []),
      ...(await issuePendingSignIn(
        ctx,
        user,
        {
          method,
          methods,
          isRemembered,
          isNewUser,
          wrongPasswordsBefore,
          callbackURL,
          writes: signIn.writes?.kept ?? null,
        },
        caller,
      )),
    ],
  };
}

/** The only insert of a session. */
async function insertSession(
  ctx: TxContext<"FAILED_TO_CREATE_SESSION">,
  user: Locked<typeof userModel>,
  signIn: SignIn,
): Promise<OpenedSession> {
  const { method, isRemembered, isNewUser = false, wrongPasswordsBefore = 0, caller } = signIn;
  const old = signIn.keepsOld ? null : await presentSession(ctx, caller);
  const replaced = old?.userId === user.id ? old : null;
  // Another person may have put a token into a link: a guest's data do not go to that person.
  if (old && !replaced && !("parent" in signIn.proof))
    for (const hook of ctx.hooks("session.replace")) await hook({ user, caller }, ctx);
  let added: AddedColumns = {};
  for (const hook of ctx.hooks("session.create"))
    added = { ...added, ...(await hook({ user, method, isNewUser, replaced }, ctx)) };
  const attach = "exchanged" in signIn.proof ? await detachChildren(ctx, signIn.proof.exchanged) : null;
  const joined = await joinSession(ctx, user, { ...signIn, old });
  if (old && !joined.keepsOld) await endSession(ctx, old, "replaced");
  // An impersonation ends no session of the user.
  if (!isNewUser && !signIn.keepsOld) await endOldestSessions(ctx, user);
  const token = randomText(32);
  const now = ctx.now();
  const row = {
    ...added,
    ...joined.columns,
    ...signIn.columns,
    ...columnsOf(ctx, signIn.proof),
    ...(caller.clientId !== null && { clientId: caller.clientId }),
    userId: user.id,
    token: newStoredToken(ctx.settings, token),
    ...(await lifetimeOf(ctx, signIn, now)),
    updatedAt: now,
    ipAddress: caller.ipAddress,
    userAgent: caller.userAgent,
  };
  // A conflict: two sessions got equal random tokens.
  const session = await ctx.db.insert(sessionModel, row, { onConflict: coreErrors.FAILED_TO_CREATE_SESSION });
  await attach?.(session);
  const shown = publicUser(ctx, user);
  const told = publicRow(ctx.schema, sessionModel, session);
  ctx.emit({ type: "session.created", session: told, user: shown, method, isNewUser, wrongPasswordsBefore });
  const cookies = cookiesOf(ctx, { ...session, user: shown }, { token, isRemembered, caller });
  const newest = signIn.keepsOld ? [] : newestSessionCookie(ctx, { token, replaced: old }, caller);
  return { kind: "opened", session, token, cookies: [...cookies, ...newest, ...joined.cookies] };
}

/** The place of a new session beside the browser's sessions of other users. */
async function joinSession(
  ctx: TxContext,
  user: Locked<typeof userModel>,
  { old, proof, isRemembered, caller, keepsOld }: SignIn & { readonly old: SessionRow | null },
): Promise<JoinedSession & { readonly keepsOld: boolean }> {
  const hooks = keepsOld ? [] : ctx.hooks("session.join");
  const isOther = old !== null && old.userId !== user.id && actorOf(ctx, old) === null && !hasEnded(ctx, old);
  const comesFrom = hooks.length > 0 && "parent" in proof ? await familyOf(ctx, proof.parent) : [];
  for (const hook of hooks) {
    const joined = await hook({ user, other: isOther ? old : null, comesFrom, isRemembered, caller }, ctx);
    if (joined) return { ...joined, keepsOld: isOther };
  }
  return { columns: {}, cookies: [], keepsOld: false };
}

/** A session that comes from another session has the times of that session, so that no chain of sessions is longer. */
async function lifetimeOf(
  ctx: TxContext,
  { proof, isRemembered, caller, maxSeconds }: SignIn,
  now: Date,
): Promise<Pick<SessionRow, "createdAt" | "expiresAt">> {
  if (!("parent" in proof))
    return { createdAt: now, expiresAt: firstEnd(ctx, { isRemembered, clientId: caller.clientId, maxSeconds }) };
  // Locked: a session that ends now waits, and then ends the new session, too.
  const parent = await ctx.db.lock(sessionModel, proof.parent.id);
  if (!parent) throw commonError("UNAUTHORIZED");
  return { createdAt: parent.createdAt, expiresAt: endOf(ctx, parent) };
}

/** An impersonation has no proof: the columns are null. */
function columnsOf(ctx: TxContext, proof: Proof): AddedColumns {
  if ("methods" in proof) return firstProof(ctx, proof.methods, ctx.now());
  if ("carried" in proof) return { ...proof.carried };
  if ("parent" in proof) return { ...withoutFactor(ctx, proof.parent), parentId: proof.parent.id };
  return "exchanged" in proof ? furtherProof(ctx, proof.exchanged, [], ctx.now()) : {};
}

interface Opening {
  readonly token: string;
  readonly isRemembered: boolean;
  readonly caller: Caller;
}

/** The cookies for the new session, and the removal of earlier cookies. */
function cookiesOf(ctx: TxContext, session: Session, { token, isRemembered, caller }: Opening): readonly string[] {
  const cache = cacheCookies(ctx, session, { ...caller, isRemembered });
  const given = { token, stored: session.token, until: endOf(ctx, session), cache };
  return [...givenCookies(ctx, given, caller, isRemembered), ...leftPendingCookie(ctx, caller)];
}
