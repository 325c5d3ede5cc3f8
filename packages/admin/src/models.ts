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

/** The columns added to the user. They are not inputs of sign-up. */
export const userColumns = {
  /**
   * Names of roles, joined by commas. A new user has the default role; null, in a row from before, is the default role
   * too.
   */
  role: text().optional(),
  /** Whether the user was banned; `isBanned` checks whether the ban is in force. */
  banned: bool().optional(),
  banReason: text().optional(),
  /** The end of the ban; null: permanent. */
  banExpires: date().optional(),
  /** The search form of the name: see `foldName`. Empty in a row inserted by the app's own SQL: see `indexInserted`. */
  foldedName: text()
    .initially(() => "")
    .secret(),
};

/** The indexes for filters and orders of lists, for any number of users. */
export const userIndexes = [
  ["createdAt", "id"],
  ["role", "createdAt", "id"],
  ["banned", "createdAt", "id"],
] as const;

export const searchedColumns = ["email", "foldedName"] as const;

/**
 * The id of the impersonating administrator. Not a foreign key: a cleared id would turn the session into the user's
 * own, so the session ends with the administrator's instead.
 */
export const sessionColumns = {
  /** The id of the administrator who acts in the user's place; null for the user's own session. */
  impersonatedBy: text().optional().indexed(),
};

/** The user with the columns of this plugin. */
export const managedUserModel = withColumns(userModel, userColumns);
export const managedSessionModel = withColumns(sessionModel, sessionColumns);

/** The user fields added to every response. */
export interface AdminUser extends OutputColumns<typeof userColumns> {}

/** The session fields added to every response. */
export interface AdminSession extends OutputColumns<typeof sessionColumns> {}

/** A user as shown to administrators: with the role and the ban. */
export interface ManagedUser extends User, AdminUser {}

/** A user with the secret columns of this plugin. */
export interface ManagedRow extends Row<typeof managedUserModel> {}

export type LockedUser = Locked<typeof managedUserModel>;

/** The public fields of a user, for responses and events. */
export const showUser = ({ schema }: Pick<Context | TxContext, "schema">, row: object): ManagedUser =>
  publicRow(schema, managedUserModel, row);
