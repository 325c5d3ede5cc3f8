import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { audiencesOf, timeClaims } from "../issue/claims.js";
import { writeToken } from "../issue/write.js";
import { maxTokenSeconds } from "../keys/states.js";

export const signJwt = endpoint({
  route: "POST /sign-jwt",
  access: "public",
  isServerOnly: true,
  doc: 'Signs a token with claims of the app. `type` tells its purpose: access tokens are "at+jwt", and refuse others.',
  input: z.object({
    /** The claims. `iss`, `iat`, `exp` and `jti` are set in any case. */
    payload: z.record(z.string(), z.unknown()),
    /** Default: the first of the option `audiences`. */
    audience: z.string().optional(),
    /** At most an hour. Default: the option `expiresInSeconds`. */
    expiresInSeconds: z.number().int().min(1).max(maxTokenSeconds).optional(),
    /** The `typ` of the header. Default "JWT". */
    type: z.string().min(1).max(64).optional(),
  }),
  output: z.object({ token: z.string() }),
  async handle({ input, ctx }, options) {
    const { payload, audience = audiencesOf(ctx, options)[0], type = "JWT" } = input;
    const { expiresInSeconds = options.expiresInSeconds } = input;
    const claims = { ...payload, aud: audience, ...timeClaims(ctx, options, expiresInSeconds) };
    return ok({ token: await writeToken(ctx, options, { type, claims }) });
  },
});
