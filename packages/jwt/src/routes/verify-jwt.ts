import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { readClaims } from "../issue/read.js";

export const verifyJwt = endpoint({
  route: "POST /verify-jwt",
  access: "public",
  isServerOnly: true,
  doc: "Checks a token of this auth. `payload` is null for every invalid token. The session is not asked: see `introspect`.",
  input: z.object({
    token: z.string(),
    /** Default: each of the option `audiences`. */
    audience: z.string().optional(),
    /** The expected `typ`. Default "at+jwt": access tokens of `GET /token`. */
    type: z.string().optional(),
  }),
  output: z.object({ payload: z.record(z.string(), z.unknown()).nullable() }),
  async handle({ input: { token, audience, type }, ctx }, options) {
    const payload = await readClaims(ctx, options, token, {
      ...(audience !== undefined && { audiences: [audience] }),
      ...(type !== undefined && { type: type.toLowerCase() }),
    });
    return ok({ payload });
  },
});
