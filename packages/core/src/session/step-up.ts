import type { AuthMethod } from "../contract/auth-method.js";
import type { Caller, Context, ReadingContext, Session, TxContext } from "../contract/context.js";
import { AuthError, commonError, commonErrors, type ErrorEntry } from "../contract/errors.js";
import type { AddedColumns } from "../contract/hooks.js";
import * as z from "../contract/schema.js";
import type { StepUpRule } from "../contract/step-up.js";
import { sessionModel, type User } from "../model/models.js";
import { findCredential } from "../records/credential/credential.js";
import { actorOf } from "./actor.js";
import { noteFactor } from "./factor-given.js";
import { isFresh } from "./freshness.js";
import { seenByCaller } from "./previous-token.js";
import { furtherProof, proofIn, withoutRecovery } from "./proof.js";
import { isRestricted } from "./restricted.js";
import { exchangeToken } from "./rotate.js";

/** How many factors a user has enrolled. `beside`: a factor that this proof gives, too, does not count. */
export async function enrolledFactors(ctx: ReadingContext, user: User, beside?: "mail"): Promise<1 | 2> {
  for (const hook of ctx.hooks("step-up.factors")) if ((await hook(user, ctx, beside)) === 2) return 2;
  return 1;
}

/** The methods by which the user of a session can prove as many factors. An administrator in the user's place has none. */
export async function stepUpMethods(ctx: Context, session: Session, factors: 1 | 2): Promise<readonly string[]> {
  if (actorOf(ctx, session) !== null) return [];
  const methods: string[] = [];
  if (factors === 1 && (await findCredential(ctx, session.userId))) methods.push("password");
  for (const hook of ctx.hooks("step-up.methods")) methods.push(...(await hook({ session, factors }, ctx)));
  return methods;
}

/** A rule of a call. */
interface CallRule extends StepUpRule {
  /** The call itself brings a right password: the password is the proof of one factor. Default false. */
  readonly hasPassword?: boolean;
  /** Default: SESSION_IS_NOT_FRESH for one factor, STEP_UP_REQUIRED for two. */
  readonly error?: ErrorEntry;
}

/**
 * Fails unless the session knows of a recent enough proof. The error says which methods the user has; RFC 9470, section 3,
 * for other clients.
 *
 * @throws AuthError SESSION_IS_NOT_FRESH, STEP_UP_REQUIRED
 */
export async function checkStepUp(ctx: Context, session: Session, rule: CallRule): Promise<void> {
  const { maxAgeSeconds } = rule;
  if (maxAgeSeconds === 0 && rule.factors === "enrolled" && actorOf(ctx, session) === null) return;
  const factors = rule.factors === "enrolled" ? await enrolledFactors(ctx, session.user) : rule.factors;
  const isProven =
    factors === 2
      ? isFactorRecent(ctx, session, maxAgeSeconds)
      : rule.hasPassword || (await isFresh(ctx, session, maxAgeSeconds));
  if (isProven) return;
  const entry = rule.error ?? (factors === 2 ? commonErrors.STEP_UP_REQUIRED : commonErrors.SESSION_IS_NOT_FRESH);
  const methods = await stepUpMethods(ctx, session, factors);
  const headers = { "www-authenticate": challengeOf(maxAgeSeconds, factors) };
  throw new AuthError(entry, { headers, stepUp: { methods, maxAgeSeconds, factors } });
}

function isFactorRecent(ctx: Context, session: Session, maxAgeSeconds: number): boolean {
  const given = proofIn(ctx, session)?.factorTime;
  if (!given || actorOf(ctx, session) !== null) return false;
  return maxAgeSeconds === 0 || given.getTime() >= ctx.now().getTime() - maxAgeSeconds * 1000;
}

/** "aal2" is the assurance level of two factors (NIST SP 800-63B-4, section 2.2). */
const challengeOf = (maxAgeSeconds: number, factors: 1 | 2): string =>
  `Bearer error="insufficient_user_authentication", max_age=${maxAgeSeconds}${factors === 2 ? ', acr_values="aal2"' : ""}`;

/** The output of a route that proves a factor in a session. */
export const steppedUp = z.object({ status: z.boolean(), authTime: z.date(), factorTime: z.date().nullable() });

/** A proof in a session, recorded. */
export interface SteppedUp {
  readonly status: true;
  readonly authTime: Date;
  readonly factorTime: Date | null;
}

/** What `recordStepUp` records. */
export interface StepUpProof {
  readonly caller: Caller;
  readonly methods: readonly AuthMethod[];
  /** The proof confirms a new factor: a session after a recovery becomes an ordinary session. Default false. */
  readonly confirms?: boolean;
}

/** A recorded proof. */
export interface RecordedStepUp {
  readonly answer: SteppedUp;
  /** The new token of the session; null: a concurrent call of the browser has exchanged the token. */
  readonly token: string | null;
  readonly cookies: readonly string[];
}

/**
 * Records in a session that the user has given these methods now, and exchanges the token; "mfa" among them: a second
 * factor. The caller holds the user's lock.
 *
 * @throws AuthError UNAUTHORIZED if the session has ended meanwhile, or if the caller has a replaced token whose
 * successor was used; STEP_UP_REQUIRED if the session needs a second factor that the proof is not.
 */
export async function recordStepUp(
  ctx: TxContext,
  session: Session,
  { caller, methods, confirms = false }: StepUpProof,
): Promise<RecordedStepUp> {
  const now = ctx.now();
  const present = await ctx.db.find(sessionModel, { id: session.id });
  if (!present) throw commonError("UNAUTHORIZED");
  // A caller of a replaced token adds to the proofs of that token only.
  const before = seenByCaller(ctx, session, present);
  const change = furtherProof(ctx, confirms ? withoutRecovery(ctx, before) : before, methods, now);
  if (!methods.includes("mfa") && (await wouldLift(ctx, { ...present, user: session.user }, change)))
    throw commonError("STEP_UP_REQUIRED");
  const { ipAddress, userAgent } = caller;
  const { id: sessionId, userId } = session;
  ctx.emit({ type: "session.re-authenticated", userId, sessionId, methods, ipAddress, userAgent });
  await noteFactor(ctx, session.user, methods);
  const { factorTime = null } = change as { readonly factorTime?: Date | null };
  const answer = { status: true, authTime: now, factorTime } as const;
  return { answer, ...(await exchangeToken(ctx, session, { present, caller, change })) };
}

/** Whether a proof of a single factor would lift the restriction of a session: only a second factor does. */
const wouldLift = async (ctx: TxContext, session: Session, change: AddedColumns): Promise<boolean> =>
  (await isRestricted(ctx, session)) && !(await isRestricted(ctx, { ...session, ...change }));
