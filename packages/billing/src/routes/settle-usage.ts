import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { endDoubt } from "../usage/held.js";

export const settleUsage = endpoint({
  route: "POST /billing/settle-usage",
  access: "public",
  doc: "Ends the doubt about a batch of `usage.held`: with `wasCounted: true` it is never sent again, else it is sent again. `status` is false if there is no such batch.",
  input: z.object({ batch: z.string().max(255), wasCounted: z.boolean() }),
  output: z.object({ status: z.boolean() }),
  isServerOnly: true,
  handle: async ({ ctx, input }) => ok({ status: await endDoubt(ctx, input) }),
});
