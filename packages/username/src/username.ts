import type { ErrorEntry } from "@keyhold/core";
import { withoutDirections } from "@keyhold/core/plugin";
import { usernameErrors } from "./errors.js";
import type { UsernameOptions } from "./options.js";

/** The stored form, also used for lookups. */
export const normaliseUsername = (username: string): string => username.toLowerCase();

/** Letters, digits, underscore and dot (spec section 5): ASCII, so that lower case never depends on the environment. */
const allowed = /^[a-zA-Z0-9_.]+$/;

export type UsernameErrorKind = ErrorEntry<"USERNAME_IS_TOO_SHORT" | "USERNAME_IS_TOO_LONG" | "USERNAME_IS_INVALID">;

/** The error of an invalid username, or null. */
export function usernameError(options: UsernameOptions, username: string): UsernameErrorKind | null {
  const length = [...username].length;
  if (length < options.minUsernameLength) return usernameErrors.USERNAME_IS_TOO_SHORT;
  if (length > options.maxUsernameLength) return usernameErrors.USERNAME_IS_TOO_LONG;
  return allowed.test(username) && atOnce("usernameValidator", options.usernameValidator(normaliseUsername(username)))
    ? null
    : usernameErrors.USERNAME_IS_INVALID;
}

/** A promise would let every name pass. */
function atOnce(option: string, answer: unknown): unknown {
  if (!(answer instanceof Promise)) return answer;
  throw new Error(`username({ ${option} }) answered a promise: it must answer true or false, and at once.`);
}

/**
 * Whether two names are equal except for capitals. Compared both ways, because the Kelvin sign equals K in lower case
 * only.
 */
export const isSameName = (one: unknown, other: unknown): boolean =>
  typeof one === "string" &&
  typeof other === "string" &&
  one.toLowerCase() === other.toLowerCase() &&
  one.toUpperCase() === other.toUpperCase();

/** The error of an invalid display name, or null: a name must be a single line, and pass the app's check, if any. */
export function displayUsernameError(
  { displayUsernameValidator: isValid }: UsernameOptions,
  displayUsername: string,
): UsernameErrorKind | null {
  if ([...displayUsername].length > 255) return usernameErrors.USERNAME_IS_TOO_LONG;
  const isOneLine = !/\p{Cc}/u.test(displayUsername) && withoutDirections(displayUsername) === displayUsername;
  const isAccepted = isOneLine && atOnce("displayUsernameValidator", isValid?.(displayUsername)) !== false;
  return isAccepted ? null : usernameErrors.USERNAME_IS_INVALID;
}
