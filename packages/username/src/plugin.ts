import { definePlugin, type Plugin, type User, type UserChange } from "@keyhold/core";
import { type UsernameErrorCode, usernameErrors } from "./errors.js";
import { type UsernameInput, type UsernameUser, usernameColumns } from "./models.js";
import type { UsernameOptions } from "./options.js";
import { signInUsername } from "./routes/sign-in/username.js";
import { normaliseUsername } from "./username.js";

/** The calls that this plugin adds. */
export interface UsernameEndpoints {
  readonly signIn: { readonly username: typeof signInUsername };
}

/** The name as it was written is kept for display when no other was given; who gives theirs up is shown by none. */
function displayAsWritten<Written extends Readonly<Record<string, unknown>>>(written: Written): Written {
  const { username, displayUsername } = written;
  return displayUsername === undefined && username !== undefined ? { ...written, displayUsername: username } : written;
}

/** The same, but who sends the name that they have keeps a name to show that is another. */
function displayAsChanged(change: UserChange, user: User & Partial<UsernameUser>): UserChange {
  const { username, displayUsername } = user;
  const isSame = typeof change.username === "string" && normaliseUsername(change.username) === username;
  const hasOwn = displayUsername != null && normaliseUsername(displayUsername) !== username;
  return isSame && hasOwn ? change : displayAsWritten(change);
}

function lengthProblems({ minUsernameLength: least, maxUsernameLength: most }: UsernameOptions): readonly string[] {
  const isPossible = Number.isSafeInteger(least) && Number.isSafeInteger(most) && least >= 1 && most >= least;
  return isPossible
    ? []
    : ["minUsernameLength and maxUsernameLength must be whole numbers, the first not above the second"];
}

/**
 * Sign-in by username. Adds `username` (unique, lower case) and `displayUsername` to the user,
 * takes both at sign-up, and brings `POST /sign-in/username`.
 *
 * @example createAuth({ …, plugins: [username({ minUsernameLength: 4 })] })
 */
export function username({
  minUsernameLength = 3,
  maxUsernameLength = 30,
  usernameValidator = () => true,
}: Partial<UsernameOptions> = {}): Plugin<UsernameEndpoints, UsernameUser, UsernameInput, UsernameErrorCode> {
  const options: UsernameOptions = { minUsernameLength, maxUsernameLength, usernameValidator };
  return definePlugin({
    id: "username",
    options,
    errors: usernameErrors,
    extends: { user: { columns: usernameColumns(options) } },
    taken: { username: "USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER" },
    endpoints: { signIn: { username: signInUsername } },
    rules: { "user.create": displayAsWritten, "user.update": (change, _, user) => displayAsChanged(change, user) },
    problems: lengthProblems(options),
  });
}
