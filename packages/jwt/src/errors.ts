import { defineErrors } from "@keyhold/core";

/** The errors of the plugin, each by its code: the HTTP status and the English message. */
export const jwtErrors = defineErrors({
  AUDIENCE_NOT_ALLOWED: { status: 400, message: "No token is signed for this audience" },
});

/** The codes of `jwtErrors`. */
export type JwtErrorCode = keyof typeof jwtErrors;
