import { type Column, type Row, text, userModel, withColumns } from "@keyhold/core/plugin";
import type { UsernameOptions } from "./options.js";
import { displayUsernameProblem, normaliseUsername, usernameProblem } from "./username.js";

interface UsernameColumnMap {
  readonly username: Column<string | null, "default">;
  readonly displayUsername: Column<string | null, "default">;
}

/** The two columns that this plugin adds to the user. */
export const usernameColumns = (
  options: UsernameOptions,
): { readonly [K in keyof UsernameColumnMap]: UsernameColumnMap[K] } => ({
  username: text()
    .optional()
    .unique()
    .input()
    .check((username) => usernameProblem(options, username))
    .stored(normaliseUsername),
  /** The name as its owner wrote it. */
  displayUsername: text()
    .optional()
    .input()
    .personal()
    .check((displayUsername) => displayUsernameProblem(options, displayUsername)),
});

/** The user as this plugin sees it. */
export const namedUserModel = withColumns(userModel, {
  username: text().optional().unique(),
  displayUsername: text().optional(),
});

/** What every answer shows of a user beyond the core's columns. */
export interface UsernameUser extends Pick<Row<typeof namedUserModel>, "username" | "displayUsername"> {}

/** What sign-up takes beyond the core's input. */
export interface UsernameInput {
  username?: string;
  displayUsername?: string;
}
