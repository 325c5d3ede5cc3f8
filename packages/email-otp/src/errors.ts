import { defineErrors } from "@keyhold/core";
import { coreErrors } from "@keyhold/core/plugin";

/** The errors of the plugin, each by its code: the HTTP status and the English message. */
export const emailOtpErrors = defineErrors({
  EMAIL_OTP_ISNT_ENABLED: {
    status: 400,
    message: "Email OTP isn't enabled",
    remedy: "The config needs `mail`.",
  },
  INVALID_EMAIL: coreErrors.INVALID_EMAIL,
  INVALID_OTP: { status: 400, message: "Invalid OTP" },
  TOO_MANY_ATTEMPTS: { status: 429, message: "Too many attempts" },
  USER_ALREADY_EXISTS: coreErrors.USER_ALREADY_EXISTS,
  FAILED_TO_CREATE_SESSION: coreErrors.FAILED_TO_CREATE_SESSION,
  INVALID_TOKEN: coreErrors.INVALID_TOKEN,
  RESET_PASSWORD_ISNT_ENABLED: coreErrors.RESET_PASSWORD_ISNT_ENABLED,
  PASSWORD_TOO_SHORT: coreErrors.PASSWORD_TOO_SHORT,
  PASSWORD_TOO_LONG: coreErrors.PASSWORD_TOO_LONG,
  PASSWORD_TOO_COMMON: coreErrors.PASSWORD_TOO_COMMON,
  PASSWORD_COMPROMISED: coreErrors.PASSWORD_COMPROMISED,
  CHANGE_EMAIL_IS_DISABLED: coreErrors.CHANGE_EMAIL_IS_DISABLED,
  EMAIL_IS_THE_SAME: coreErrors.EMAIL_IS_THE_SAME,
  COULDNT_UPDATE_YOUR_EMAIL: coreErrors.COULDNT_UPDATE_YOUR_EMAIL,
});

/** The codes of `emailOtpErrors`. */
export type EmailOtpErrorCode = keyof typeof emailOtpErrors;
