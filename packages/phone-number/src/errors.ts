import { defineErrors } from "@keyhold/core";
import { coreErrors } from "@keyhold/core/plugin";

/** The errors of the plugin, each by its code: the HTTP status and the English message. */
export const phoneNumberErrors = defineErrors({
  INVALID_PHONE_NUMBER: { status: 400, message: "Invalid phone number" },
  PHONE_NUMBER_NOT_ALLOWED: {
    status: 403,
    message: "Phone number not allowed",
    remedy: "List the country in `allowedCountries` of phoneNumber().",
  },
  PHONE_NUMBER_EXIST: { status: 400, message: "Phone number already exists" },
  PHONE_NUMBER_IN_DOUBT: {
    status: 403,
    message: "The phone number alone is not enough: sign in another way",
  },
  PHONE_NUMBER_CANNOT_BE_UPDATED: { status: 400, message: "Phone number cannot be updated" },
  INVALID_PHONE_NUMBER_OR_PASSWORD: { status: 401, message: "Invalid phone number or password" },
  INVALID_OTP: { status: 400, message: "Invalid OTP" },
  TOO_MANY_ATTEMPTS: { status: 429, message: "Too many attempts" },
  USER_ALREADY_EXISTS: coreErrors.USER_ALREADY_EXISTS,
  EMAIL_NOT_VERIFIED: coreErrors.EMAIL_NOT_VERIFIED,
  YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT: coreErrors.YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT,
  FAILED_TO_CREATE_SESSION: coreErrors.FAILED_TO_CREATE_SESSION,
  RESET_PASSWORD_ISNT_ENABLED: coreErrors.RESET_PASSWORD_ISNT_ENABLED,
  EMAIL_AND_PASSWORD_IS_NOT_ENABLED: coreErrors.EMAIL_AND_PASSWORD_IS_NOT_ENABLED,
  PASSWORD_TOO_SHORT: coreErrors.PASSWORD_TOO_SHORT,
  PASSWORD_TOO_LONG: coreErrors.PASSWORD_TOO_LONG,
  PASSWORD_TOO_COMMON: coreErrors.PASSWORD_TOO_COMMON,
  PASSWORD_COMPROMISED: coreErrors.PASSWORD_COMPROMISED,
});

/** The codes of `phoneNumberErrors`. */
export type PhoneNumberErrorCode = keyof typeof phoneNumberErrors;
