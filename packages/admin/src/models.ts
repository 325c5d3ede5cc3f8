import type { User } from "@keyhold/core";
import {
  bool,
  type Column,
  type Context,
  date,
  type Locked,
  publicRow,
  type Row,
  sessionModel,
  type TxContext,
  text,
  userModel,
  withColumns,
} from "@keyhold/core/plugin";

interface UserColumns {
  readonly role: Column<string | null, "default">;
  readonly banned: Column<boolean | null, "default">;
  readonly banReason: Column<string | null, "default">;
  readonly banExpires: Column<Date | null, "default">;
  readonly foldedName: Column<string, "default" | "secret">;
}

/** What the plugin adds to the user. None is an input: nobody signs up with a role. */
export const userColumns: { readonly [K in keyof UserColumns]: UserColumns[K] } = {
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
export const sessionColumns: { readonly impersonatedBy: Column<string | null, "default"> } = {
  impersonatedBy: text().optional().indexed(),
};

/** The user as this plugin sees it. */
export const managedUserModel = withColumns(userModel, userColumns);
export const managedSessionModel = withColumns(sessionModel, sessionColumns);

/** What every answer shows of a user beyond the core's columns. */
export interface AdminUser {
  readonly role: string | null;
  readonly banned: boolean | null;
  readonly banReason: string | null;
  readonly banExpires: Date | null;
}

/** What every answer shows of a session beyond the core's columns. */
export interface AdminSession {
  /** The id of the administrator who acts in the user's place; null when it is the user. */
  readonly impersonatedBy: string | null;
}

export interface ManagedUser extends User, AdminUser {}

/** A user as this plugin reads one, with the columns that no answer shows. */
export interface ManagedRow extends Row<typeof managedUserModel> {}

export type LockedUser = Locked<typeof managedUserModel>;

/** A user as answers and events show one. */
export const showUser = ({ schema }: Pick<Context | TxContext, "schema">, row: object): ManagedUser =>
  publicRow(schema, managedUserModel, row);
