import type { UsernameErrorCode } from "@keyhold/username/client";
import type { Places } from "./form-error.ts";

/** The problems of a new username. */
export const usernamePlaces = {
  USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER: { field: "username", text: "Another user has this name." },
  USERNAME_IS_TOO_SHORT: { field: "username", text: "Too short: at least 3 characters." },
  USERNAME_IS_TOO_LONG: { field: "username", text: "Too long: at most 30 characters." },
  USERNAME_IS_INVALID: { field: "username", text: "Only letters from a to z, digits, dots and underscores." },
} as const satisfies Places<UsernameErrorCode>;
