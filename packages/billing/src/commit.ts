import type { Claim } from "@keyhold/billing-schema/webhook";
import type { Context } from "@keyhold/core";
import type { BillingContext } from "./handlers.js";
import { doneWith, isHeldBy, rowIdOf, webhookEventModel } from "./webhook-event.js";

/** Another delivery has taken the event over: what this one would write, that one writes. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";

  constructor() {
    super("Another delivery has taken the event over.");
  }
}

/** Work and the note that its handler is done, both or neither. */
export const committing =
  (ctx: Context, claim: Claim, handler: string): BillingContext["commit"] =>
  async (work) => {
    const done = await ctx.within(webhookEventModel, rowIdOf(claim), async (tx, row) => {
      if (!isHeldBy(row, claim)) throw new LeaseLost();
      const result = await work(tx);
      await tx.db.update(webhookEventModel, row.id, { done: doneWith(row, handler) });
      // In an object: whatever the work answers, it is no answer of the transaction's.
      return { result };
    });
    if (done === null) throw new LeaseLost();
    return done.result;
  };
