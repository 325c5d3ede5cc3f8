import { defineErrors } from "@keyhold/core";

/** The errors of the plugin, each by its code: the HTTP status and the English message. */
export const multiSessionErrors = defineErrors({
  INVALID_SESSION_TOKEN: { status: 401, message: "Invalid session token" },
});

/** The codes of `multiSessionErrors`. */
export type MultiSessionErrorCode = keyof typeof multiSessionErrors;
