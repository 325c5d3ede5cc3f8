import { ok } from "../../contract/outcome.js";
import * as z from "../../contract/schema.js";
import { endpoint } from "../endpoint.js";
import { afterSeconds, leaseEnd } from "../entry/claim.js";
import { runSoon } from "../entry/work.js";
import { outboxModel } from "../models.js";

export const retryOutboxEntry = endpoint({
  route: "POST /retry-outbox-entry",
  access: "public",
  doc: "Makes a failed entry of the outbox due again, and a pending entry due at once, with a new time until it expires; `status` is false if there is no such entry.",
  input: z.object({ id: z.string() }),
  output: z.object({ status: z.boolean() }),
  isServerOnly: true,
  async handle({ ctx, input: { id } }) {
    const isFound = await ctx.transactionOn(outboxModel, id, async (ctx, row) => {
      const now = ctx.databaseClock.now();
      const kind = ctx.outbox?.kinds.get(row.kind)?.kind;
      if (!kind) return false;
      const expiresAt = afterSeconds(now, kind.expiresInSeconds);
      if (row.state === "pending") {
        // An attempt that runs keeps the lease. An entry that waits longer than an attempt takes has no running attempt.
        if (row.lease === null || row.dueAt > leaseEnd(now, kind))
          await ctx.db.update(outboxModel, id, { dueAt: now, expiresAt });
      } else {
        // The administrator has decided: only a kind that can ask asks first.
        const lease = kind.ifUnknown === "ask" ? row.lease : null;
        await ctx.db.update(outboxModel, id, { state: "pending", lease, attempts: 0, dueAt: now, expiresAt });
      }
      runSoon(ctx, id);
      return true;
    });
    return ok({ status: isFound ?? false });
  },
});
