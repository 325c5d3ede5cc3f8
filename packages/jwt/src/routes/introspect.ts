import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { liveSessionOf, readToken } from "../issue/read.js";

export const introspect = endpoint({
  route: "POST /introspect",
  access: "public",
  isServerOnly: true,
  doc: "Whether an access token counts now: valid, its key not removed, its session not ended or restricted, its user not banned (RFC 7662).",
  input: z.object({ token: z.string() }),
  output: z.looseObject({ active: z.boolean() }),
  async handle({ input, ctx }, options) {
    const read = await readToken(ctx, options, input.token, { isFresh: true });
    if (!read || !(await liveSessionOf(ctx, read))) return ok({ active: false });
    return ok({ ...read.claims, active: true });
  },
});
