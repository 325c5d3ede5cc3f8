import { bool, type Locked, type OutputColumns, type Row, userModel, withColumns } from "@keyhold/core/plugin";

/** The column added to the user. No input sets the column. */
export const userColumns = {
  /** Whether the user is a guest. Null, in a row from before the plugin: no guest. */
  isAnonymous: bool()
    .optional()
    .initially(() => false),
};

/** The index for the removal of unused guests, for any number of users. */
export const userIndexes = [["isAnonymous", "createdAt", "id"]] as const;

/** The user with the column of this plugin. */
export const guestModel = withColumns(userModel, userColumns);

/** The user field in every response. */
export interface AnonymousUser extends OutputColumns<typeof userColumns> {}

/** A user with the column. */
export interface GuestRow extends Row<typeof guestModel> {}

/** A locked user with the column. */
export type LockedGuest = Locked<typeof guestModel>;
