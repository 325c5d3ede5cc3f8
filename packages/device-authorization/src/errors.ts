import { defineErrors } from "@keyhold/core";
import { coreErrors } from "@keyhold/core/plugin";

/**
 * The errors of the plugin, each by its code: the HTTP status and the English message. The code in lower case is the
 * `error` of RFC 6749, section 5.2, and RFC 8628, section 3.5.
 */
export const deviceAuthorizationErrors = defineErrors({
  INVALID_CLIENT: { status: 401, message: "The client is not known" },
  INVALID_SCOPE: { status: 400, message: "The client may not ask for this scope" },
  INVALID_GRANT: { status: 400, message: "The code is invalid, was used, or is of another client" },
  UNSUPPORTED_GRANT_TYPE: { status: 400, message: "The grant type is not supported" },
  AUTHORIZATION_PENDING: { status: 400, message: "The user has not decided yet" },
  SLOW_DOWN: { status: 400, message: "The device polls too often: wait 5 seconds longer between two polls" },
  ACCESS_DENIED: { status: 400, message: "Access was denied" },
  EXPIRED_TOKEN: { status: 400, message: "The code has expired" },
  INVALID_REQUEST: { status: 400, message: "The code is invalid, or was used" },
  FAILED_TO_CREATE_SESSION: coreErrors.FAILED_TO_CREATE_SESSION,
});

/** The codes of `deviceAuthorizationErrors`. */
export type DeviceAuthorizationErrorCode = keyof typeof deviceAuthorizationErrors;
