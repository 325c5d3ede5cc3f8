import { defineErrors } from "@keyhold/core";
import { coreErrors } from "@keyhold/core/plugin";

/** The errors of the plugin, each by its code: the HTTP status and the English message. */
export const anonymousErrors = defineErrors({
  ANONYMOUS_USERS_CANNOT_SIGN_IN_AGAIN_ANONYMOUSLY: {
    status: 400,
    message: "Anonymous users cannot sign in again anonymously",
  },
  ALREADY_SIGNED_IN: { status: 400, message: "Already signed in" },
  USER_IS_NOT_ANONYMOUS: { status: 403, message: "User is not anonymous" },
  ANONYMOUS_USER_HAS_SIGNED_UP: { status: 409, message: "The anonymous user has signed up already" },
  ANONYMOUS_USERS_MUST_SIGN_UP: { status: 403, message: "Anonymous users must sign up first" },
  USER_ALREADY_EXISTS: coreErrors.USER_ALREADY_EXISTS,
  FAILED_TO_CREATE_SESSION: coreErrors.FAILED_TO_CREATE_SESSION,
});

/** The codes of `anonymousErrors`. */
export type AnonymousErrorCode = keyof typeof anonymousErrors;
