import { defineErrors } from "@keyhold/core";
import { coreErrors } from "@keyhold/core/plugin";

/** The errors of the plugin, by code: the HTTP status and the English message. */
export const socialErrors = defineErrors({
  PROVIDER_NOT_FOUND: { status: 404, message: "Provider not found" },
  ID_TOKEN_NOT_SUPPORTED: { status: 404, message: "id_token not supported" },
  BROWSER_FLOW_REQUIRED: {
    status: 400,
    message: "This flow needs a browser: send an ID token, or open the page without token mode",
  },
  SCOPE_NOT_ALLOWED: { status: 400, message: "Scope not allowed" },
  USER_EMAIL_NOT_FOUND: { status: 401, message: "User email not found" },
  SIGNUP_DISABLED: { status: 401, message: "signup disabled" },
  ACCOUNT_NOT_LINKED: { status: 401, message: "account not linked" },
  ACCOUNT_ALREADY_LINKED_TO_DIFFERENT_USER: { status: 401, message: "account already linked to different user" },
  LINKING_IS_DISABLED: { status: 403, message: "Linking is disabled", callbackCode: "unable_to_link_account" },
  UNABLE_TO_LINK_ACCOUNT: { status: 401, message: "unable to link account" },
  STEP_UP_NOT_SUPPORTED: {
    status: 400,
    message: "Provider cannot prove that it has asked the user again",
    callbackCode: "step_up_not_proven",
  },
  STEP_UP_NOT_CONFIGURED: {
    status: 400,
    message: "Sessions have no columns for this proof",
    callbackCode: "step_up_not_proven",
  },
  UNABLE_TO_CREATE_USER: { status: 422, message: "unable to create user" },
  REFRESHING_NOT_SUPPORTED: { status: 400, message: "Provider does not support token refreshing" },
  REFRESH_TOKEN_NOT_FOUND: { status: 400, message: "Refresh token not found" },
  FAILED_TO_GET_A_VALID_ACCESS_TOKEN: { status: 400, message: "Failed to get a valid access token" },
  FAILED_TO_REFRESH_ACCESS_TOKEN: { status: 400, message: "Failed to refresh access token" },
  INVALID_TOKEN: coreErrors.INVALID_TOKEN,
  FAILED_TO_GET_USER_INFO: coreErrors.FAILED_TO_GET_USER_INFO,
  FAILED_TO_CREATE_SESSION: coreErrors.FAILED_TO_CREATE_SESSION,
  EMAIL_NOT_VERIFIED: coreErrors.EMAIL_NOT_VERIFIED,
  ACCOUNT_NOT_FOUND: coreErrors.ACCOUNT_NOT_FOUND,
});

/** The codes of `socialErrors`. */
export type SocialErrorCode = keyof typeof socialErrors;
