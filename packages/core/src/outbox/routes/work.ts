import { ok } from "../../contract/outcome.js";
import * as z from "../../contract/schema.js";
import { endpoint } from "../endpoint.js";
import { workOff } from "../entry/work.js";

export const work = endpoint({
  route: "POST /work",
  access: "public",
  doc: "Runs the due entries of the outbox, for a scheduled job; answers how many attempts were made.",
  input: z.object({ maxSeconds: z.number().min(0).max(3600).default(20) }),
  output: z.object({ done: z.number(), retried: z.number(), failed: z.number() }),
  isServerOnly: true,
  async handle({ ctx, input: { maxSeconds } }) {
    if (ctx.isInAppTransaction)
      throw new Error("Call auth.api.work outside of auth.transaction: entries are run for other servers.");
    const { done, retried, failed } = await workOff(ctx, maxSeconds);
    return ok({ done, retried, failed });
  },
});
