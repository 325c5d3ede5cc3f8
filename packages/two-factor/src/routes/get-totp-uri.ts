import { findCredential } from "@keyhold/core/passwords";
import { ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { totpURI } from "../codes/totp.js";
import { endpoint } from "../endpoint.js";
import { twoFactorErrors } from "../errors.js";
import { factorOf, openSecret } from "../factor/factor.js";
import { checkPassword } from "../proof/recent-factor.js";
import { password } from "../schemas.js";

export const getTotpUri = endpoint({
  route: "POST /two-factor/get-totp-uri",
  access: "session",
  allowsRecovery: true,
  isPersonal: true,
  doc: "The URI of the QR code once more, until a code has confirmed it.",
  input: z.object({ password }),
  output: z.object({ totpURI: z.string() }),
  errors: ["TOTP_NOT_ENABLED", "SECRET_IS_SHOWN_ONCE", "INVALID_PASSWORD", "CREDENTIAL_ACCOUNT_NOT_FOUND"],
  limit: { windowSeconds: 60, max: 10 },
  hashes: true,
  async handle({ input, session, caller, ctx }, options) {
    const { user } = session;
    const hasPassword = (await findCredential(ctx, user.id)) !== null;
    await checkPassword(ctx, session, { password: input.password ?? "", hasPassword, caller });
    const factor = await factorOf(ctx, user.id);
    if (!factor?.secret) return ctx.fail(twoFactorErrors.TOTP_NOT_ENABLED);
    if (factor.verified) return ctx.fail(twoFactorErrors.SECRET_IS_SHOWN_ONCE);
    const secret = await openSecret(ctx, factor);
    if (secret === null) return ctx.fail(twoFactorErrors.TOTP_NOT_ENABLED);
    return ok({
      totpURI: totpURI(secret.text, { issuer: options.issuer ?? ctx.settings.appName, account: user.email }),
    });
  },
});
