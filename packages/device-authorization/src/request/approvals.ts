import { defineExpiringValue, type HookContext, isIn, type TxContext } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { type DeviceCode, deviceCodeModel } from "../models.js";

/** As long as a request can be pending: the maximum of `expiresInSeconds`. */
const lifetimeSeconds = 1800;

/** By the id of the session that approved: the ids of the requests. Writers lock the user. */
const approvals = defineExpiringValue<readonly string[]>("device-approvals", {
  lifetimeSeconds,
  value: z.array(z.string()),
});

/** Notes the session in which the locked user has approved a request. */
export async function noteApproval(ctx: TxContext, sessionId: string, { id }: Pick<DeviceCode, "id">): Promise<void> {
  const known = (await approvals.find(ctx, sessionId))?.value ?? [];
  await approvals.put(ctx, sessionId, [...known, id]);
}

/** Ends the approvals of an ended session that no device has taken yet. */
export async function endApprovals(ctx: HookContext, sessionId: string): Promise<void> {
  const ids = await approvals.consume(ctx, sessionId);
  if (ids !== null) await ctx.db.remove(deviceCodeModel, { id: isIn(ids) });
}
