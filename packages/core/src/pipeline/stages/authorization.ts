import type { Context, Session } from "../../contract/context.js";
import { commonError } from "../../contract/errors.js";
import type { StepUpRule } from "../../contract/step-up.js";
import { actorOf } from "../../session/actor.js";
import { failRestricted } from "../../session/ordinary.js";
import { isRecovering, requireNoRecovery } from "../../session/proof.js";
import { isRestricted } from "../../session/restricted.js";
import { checkStepUp } from "../../session/step-up.js";
import type { Route } from "../../startup/define-auth.js";
import type { IncomingCall } from "../incoming-call.js";

type Authorized = Pick<Route, "endpoint" | "options">;

/**
 * Checks that the session may call the endpoint. Throws 401 or 403. `challenge`: the `WWW-Authenticate` of a 401; null:
 * a 401 has no such header.
 */
export function authorize(
  ctx: Context,
  route: Authorized,
  session: Session | null,
  challenge: string | null,
): Promise<void> | null {
  const { access, isPersonal, allowsRecovery, allowsRestricted, stepUp } = route.endpoint;
  if (isPersonal && session && actorOf(ctx, session) !== null) throw commonError("NOT_ALLOWED_WHILE_IMPERSONATING");
  if (access === "public" || access === "optional" || access === "cached") return null;
  if (!session)
    throw commonError("UNAUTHORIZED", challenge === null ? {} : { headers: { "www-authenticate": challenge } });
  if (!allowsRecovery) requireNoRecovery(ctx, session);
  // The user has no factor left to give.
  else if (isRecovering(ctx, session)) return null;
  const rule = stepUp?.(route.options, ctx.settings) ?? null;
  if (!allowsRestricted && mayRestrict(ctx)) return authorizeOrdinary(ctx, session, rule);
  return rule && checkStepUp(ctx, session, rule);
}

/** Without a plugin that restricts sessions a call waits for no answer. */
const mayRestrict = ({ hooks }: Context): boolean => hooks("session.restricted").length > 0;

async function authorizeOrdinary(ctx: Context, session: Session, rule: StepUpRule | null): Promise<void> {
  if (await isRestricted(ctx, session)) await failRestricted(ctx, session);
  if (rule) await checkStepUp(ctx, session, rule);
}

/**
 * The session that a call gets. The app's own code, which asks who is signed in, gets null for a restricted session. A
 * client gets the restricted session, and can show the page to enrol a factor.
 */
export function sessionFor(
  ctx: Context,
  { route, request, checks }: Pick<IncomingCall, "route" | "request" | "checks">,
  session: Session | null,
): Session | null | Promise<Session | null> {
  const isForApp = request === null && !checks.origin && route.endpoint.access === "cached";
  if (!isForApp || !session || !mayRestrict(ctx)) return session;
  return isRestricted(ctx, session).then((isHidden) => (isHidden ? null : session));
}
