import type { Context, TxContext } from "@keyhold/core/plugin";
import type { Invitation } from "../models.js";

/** Whether an invitation can be accepted: pending and not expired. */
export const isOpen = (
  ctx: Pick<Context | TxContext, "now">,
  { status, expiresAt }: Pick<Invitation, "status" | "expiresAt">,
): boolean => status === "pending" && expiresAt > ctx.now();
