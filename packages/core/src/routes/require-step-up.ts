import { session as sessionSchema, user } from "../contract/entity-schemas.js";
import { ok } from "../contract/outcome.js";
import * as z from "../contract/schema.js";
import { publicUser } from "../records/user/public.js";
import { shownToken } from "../session/list.js";
import { checkStepUp } from "../session/step-up.js";
import { endpoint } from "./endpoint.js";

export const requireStepUp = endpoint({
  route: "POST /require-step-up",
  access: "session",
  isPersonal: true,
  isServerOnly: true,
  doc: "The session, if its user gave a proof a short time ago.",
  input: z.object({
    withinSeconds: z.number().int().min(1).default(600),
    factors: z.union([z.literal(1), z.literal(2)]).default(1),
  }),
  output: z.object({ session: sessionSchema, user }),
  async handle({ input: { withinSeconds, factors }, session, ctx }) {
    await checkStepUp(ctx, session, { maxAgeSeconds: withinSeconds, factors });
    const { user, ...row } = session;
    return ok({ session: { ...row, token: shownToken(row) }, user: publicUser(ctx, user) });
  },
});
