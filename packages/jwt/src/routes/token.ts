import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { jwtErrors } from "../errors.js";
import { audiencesOf } from "../issue/claims.js";
import { writeSessionToken } from "../issue/write.js";

export const getToken = endpoint({
  route: "GET /token",
  access: "session",
  doc: "Signs an access token for the session: other services check it by the keys of `GET /jwks`.",
  input: z.object({
    /** The service for which the token is; one of the option `audiences`. Default: the first. */
    audience: z.string().max(512).optional(),
  }),
  output: z.object({ token: z.string() }),
  errors: ["AUDIENCE_NOT_ALLOWED"],
  limit: { windowSeconds: 60, max: 120 },
  async handle({ input, session, caller, ctx }, options) {
    const [first, ...others] = audiencesOf(ctx, options);
    const audience = input.audience ?? first;
    if (audience !== first && !others.includes(audience)) return ctx.fail(jwtErrors.AUDIENCE_NOT_ALLOWED);
    return ok({ token: await writeSessionToken(ctx, options, { session, caller, audience }) });
  },
});
