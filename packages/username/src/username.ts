import type { UsernameOptions } from "./options.js";

/** The form that is stored and looked up. */
export const normaliseUsername = (username: string): string => username.toLowerCase();

/** Letters, digits, underscore and dot (spec section 5): ASCII, so that lower case means one thing everywhere. */
const allowed = /^[a-zA-Z0-9_.]+$/;

export type UsernameProblem = "USERNAME_IS_TOO_SHORT" | "USERNAME_IS_TOO_LONG" | "USERNAME_IS_INVALID";

/** Why a name is refused, if it is. */
export function usernameProblem(options: UsernameOptions, username: string): UsernameProblem | null {
  const length = [...username].length;
  if (length < options.minUsernameLength) return "USERNAME_IS_TOO_SHORT";
  if (length > options.maxUsernameLength) return "USERNAME_IS_TOO_LONG";
  return allowed.test(username) && options.usernameValidator(normaliseUsername(username))
    ? null
    : "USERNAME_IS_INVALID";
}

/**
 * Why a name to show is refused, if it is. It is free text that no look-up ever reads: an app shows it as text, like
 * `name`, so only what cannot be shown on one line is refused.
 */
export function displayUsernameProblem(displayUsername: string): UsernameProblem | null {
  if ([...displayUsername].length > 255) return "USERNAME_IS_TOO_LONG";
  return /\p{Cc}/u.test(displayUsername) ? "USERNAME_IS_INVALID" : null;
}
