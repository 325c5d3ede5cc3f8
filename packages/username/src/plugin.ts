import { type Additions, definePlugin, type Plugin } from "@keyhold/core/plugin";
import type { UsernameEmail } from "./emails.js";
import { type UsernameErrorCode, usernameErrors } from "./errors.js";
import { rulesOf } from "./hooks.js";
import { type UsernameInput, type UsernameUser, usernameColumns } from "./models.js";
import type { UsernameOptions } from "./options.js";
import { signInUsername } from "./routes/sign-in/username.js";

/** The calls that this plugin adds. */
export interface UsernameEndpoints {
  readonly signIn: {
    /** Signs in with a username and a password. */
    readonly username: typeof signInUsername;
  };
}

/** What it adds beside calls. */
export interface UsernameAdditions extends Additions {
  readonly event: never;
  readonly email: UsernameEmail;
}

/** Has a name of its own, so that the types that apps infer from an auth stay short. */
export interface UsernamePlugin
  extends Plugin<UsernameEndpoints, UsernameUser, UsernameInput, UsernameErrorCode, UsernameAdditions> {}

function lengthErrors({ minUsernameLength: least, maxUsernameLength: most }: UsernameOptions): readonly string[] {
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
  displayUsernameValidator = null,
}: Partial<UsernameOptions> = {}): UsernamePlugin {
  const options = { minUsernameLength, maxUsernameLength, usernameValidator, displayUsernameValidator };
  return definePlugin({
    id: "username",
    options,
    errors: usernameErrors,
    extends: { user: { columns: usernameColumns(options) } },
    taken: { username: "USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER" },
    endpoints: { signIn: { username: signInUsername } },
    hooks: rulesOf(options),
    configErrors: lengthErrors(options),
  });
}
