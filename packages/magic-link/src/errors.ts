import { defineErrors } from "@keyhold/core";
import { coreErrors } from "@keyhold/core/plugin";

/** The errors of the plugin, each by its code: the HTTP status and the English message. */
export const magicLinkErrors = defineErrors({
  MAGIC_LINK_ISNT_ENABLED: {
    status: 400,
    message: "Magic link isn't enabled",
    remedy: "The config needs `mail`.",
  },
  INVALID_EMAIL: coreErrors.INVALID_EMAIL,
  // Clients of other libraries read the code in capitals from the URL.
  INVALID_TOKEN: { ...coreErrors.INVALID_TOKEN, callbackCode: "INVALID_TOKEN" },
  INVALID_OTP: { status: 400, message: "Invalid OTP" },
  TOO_MANY_ATTEMPTS: { status: 429, message: "Too many attempts" },
  USER_ALREADY_EXISTS: coreErrors.USER_ALREADY_EXISTS,
  FAILED_TO_CREATE_SESSION: coreErrors.FAILED_TO_CREATE_SESSION,
});

/** The codes of `magicLinkErrors`. */
export type MagicLinkErrorCode = keyof typeof magicLinkErrors;
