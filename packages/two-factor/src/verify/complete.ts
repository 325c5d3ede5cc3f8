import type { User } from "@keyhold/core";
import {
  type AuthMethod,
  askedOf,
  type Caller,
  type MoreAsked,
  type Outcome,
  ok,
  publicUser,
  type TxContext,
} from "@keyhold/core/plugin";
import {
  closeSignIn,
  isRecovering,
  mayAct,
  recordStepUp,
  requireLiveSession,
  resumeSignIn,
  type SteppedUp,
  tokenFor,
} from "@keyhold/core/session";
import { twoFactorErrors } from "../errors.js";
import type { LockedUser } from "../models.js";
import type { Subject } from "../proof/subject.js";

/** A right code, in the transaction that has used it up. */
export interface RightCode {
  readonly subject: Subject;
  /** Its methods beside "mfa". */
  readonly methods: readonly AuthMethod[];
  /** Whether it has confirmed a factor: a session after a recovery becomes an ordinary one. */
  readonly confirms?: boolean;
  readonly caller: Caller;
}

/** The answer of a right code. */
export interface Verified<Token extends string | null = string> {
  readonly token: Token;
  readonly user: User;
  /** As the answer of a sign-in: whether the browser goes to `url`. */
  readonly redirect: boolean;
  readonly url?: string;
}

/** What a right code has opened: the id of the session, and the answer. */
export interface Completed<Token extends string | null = string> {
  readonly sessionId: string | undefined;
  readonly answer: Verified<Token> | MoreAsked;
  /** Null: it has recorded no proof in a session. */
  readonly steppedUp: SteppedUp | null;
  readonly cookies: readonly string[];
  /** The unused backup codes, after a backup code. */
  readonly left?: number | undefined;
}

/**
 * Opens the session of a pending sign-in, or records the proof in the present session and exchanges its token.
 *
 * @throws AuthError INVALID_TWO_FACTOR_COOKIE if the sign-in was used or has ended: then the code is not used up.
 */
export async function complete(
  ctx: TxContext<"INVALID_TWO_FACTOR_COOKIE" | "FAILED_TO_CREATE_SESSION">,
  user: LockedUser,
  { subject, methods, confirms = false, caller }: RightCode,
): Promise<Completed> {
  const { pending, session } = subject;
  const shown = publicUser(ctx, user);
  if (pending) {
    const given = confirms ? pending.methods.filter((method) => method !== "recovery") : pending.methods;
    const signIn = { ...pending, methods: given };
    const opened = await resumeSignIn(ctx, user, signIn, { methods: [...methods, "mfa"], caller });
    if (!opened) return ctx.fail(twoFactorErrors.INVALID_TWO_FACTOR_COOKIE);
    if (opened.kind === "asked")
      return { sessionId: undefined, answer: opened.asked, steppedUp: null, cookies: opened.cookies };
    const { callbackURL } = pending;
    const answer = { token: opened.token, user: shown, redirect: callbackURL !== null };
    return {
      sessionId: opened.session.id,
      answer: callbackURL === null ? answer : { ...answer, url: callbackURL },
      steppedUp: null,
      cookies: opened.cookies,
    };
  }
  const recorded = await recordStepUp(
    ctx,
    { ...session, user: shown },
    { caller, methods: [...methods, "mfa"], confirms },
  );
  const ownToken = recorded.token ?? caller.sessionToken ?? "";
  const token = tokenFor(ctx, caller, { row: session, ownToken });
  return {
    sessionId: session.id,
    answer: { token, user: shown, redirect: false },
    steppedUp: recorded.answer,
    cookies: recorded.cookies,
  };
}

/**
 * Opens no session and changes none: a pending sign-in is used up and ends here. In a session the answer has its token.
 *
 * @throws AuthError INVALID_TWO_FACTOR_COOKIE as `complete` does
 */
export async function completeWithoutSession(
  ctx: TxContext<"INVALID_TWO_FACTOR_COOKIE">,
  user: LockedUser,
  { subject: { pending, session }, caller }: RightCode,
): Promise<Completed<string | null>> {
  if (pending) {
    const closed = await closeSignIn(ctx, user, pending, caller);
    if (!closed) return ctx.fail(twoFactorErrors.INVALID_TWO_FACTOR_COOKIE);
    const answer = { token: null, user: publicUser(ctx, closed.user), redirect: false };
    return { sessionId: undefined, answer, steppedUp: null, cookies: closed.cookies };
  }
  await mayAct(ctx, user);
  await requireLiveSession(ctx, session);
  const token = tokenFor(ctx, caller, { row: session, ownToken: caller.sessionToken });
  const answer = { token, user: publicUser(ctx, user), redirect: false };
  return { sessionId: session.id, answer, steppedUp: null, cookies: [] };
}

/** Whether the session after a right code is one of a recovery, which may only enrol again. */
export const isRecovery = (ctx: TxContext, { subject: { session }, methods, confirms = false }: RightCode): boolean =>
  methods.includes("recovery") || (session !== null && !confirms && isRecovering(ctx, session));

/** The response of a proof in a session. */
export const stepUpOf = ({ steppedUp, cookies }: Completed): Outcome<SteppedUp> => {
  if (!steppedUp) throw new Error("A proof in a session has finished a sign-in.");
  return ok(steppedUp, cookies);
};

/** The response of a completed sign-in or proof. */
export const answerOf = ({ answer, cookies }: Completed): Outcome<Verified | MoreAsked> =>
  "twoFactorRedirect" in answer ? askedOf({ asked: answer, cookies }) : ok(answer, cookies);
