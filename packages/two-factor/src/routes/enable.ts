import { whileVerified } from "@keyhold/core/passwords";
import { ok, type TxContext, userModel } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { isRecovering } from "@keyhold/core/session";
import { newSecret, totpURI } from "../codes/totp.js";
import { endpoint } from "../endpoint.js";
import { beginApp } from "../enrol/app.js";
import { admit, checkStillAdmitted } from "../enrol/gate.js";
import { chooseSentCodes } from "../enrol/sent-codes.js";
import { twoFactorErrors } from "../errors.js";
import { encryptSecret, issueBackupCodes } from "../factor/factor.js";
import type { LockedUser } from "../models.js";
import { subjectOf } from "../proof/subject.js";
import { password, revokeOtherSessions } from "../schemas.js";

export const enable = endpoint({
  route: "POST /two-factor/enable",
  access: "optional",
  isPersonal: true,
  doc: "Begins to enrol an authenticator app, which a code confirms; or switches emailed codes on, in a pending sign-in with the first right code. Answers ten backup codes, shown once.",
  input: z.object({
    password,
    method: z.enum(["totp", "otp"]).default("totp"),
    issuer: z.string().min(1).max(128).optional(),
    // Of sent codes. An app ends them when its first code confirms it.
    revokeOtherSessions,
  }),
  output: z.union([
    z.object({ method: z.literal("totp"), totpURI: z.string(), backupCodes: z.array(z.string()) }),
    // `never`: an app may read the field before it knows the method.
    z.object({ method: z.literal("otp"), totpURI: z.never().optional(), backupCodes: z.array(z.string()) }),
  ]),
  errors: [
    "INVALID_TWO_FACTOR_COOKIE",
    "INVALID_PASSWORD",
    "CREDENTIAL_ACCOUNT_NOT_FOUND",
    "TOTP_ALREADY_ENABLED",
    "OTP_NOT_CONFIGURED",
    "OTP_NOT_ENABLED",
    "EMAIL_NOT_VERIFIED",
  ],
  limit: { windowSeconds: 60, max: 10 },
  hashes: true,
  async handle({ input, session, caller, ctx }, options) {
    const { method, revokeOtherSessions } = input;
    const subject = await subjectOf(ctx, session, caller);
    const { user, verified, isProvenLater } = await admit(ctx, options, { ...input, subject, caller });
    const codes = await issueBackupCodes();
    const secret = newSecret();
    const encrypted = method === "totp" ? await encryptSecret(ctx, user.id, secret) : null;
    const isInRecovery = subject.session !== null && isRecovering(ctx, subject.session);
    const enrol = async (
      ctx: TxContext<"TOTP_ALREADY_ENABLED" | "INVALID_TWO_FACTOR_COOKIE">,
      user: LockedUser,
    ): Promise<readonly string[]> => {
      await checkStillAdmitted(ctx, user, subject);
      const begun = { codes, isRecovering: isInRecovery };
      if (encrypted === null)
        return chooseSentCodes(ctx, user, { ...begun, subject, isProvenLater, revokeOtherSessions, caller });
      await beginApp(ctx, user, { ...begun, encrypted });
      return [];
    };
    const cookies = verified
      ? await whileVerified(ctx, verified, enrol)
      : await ctx.transactionOn(userModel, user.id, enrol);
    if (!cookies) return ctx.fail(twoFactorErrors.INVALID_PASSWORD);
    const backupCodes = codes.shown;
    if (method === "otp") return ok({ method, backupCodes }, cookies);
    const issuer = input.issuer ?? options.issuer ?? ctx.settings.appName;
    return ok({ method, totpURI: totpURI(secret, { issuer, account: user.email }), backupCodes });
  },
});
