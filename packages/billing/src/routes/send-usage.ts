import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { sendDue } from "../usage/send.js";

export const sendUsageNow = endpoint({
  route: "POST /billing/send-usage",
  access: "public",
  doc: "Sends the usage that waits for the payments provider, also that of processes that have ended, for a scheduled job.",
  input: z.object({ maxSeconds: z.number().positive().max(3600).default(20) }),
  output: z.object({ sent: z.number(), refused: z.number(), held: z.number(), isComplete: z.boolean() }),
  isServerOnly: true,
  async handle({ ctx, input }, settings) {
    const { error, ...sums } = await sendDue(ctx, settings, input);
    return ok({ ...sums, isComplete: error === null });
  },
});
