import type { Session } from "@keyhold/core";
import { type Caller, type Context, userModel } from "@keyhold/core/plugin";
import { proofOf, requireLiveSession } from "@keyhold/core/session";
import { deviceAuthorizationErrors } from "../errors.js";
import { emit } from "../events.js";
import { deviceCodeModel } from "../models.js";
import { noteApproval } from "./approvals.js";
import { findByUserCode } from "./find.js";

/** The decision of a user. */
export interface Decision {
  readonly userCode: string;
  readonly session: Session;
  readonly caller: Caller;
  readonly status: "approved" | "denied";
}

/**
 * Approves or denies the request of a device. Of many decisions at one time the first counts.
 *
 * @throws AuthError INVALID_REQUEST if the code is unknown or decided, EXPIRED_TOKEN, ACCESS_DENIED if another user has
 * opened the code first
 */
export async function decide(
  ctx: Context<"INVALID_REQUEST" | "EXPIRED_TOKEN" | "ACCESS_DENIED">,
  { userCode, session, caller, status }: Decision,
): Promise<void> {
  const { id } = await findByUserCode(ctx, userCode, { session, caller });
  await ctx.transactionOn(userModel, session.userId, async (ctx, { id: userId }) => {
    await requireLiveSession(ctx, session);
    const code = await ctx.db.lock(deviceCodeModel, id);
    if (!code) return ctx.fail(deviceAuthorizationErrors.INVALID_REQUEST);
    if (code.expiresAt <= ctx.now()) return ctx.fail(deviceAuthorizationErrors.EXPIRED_TOKEN);
    if (code.userId !== null && code.userId !== userId)
      return ctx.fail(deviceAuthorizationErrors.ACCESS_DENIED, { status: 403 });
    if (!(await ctx.db.transition(deviceCodeModel, id, "status", "pending", status)))
      return ctx.fail(deviceAuthorizationErrors.INVALID_REQUEST);
    const { methods = [], factorTime = null } = proofOf(ctx, session) ?? {};
    const known = { amr: methods.join(",") || null, factorTime };
    const claimed = { userId, claimedAt: code.claimedAt ?? ctx.now(), place: null };
    const onConflict = deviceAuthorizationErrors.INVALID_REQUEST;
    await ctx.db.update(deviceCodeModel, id, { ...claimed, ...known }, { onConflict });
    if (status === "approved") await noteApproval(ctx, session.id, code);
    const { clientId, scope, requestedIp: requestedFrom } = code;
    emit(ctx, { type: `device.${status}`, userId, clientId, scope, requestedFrom });
  });
}
