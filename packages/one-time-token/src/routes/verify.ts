import { session as sessionSchema, user as userSchema } from "@keyhold/core/entity-schemas";
import { ok, publicRow, publicUser } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { tokenFor } from "@keyhold/core/session";
import { endpoint } from "../endpoint.js";
import { childSessionModel } from "../models.js";
import { openByToken } from "../token/open.js";

export const verifyOneTimeToken = endpoint({
  route: "POST /one-time-token/verify",
  access: "optional",
  doc: "Signs in by a token of another host or app: the new session ends with the session of the token.",
  input: z.object({ token: z.string().max(64) }),
  output: z.object({ session: sessionSchema, user: userSchema }),
  errors: ["INVALID_TOKEN", "FAILED_TO_CREATE_SESSION"],
  limit: { windowSeconds: 60, max: 20 },
  async handle({ input, session, caller, ctx }, options) {
    const { session: taken, opened } = await openByToken(ctx, options, { token: input.token, session, caller });
    const { user, ...row } = taken;
    const token = tokenFor(ctx, caller, { row, ownToken: opened?.token ?? null });
    const shown = publicRow(ctx.schema, childSessionModel, { ...row, token } as typeof row & {
      parentId: string | null;
    });
    return ok({ session: shown, user: publicUser(ctx, user) }, opened?.cookies);
  },
});
