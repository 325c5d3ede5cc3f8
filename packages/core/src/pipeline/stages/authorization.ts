import type { Context, Session } from "../../contract/context.js";
import { commonError } from "../../contract/errors.js";
import { actorOf } from "../../session/actor.js";
import { isFresh } from "../../session/freshness.js";
import { isRecovering } from "../../session/proof.js";
import type { Route } from "../../startup/define-auth.js";

type Authorized = Pick<Route, "endpoint" | "options">;

/** Checks that the session may call the endpoint. Throws 401 or 403. */
export function authorize(ctx: Context, route: Authorized, session: Session | null): Promise<void> | null {
  const { access, isPersonal, allowsRecovery, freshAgeSeconds } = route.endpoint;
  if (isPersonal && session && actorOf(ctx, session) !== null) throw commonError("NOT_ALLOWED_WHILE_IMPERSONATING");
  if (access === "public" || access === "optional" || access === "cached") return null;
  if (!session) throw commonError("UNAUTHORIZED");
  if (!allowsRecovery && isRecovering(ctx, session)) throw commonError("STEP_UP_REQUIRED");
  if (access !== "fresh") return null;
  return checkFresh(ctx, session, freshAgeSeconds(route.options) ?? ctx.settings.session.freshAgeSeconds);
}

async function checkFresh(ctx: Context, session: Session, maxAgeSeconds: number): Promise<void> {
  if (!(await isFresh(ctx, session, maxAgeSeconds))) throw commonError("SESSION_IS_NOT_FRESH");
}
