import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { encodeBase32NoPadding } from "@oslojs/encoding";
import { readSecret } from "../codes/totp.js";
import { endpoint } from "../endpoint.js";
import { importFactor } from "../enrol/import-factor.js";
import { twoFactorErrors } from "../errors.js";
import { encryptSecret } from "../factor/factor.js";

export const importTotp = endpoint({
  route: "POST /import-totp",
  access: "public",
  isServerOnly: true,
  doc: "Takes over the secret of an authenticator app that a user has confirmed in another system; answers ten backup codes.",
  input: z.object({ userId: z.string(), secret: z.string() }),
  output: z.object({ backupCodes: z.array(z.string()) }),
  errors: ["INVALID_SECRET", "USER_NOT_FOUND"],
  async handle({ input: { userId, secret: given }, ctx }) {
    const bytes = readSecret(given);
    if (!bytes) return ctx.fail(twoFactorErrors.INVALID_SECRET);
    const secret = await encryptSecret(ctx, userId, encodeBase32NoPadding(bytes));
    return ok({ backupCodes: await importFactor(ctx, userId, { secret }) });
  },
});
