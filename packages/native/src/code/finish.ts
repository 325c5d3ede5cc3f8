import type { Session } from "@keyhold/core";
import { type Caller, type Context, fingerprint, sessionModel, userModel } from "@keyhold/core/plugin";
import { nativeErrors } from "../errors.js";
import { providersOf } from "../flow/provider.js";
import { nativeCodeModel } from "../models.js";
import type { Redemption } from "./redeem.js";

/** An app that has asked for a link or a step-up in its session. */
export interface Finishing extends Redemption {
  readonly request: string;
  readonly session: Session | null;
}

/** A session after a link or a step-up. */
export interface Finished {
  readonly session: Session;
  readonly cookies: readonly string[];
}

/**
 * Links the identity, or records the step-up, that the user has proven in the system browser: with the code, the
 * verifier and the session that has asked. Each use of the code uses it up.
 *
 * @throws AuthError INVALID_GRANT, and the errors of a link by an ID token
 */
export async function finishRequest(ctx: Context<"INVALID_GRANT">, finishing: Finishing): Promise<Finished> {
  const { session, caller } = finishing;
  const code = await consume(ctx, finishing);
  if (!code || !session) return ctx.fail(nativeErrors.INVALID_GRANT);
  const handOver = { purpose: code.purpose, id: code.flow };
  const cookies = await providersOf(ctx).finish(ctx as Context<string>, handOver, { session, caller });
  if (cookies === null) return ctx.fail(nativeErrors.INVALID_GRANT);
  const row = await ctx.db.find(sessionModel, { id: session.id }, { with: userModel });
  return { session: row ?? session, cookies };
}

async function consume(
  ctx: Context<"INVALID_GRANT">,
  { code: given, verifier, clientId, redirectURI, request, session, caller }: Finishing,
) {
  const found = await ctx.db.find(nativeCodeModel, { code: fingerprint(given) });
  if (!found || found.purpose === "sign-in") return null;
  const { id, purpose, flow } = found;
  // Of many callers a single caller removes the row.
  if ((await ctx.db.remove(nativeCodeModel, { id })) === 0 || found.expiresAt <= ctx.now()) return null;
  const isOfSession = isApp(caller) && session?.id === found.sessionId && session.userId === found.userId;
  const isRight =
    found.clientId === clientId &&
    found.redirectURI === redirectURI &&
    found.challenge === fingerprint(verifier) &&
    found.request === fingerprint(request);
  return isOfSession && isRight && flow !== null ? { purpose, flow } : null;
}

const isApp = ({ isBearer }: Caller): boolean => isBearer;
