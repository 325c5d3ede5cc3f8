import {
  bool,
  type Locked,
  type OutputColumns,
  type proofColumns,
  text,
  userModel,
  withColumns,
} from "@keyhold/core/plugin";

/** The columns added to the user. No input sets them: only the routes of this plugin do. */
export const userColumns = {
  /** The phone number in E.164, e.g. "+4915112345678". */
  phoneNumber: text().optional().unique(),
  /** Whether the user has verified the number. A number that is not verified signs no user in. */
  phoneNumberVerified: bool()
    .optional()
    .initially(() => false)
    .personal(),
};

/** The user with the columns of this plugin. */
export const numberedModel = withColumns(userModel, userColumns);

/** The user fields in every response. */
export interface PhoneNumberUser extends OutputColumns<typeof userColumns> {}

/** The fields that a code in a session adds to the session: what the user has proven, and when. */
export interface PhoneNumberSession extends OutputColumns<typeof proofColumns> {}

/** A locked user with the columns. */
export type LockedNumbered = Locked<typeof numberedModel>;
