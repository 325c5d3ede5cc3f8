import { type InputColumns, type OutputColumns, text, userModel, withColumns } from "@keyhold/core/plugin";
import type { UsernameOptions } from "./options.js";
import { displayUsernameProblem, normaliseUsername, usernameProblem } from "./username.js";

/** The two columns that this plugin adds to the user. */
export const usernameColumns = {
  username: text().optional().unique().input().stored(normaliseUsername),
  /** The name as its owner wrote it. */
  displayUsername: text().optional().input().personal(),
};

/** The same with the checks that the options ask for. */
export const checkedColumns = (options: UsernameOptions): typeof usernameColumns => ({
  username: usernameColumns.username.check((username) => usernameProblem(options, username)),
  displayUsername: usernameColumns.displayUsername.check((name) => displayUsernameProblem(options, name)),
});

/** The user as this plugin sees it. */
export const namedUserModel = withColumns(userModel, usernameColumns);

/** What every answer shows of a user beyond the core's columns. */
export interface UsernameUser extends OutputColumns<typeof usernameColumns> {}

/** What sign-up takes beyond the core's input. */
export interface UsernameInput extends InputColumns<typeof usernameColumns> {}
