import { defineExpiringValue, type HookContext, isIn, type TxContext } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { type DeviceCode, deviceCodeModel } from "../models.js";

/** By the id of the session that approved: the ids of the requests. Writers lock the user. */
const approvals = defineExpiringValue<readonly string[]>("device-approvals", {
  lifetimeSeconds: 1800,
  value: z.array(z.string()),
});

/** Notes the session in which the locked user has approved a request. */
export async function noteApproval(ctx: TxContext, sessionId: string, { id }: Pick<DeviceCode, "id">): Promise<void> {
  const known = (await approvals.find(ctx, sessionId))?.value ?? [];
  await approvals.put(ctx, sessionId, [...known, id]);
}

/** Ends the approvals of a session that no device has taken yet: the session was of an attacker. */
export async function endApprovals(ctx: HookContext, sessionId: string): Promise<void> {
  const ids = await approvals.consume(ctx, sessionId);
  if (ids !== null) await ctx.db.remove(deviceCodeModel, { id: isIn(ids) });
}
