import { defineErrors } from "@keyhold/core";
import { coreErrors } from "@keyhold/core/plugin";

/** The errors of the plugin, each by its code: the HTTP status and the English message. */
export const oneTimeTokenErrors = defineErrors({
  INVALID_TOKEN: coreErrors.INVALID_TOKEN,
  NAVIGATION_NOT_ALLOWED: { status: 403, message: "A script of the app makes this request, not a link" },
  FAILED_TO_CREATE_SESSION: coreErrors.FAILED_TO_CREATE_SESSION,
});

/** The codes of `oneTimeTokenErrors`. */
export type OneTimeTokenErrorCode = keyof typeof oneTimeTokenErrors;
