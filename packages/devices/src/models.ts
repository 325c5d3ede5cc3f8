import {
  date,
  defineChild,
  id,
  type Locked,
  originColumns,
  type Row,
  sessionModel,
  text,
  userModel,
  withColumns,
} from "@keyhold/core/plugin";

/** The characters of a device's name. */
export const maxNameLength = 100;

/** A browser or an app with which a user has signed in. One row per user and browser. */
export const deviceModel = defineChild(
  "userDevice",
  userModel,
  {
    id: id(),
    userId: text().references(userModel),
    /** The SHA-256 of the token in the browser's cookie and of the id of the user. */
    browserHash: text().atMost(43).secret(),
    /** The user's own name for the device. Null: the user has given no name. */
    name: text().optional().atMost(maxNameLength),
    firstSeenAt: date(),
    /** The latest sign-in. */
    lastSeenAt: date(),
    ...originColumns,
  },
  { uniques: [["userId", "browserHash"]] },
);

/** A row of `deviceModel`. */
export interface DeviceRow extends Row<typeof deviceModel> {}

/** A locked user. */
export type LockedUser = Locked<typeof userModel>;

/** The column added to the session. Answers never have the column: a copy of a session may be older than the value. */
export const sessionColumns = {
  /** The device that has opened the session. Null: an impersonation, or a session from before the plugin. */
  userDeviceId: text().optional().atMost(36).indexed().secret(),
};

/** The session with the column of this plugin. */
export const deviceSessionModel = withColumns(sessionModel, sessionColumns);
