import type { Context } from "@keyhold/core/plugin";
import { usageBatchModel } from "./models.js";
import { sendLater } from "./send.js";

/** Sends a batch again of which nobody knew whether the provider has counted it, or not. */
export async function settleHeld(
  ctx: Context,
  { batch, wasCounted }: { readonly batch: string; readonly wasCounted: boolean },
): Promise<boolean> {
  const isSettled = await ctx.transactionOn(usageBatchModel, batch, async (tx, { state }) => {
    if (state !== "held") return false;
    const to = wasCounted ? "sent" : "ready";
    // The known balance is without the units already, until the provider says a new one.
    await tx.db.update(usageBatchModel, batch, { state: to, dueAt: tx.now(), counted: [] });
    if (!wasCounted) await sendLater(tx);
    return true;
  });
  return isSettled === true;
}
