import { defineErrors } from "@keyhold/core";
import { coreErrors } from "@keyhold/core/plugin";

/** The errors of the plugin, each by its code: the HTTP status and the English message. */
export const nativeErrors = defineErrors({
  /** The code in lower case is the `error` of RFC 6749, section 5.2. */
  INVALID_GRANT: { status: 400, message: "The code is invalid, was used, or is of another client" },
  NATIVE_FLOW_NOT_FOUND: {
    status: 403,
    message: "The sign-in of the app has ended, or began in another browser",
  },
  INVALID_TOKEN: coreErrors.INVALID_TOKEN,
  FAILED_TO_GET_USER_INFO: coreErrors.FAILED_TO_GET_USER_INFO,
  FAILED_TO_CREATE_SESSION: coreErrors.FAILED_TO_CREATE_SESSION,
});

/** The codes of `nativeErrors`. */
export type NativeErrorCode = keyof typeof nativeErrors;
