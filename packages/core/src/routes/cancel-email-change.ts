import { ok } from "../contract/outcome.js";
import * as z from "../contract/schema.js";
import { cancelEmailChange as cancel } from "../flows/email/undo-email-change.js";
import { endpoint } from "./endpoint.js";

export const cancelEmailChange = endpoint({
  route: "POST /cancel-email-change",
  access: "step-up",
  doc: "Restores the caller's earlier address, until the new one is confirmed.",
  input: z.object({}),
  output: z.object({ status: z.boolean() }),
  errors: ["COULDNT_UPDATE_YOUR_EMAIL"],
  limit: { windowSeconds: 10, max: 3 },
  async handle({ session, ctx }) {
    await cancel(ctx, session);
    return ok({ status: true });
  },
});
