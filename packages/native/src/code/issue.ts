import type { Session } from "@keyhold/core";
import { type Caller, type Context, commonErrors, fingerprint, randomText, userModel } from "@keyhold/core/plugin";
import {
  actorOf,
  endSession,
  proofOf,
  requireLiveSession,
  requireOrdinary,
  signedOutCookies,
} from "@keyhold/core/session";
import { nativeErrors } from "../errors.js";
import { answerURL } from "../flow/answer.js";
import { type Flow, flows, leftFlowCookie } from "../flow/flow.js";
import { requireRecent } from "../flow/go-on.js";
import { flowURL } from "../flow/pages.js";
import { nativeCodeModel } from "../models.js";

/** RFC 6749, section 4.1.2: ten minutes at most. */
const lifetimeSeconds = 60;

/** A flow that its user ends with a hand-over. */
export interface HandOver {
  readonly id: string;
  readonly flow: Flow;
  readonly session: Session;
  readonly caller: Caller;
}

/** The URL with the code, for the browser. */
export interface HandedOver {
  readonly url: string;
  readonly cookies: readonly string[];
}

/** Whether the user has signed in for this flow: not an administrator in the user's place. */
export const isOfFlow = (ctx: Context, { startedAt, before }: Flow, session: Session): boolean =>
  actorOf(ctx, session) === null && session.createdAt.getTime() >= startedAt && session.id !== before?.sessionId;

/** A later proof stays in the browser: there a new password forgets the proof, which it could not in the app's session. */
const atSignIn = ({ createdAt }: Session, time: Date | null): Date | null =>
  time !== null && time <= createdAt ? time : null;

/** @throws AuthError NOT_ALLOWED_WHILE_IMPERSONATING, SESSION_IS_NOT_FRESH, STEP_UP_REQUIRED */
async function checkHandOver(ctx: Context, { flow, session }: Pick<HandOver, "flow" | "session">): Promise<void> {
  // An administrator would get a session of the user without a mark.
  if (actorOf(ctx, session) !== null) return ctx.fail(commonErrors.NOT_ALLOWED_WHILE_IMPERSONATING);
  await requireOrdinary(ctx, session);
  await requireRecent(ctx, flow, session);
}

/**
 * Confirms a flow for a script, which gets no code: the answer is a URL of this server, and the browser gets the code as it
 * opens the URL.
 *
 * @throws AuthError NATIVE_FLOW_NOT_FOUND, and the errors of `issueCode`
 */
export async function confirmFlow(
  ctx: Context<"NATIVE_FLOW_NOT_FOUND">,
  { id, flow, session }: HandOver,
): Promise<HandedOver> {
  await checkHandOver(ctx, { flow, session });
  const confirmed = randomText(32);
  const isConfirmed = await ctx.transactionOn(userModel, session.userId, async (ctx) => {
    await requireLiveSession(ctx, session);
    if (!(await flows.consume(ctx, id))) return false;
    await flows.insert(ctx, confirmed, { ...flow, confirmedBy: session.id });
    return true;
  });
  if (!isConfirmed) return ctx.fail(nativeErrors.NATIVE_FLOW_NOT_FOUND);
  return { url: new URL(flowURL(ctx.settings, confirmed), ctx.settings.origin).href, cookies: [] };
}

/**
 * Ends a flow with a code for its app, once. A session of a user who was not signed in here before ends: the sign-in was
 * for the app.
 *
 * @throws AuthError NATIVE_FLOW_NOT_FOUND, NOT_ALLOWED_WHILE_IMPERSONATING, SESSION_IS_NOT_FRESH, STEP_UP_REQUIRED
 */
export async function issueCode(
  ctx: Context<"NATIVE_FLOW_NOT_FOUND">,
  { id, flow, session, caller }: HandOver,
): Promise<HandedOver> {
  await checkHandOver(ctx, { flow, session });
  const { clientId, redirectURI, challenge } = flow;
  const isForApp = isOfFlow(ctx, flow, session) && session.userId !== flow.before?.userId;
  const code = randomText(43);
  const issued = await ctx.transactionOn(userModel, session.userId, async (ctx, { id: userId }) => {
    await requireLiveSession(ctx, session);
    if (!(await flows.consume(ctx, id))) return null;
    const { methods = [], authTime = null, factorTime = null } = proofOf(ctx, session) ?? {};
    await ctx.db.insert(
      nativeCodeModel,
      {
        code: fingerprint(code),
        userId,
        ...{ clientId, redirectURI, challenge, purpose: "sign-in", request: null, flow: null },
        browserSessionId: isForApp ? null : session.id,
        amr: methods.join(",") || null,
        authTime: atSignIn(session, authTime) ?? session.createdAt,
        factorTime: atSignIn(session, factorTime),
        expiresAt: new Date(ctx.now().getTime() + lifetimeSeconds * 1000),
        usedAt: null,
        sessionId: null,
      },
      { onConflict: nativeErrors.NATIVE_FLOW_NOT_FOUND },
    );
    if (isForApp) await endSession(ctx, session, "replaced");
    return { ended: isForApp };
  });
  if (!issued) return ctx.fail(nativeErrors.NATIVE_FLOW_NOT_FOUND);
  const cookies = issued.ended ? signedOutCookies(ctx, session, caller) : [];
  return { url: answerURL(ctx, flow, { code }), cookies: [...cookies, leftFlowCookie(ctx)] };
}

/**
 * Ends a flow that its provider has answered with a code for the app that has asked. Nothing has an effect before the
 * app redeems the code in its session.
 */
export async function issueForRequest(
  ctx: Context<"NATIVE_FLOW_NOT_FOUND">,
  { id, flow }: Pick<HandOver, "id" | "flow">,
  { id: request, purpose, sessionId, userId }: NonNullable<Flow["request"]>,
): Promise<HandedOver> {
  const code = randomText(43);
  const { clientId, redirectURI, challenge } = flow;
  const issued = await ctx.transactionOn(userModel, userId, async (ctx) => {
    if (!(await flows.consume(ctx, id))) return false;
    await ctx.db.insert(
      nativeCodeModel,
      {
        ...{ code: fingerprint(code), userId, clientId, redirectURI, challenge, purpose, request, flow: id, sessionId },
        ...{ browserSessionId: null, amr: null, authTime: null, factorTime: null, usedAt: null },
        expiresAt: new Date(ctx.now().getTime() + lifetimeSeconds * 1000),
      },
      { onConflict: nativeErrors.NATIVE_FLOW_NOT_FOUND },
    );
    return true;
  });
  if (!issued) return ctx.fail(nativeErrors.NATIVE_FLOW_NOT_FOUND);
  return { url: answerURL(ctx, flow, { code }), cookies: [leftFlowCookie(ctx)] };
}
