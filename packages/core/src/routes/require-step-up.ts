import { session as sessionSchema, user } from "../contract/entity-schemas.js";
import { commonError } from "../contract/errors.js";
import { ok } from "../contract/outcome.js";
import * as z from "../contract/schema.js";
import { isFresh } from "../session/freshness.js";
import { shownToken } from "../session/list.js";
import { proofIn } from "../session/proof.js";
import { publicUser } from "../user/public.js";
import { endpoint } from "./endpoint.js";

export const requireStepUp = endpoint({
  route: "POST /require-step-up",
  access: "session",
  isPersonal: true,
  isServerOnly: true,
  doc: "Resolves with the session if its user gave a proof, or a second factor, a short time ago; for an app's own routes.",
  input: z.object({
    withinSeconds: z.number().int().min(1).default(600),
    factors: z.union([z.literal(1), z.literal(2)]).default(1),
  }),
  output: z.object({ session: sessionSchema, user }),
  async handle({ input: { withinSeconds, factors }, session, ctx }) {
    if (!(await isFresh(ctx, session, withinSeconds))) throw commonError("SESSION_IS_NOT_FRESH");
    const factorTime = proofIn(ctx, session)?.factorTime?.getTime() ?? Number.NEGATIVE_INFINITY;
    const isRecent = factorTime >= ctx.now().getTime() - withinSeconds * 1000;
    if (factors === 2 && !isRecent) throw commonError("STEP_UP_REQUIRED");
    const { user, ...row } = session;
    return ok({ session: { ...row, token: shownToken(row) }, user: publicUser(ctx, user) });
  },
});
