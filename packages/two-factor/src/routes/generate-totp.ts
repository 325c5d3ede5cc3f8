import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { codeOf, readSecret, stepOf } from "../codes/totp.js";
import { endpoint } from "../endpoint.js";
import { twoFactorErrors } from "../errors.js";

export const generateTotp = endpoint({
  route: "POST /generate-totp",
  access: "public",
  isServerOnly: true,
  doc: "The present code of a secret in base32, e.g. for a test.",
  input: z.object({ secret: z.string() }),
  output: z.object({ code: z.string() }),
  errors: ["INVALID_SECRET"],
  handle({ input, ctx }) {
    const secret = readSecret(input.secret);
    if (!secret) return ctx.fail(twoFactorErrors.INVALID_SECRET);
    return ok({ code: codeOf(secret, stepOf(ctx.now())) });
  },
});
