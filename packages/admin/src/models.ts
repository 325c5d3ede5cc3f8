import type { User } from "@keyhold/core";
import {
  bool,
  type Context,
  date,
  type Locked,
  type OutputColumns,
  publicRow,
  type Row,
  sessionModel,
  type TxContext,
  text,
  userModel,
  withColumns,
} from "@keyhold/core/plugin";

/** What the plugin adds to the user. None is an input: nobody signs up with a role. */
export const userColumns = {
  /** Names of roles, joined by commas. A new user has the default role; null, in a row from before, is the default role too. */
  role: text().optional(),
  /** Whether there was a ban; whether it holds says `isBanned`. */
  banned: bool().optional(),
  banReason: text().optional(),
  /** When the ban is over; null: never. */
  banExpires: date().optional(),
  /** The name as it is searched: see `foldName`. Empty in a row of an app's own INSERT: see `indexInserted`. */
  foldedName: text()
    .initially(() => "")
    .secret(),
};

/** What lists are found and ordered by, over however many users. */
export const userIndexes = [
  ["createdAt", "id"],
  ["role", "createdAt", "id"],
  ["banned", "createdAt", "id"],
] as const;

export const searchedColumns = ["email", "foldedName"] as const;

/**
 * Who acts in the user's place. No reference: a session that lost its actor would be taken for the user's own, so it is
 * ended with the actor's instead.
 */
export const sessionColumns = {
  /** The id of the administrator who acts in the user's place; null when it is the user. */
  impersonatedBy: text().optional().indexed(),
};

/** The user as this plugin sees it. */
export const managedUserModel = withColumns(userModel, userColumns);
export const managedSessionModel = withColumns(sessionModel, sessionColumns);

/** What every answer shows of a user beyond the core's columns. */
export interface AdminUser extends OutputColumns<typeof userColumns> {}

/** What every answer shows of a session beyond the core's columns. */
export interface AdminSession extends OutputColumns<typeof sessionColumns> {}

export interface ManagedUser extends User, AdminUser {}

/** A user as this plugin reads one, with the columns that no answer shows. */
export interface ManagedRow extends Row<typeof managedUserModel> {}

export type LockedUser = Locked<typeof managedUserModel>;

/** A user as answers and events show one. */
export const showUser = ({ schema }: Pick<Context | TxContext, "schema">, row: object): ManagedUser =>
  publicRow(schema, managedUserModel, row);
