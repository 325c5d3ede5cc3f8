import { type InputColumns, type OutputColumns, text, userModel, withColumns } from "@keyhold/core/plugin";
import type { UsernameOptions } from "./options.js";
import { displayUsernameError, normaliseUsername, usernameError } from "./username.js";

/** The two columns added to the user. */
export const usernameColumns = {
  username: text().optional().unique().input().stored(normaliseUsername),
  /** The name as written by the user. */
  displayUsername: text().optional().input().personal(),
};

/** The columns with the checks that the options ask for. */
export const checkedColumns = (options: UsernameOptions): typeof usernameColumns => ({
  username: usernameColumns.username.check((username) => usernameError(options, username)),
  displayUsername: usernameColumns.displayUsername.check((name) => displayUsernameError(options, name)),
});

/** The user with the columns of this plugin. */
export const namedUserModel = withColumns(userModel, usernameColumns);

/** The user fields added to every response. */
export interface UsernameUser extends OutputColumns<typeof usernameColumns> {}

/** The fields added to the input of sign-up. */
export interface UsernameInput extends InputColumns<typeof usernameColumns> {}
