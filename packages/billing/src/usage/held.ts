import type { Context } from "@keyhold/core/plugin";
import { changeHoldings } from "./batch.js";
import { usageBatchModel } from "./models.js";
import { sendLater } from "./send.js";

/** Ends the doubt about a batch: the provider has counted it, or it is sent again. False without such a batch. */
export async function endDoubt(
  ctx: Context,
  { batch, wasCounted }: { readonly batch: string; readonly wasCounted: boolean },
): Promise<boolean> {
  const isSettled = await ctx.transactionOn(usageBatchModel, batch, async (tx, { state, counted }) => {
    if (state !== "held") return false;
    await tx.db.update(usageBatchModel, batch, { state: wasCounted ? "sent" : "ready", dueAt: tx.now() });
    if (wasCounted) return true;
    const changes = counted.flatMap(({ holding, meterId, units }) =>
      holding === null ? [] : [{ holding, change: { meterId, open: units, unsent: units } }],
    );
    await changeHoldings(tx, changes);
    await sendLater(tx);
    return true;
  });
  return isSettled === true;
}
