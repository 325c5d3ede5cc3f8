import { defineErrors } from "@keyhold/core";
import { principalErrors } from "@keyhold/core/principal";

/** The errors of the plugin, each by its code: the HTTP status and the English message. */
export const jwtErrors = defineErrors({
  ...principalErrors,
  AUDIENCE_NOT_ALLOWED: { status: 400, message: "No token is signed for this audience" },
});

/** The codes of `jwtErrors`. */
export type JwtErrorCode = keyof typeof jwtErrors;
