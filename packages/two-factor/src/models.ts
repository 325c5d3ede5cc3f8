import {
  bool,
  date,
  defineChild,
  id,
  integer,
  type Locked,
  type OutputColumns,
  originColumns,
  type proofColumns,
  type Row,
  text,
  userModel,
  withColumns,
} from "@keyhold/core/plugin";

/** The column added to the user. */
export const userColumns = {
  /** Whether a second factor is confirmed, so that sign-ins ask for it. */
  twoFactorEnabled: bool()
    .optional()
    .initially(() => false),
};

/** The user with the column of this plugin. */
export const factorUserModel = withColumns(userModel, userColumns);

/** A locked user. */
export type LockedUser = Locked<typeof userModel>;

/** The user field added to every response. */
export interface TwoFactorUser extends OutputColumns<typeof userColumns> {}

/** The second factors of a user: an authenticator app, emailed codes, or both. One row per user. */
export const twoFactorModel = defineChild("twoFactor", userModel, {
  id: id(),
  userId: text().references(userModel).unique(),
  /** The secret of the authenticator app, encrypted for this row; null: the user has only emailed codes. */
  secret: text().optional().secret(),
  /** Whether a code has confirmed the secret. */
  verified: bool().initially(() => false),
  /** The newest time step of an accepted code: codes of this step and earlier ones are not accepted again. */
  lastUsedStep: integer().optional().secret(),
  /** Whether codes are sent to the user. */
  otpEnabled: bool().initially(() => false),
  /** The kinds of codes that are closed after a hundred wrong ones in a row, separated by commas. */
  closed: text().optional().secret(),
  /** When the first factor was begun; once it is confirmed, when that was. */
  createdAt: date(),
  updatedAt: date(),
});

/** A row of `twoFactorModel`. */
export interface FactorRow extends Row<typeof twoFactorModel> {}

/** A backup code, used once. `selector` names the row, so that one guess costs one hash. */
export const backupCodeModel = defineChild(
  "backupCode",
  userModel,
  {
    id: id(),
    userId: text().references(userModel),
    selector: text(),
    hash: text().secret(),
    createdAt: date(),
  },
  { uniques: [["userId", "selector"]] },
);

/** A browser that is not asked for a second factor at sign-in. */
export const trustedDeviceModel = defineChild("trustedDevice", userModel, {
  id: id(),
  userId: text().references(userModel),
  /** The SHA-256 of the token in the browser's cookie. */
  hash: text().unique().secret(),
  expiresAt: date(),
  createdAt: date(),
  lastUsedAt: date(),
  ...originColumns,
});

/** A row of `trustedDeviceModel`. */
export interface TrustedDevice extends Row<typeof trustedDeviceModel> {}

/** The columns of the session in answers. */
export interface ProofSession extends OutputColumns<typeof proofColumns> {}
