import { defineErrors } from "@keyhold/core";
import { coreErrors } from "@keyhold/core/plugin";

/** The errors of the plugin, each by its code: the HTTP status and the English message. */
export const usernameErrors = defineErrors({
  INVALID_USERNAME_OR_PASSWORD: { status: 401, message: "invalid username or password" },
  USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER: {
    status: 422,
    message: "username is already taken. please try another.",
  },
  USERNAME_IS_TOO_SHORT: { status: 422, message: "username is too short" },
  USERNAME_IS_TOO_LONG: { status: 422, message: "username is too long" },
  USERNAME_IS_INVALID: { status: 422, message: "username is invalid" },
  FAILED_TO_CREATE_SESSION: coreErrors.FAILED_TO_CREATE_SESSION,
  EMAIL_NOT_VERIFIED: coreErrors.EMAIL_NOT_VERIFIED,
  EMAIL_AND_PASSWORD_IS_NOT_ENABLED: coreErrors.EMAIL_AND_PASSWORD_IS_NOT_ENABLED,
});

/** The codes of `usernameErrors`. */
export type UsernameErrorCode = keyof typeof usernameErrors;
