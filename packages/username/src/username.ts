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

/** Whether two names are one but for capitals. Asked both ways, since the Kelvin sign is a K in lower case only. */
export const isSameName = (one: unknown, other: unknown): boolean =>
  typeof one === "string" &&
  typeof other === "string" &&
  one.toLowerCase() === other.toLowerCase() &&
  one.toUpperCase() === other.toUpperCase();

/** Why no user can have a text for display: it must stand on one line, and pass the app's own check where there is one. */
export function displayUsernameProblem(
  { displayUsernameValidator: isValid }: UsernameOptions,
  displayUsername: string,
): UsernameProblem | null {
  if ([...displayUsername].length > 255) return "USERNAME_IS_TOO_LONG";
  return /\p{Cc}/u.test(displayUsername) || isValid?.(displayUsername) === false ? "USERNAME_IS_INVALID" : null;
}
