import { defineErrors } from "@keyhold/core";
import { coreErrors } from "@keyhold/core/plugin";

/** The errors of the plugin, each by its code: the HTTP status and the English message. */
export const twoFactorErrors = defineErrors({
  INVALID_CODE: { status: 401, message: "Invalid code" },
  INVALID_BACKUP_CODE: { status: 401, message: "Invalid backup code" },
  INVALID_TWO_FACTOR_COOKIE: { status: 401, message: "Invalid two factor cookie" },
  OTP_HAS_EXPIRED: { status: 400, message: "OTP has expired" },
  OTP_NOT_ENABLED: { status: 400, message: "OTP not enabled" },
  OTP_NOT_CONFIGURED: { status: 400, message: "OTP not configured" },
  TOTP_NOT_ENABLED: { status: 400, message: "TOTP not enabled" },
  TOTP_ALREADY_ENABLED: { status: 400, message: "TOTP already enabled" },
  TWO_FACTOR_NOT_ENABLED: { status: 400, message: "Two factor isn't enabled" },
  SECRET_IS_SHOWN_ONCE: { status: 403, message: "The secret is shown until it is confirmed" },
  TOO_MANY_ATTEMPTS: { status: 429, message: "Too many attempts" },
  RECOVERY_NOT_ENABLED: { status: 400, message: "Recovery isn't enabled" },
  RECOVERY_NOT_ALLOWED: { status: 403, message: "This sign-in cannot start a recovery" },
  RECOVERY_NOT_STARTED: { status: 400, message: "No recovery was started, or it was stopped" },
  RECOVERY_TOO_EARLY: { status: 403, message: "The wait of the recovery has not ended yet" },
  INVALID_TOKEN: coreErrors.INVALID_TOKEN,
  INVALID_SECRET: { status: 400, message: "The secret must be base32 of 16 to 64 bytes" },
  EMAIL_NOT_VERIFIED: coreErrors.EMAIL_NOT_VERIFIED,
  CREDENTIAL_ACCOUNT_NOT_FOUND: coreErrors.CREDENTIAL_ACCOUNT_NOT_FOUND,
  INVALID_PASSWORD: coreErrors.INVALID_PASSWORD,
  USER_NOT_FOUND: coreErrors.USER_NOT_FOUND,
  FAILED_TO_CREATE_SESSION: coreErrors.FAILED_TO_CREATE_SESSION,
});

/** The codes of `twoFactorErrors`. */
export type TwoFactorErrorCode = keyof typeof twoFactorErrors;
