import {
  bool,
  date,
  defineChild,
  id,
  integer,
  type Locked,
  type Public,
  type Row,
  text,
  userModel,
  withColumns,
} from "@keyhold/core/plugin";

/** The column added to the user. */
export const userColumns = {
  /** The user handle of WebAuthn: 64 random bytes, made once, so that a device has one passkey per user. */
  webauthnUserId: text().optional().secret(),
};

/** The user with the column of this plugin. */
export const handledUserModel = withColumns(userModel, userColumns);

/** A locked user. */
export type LockedUser = Locked<typeof userModel>;

/** A passkey: the public half of a credential on a device of the user. */
export const passkeyModel = defineChild("passkey", userModel, {
  id: id(),
  name: text().optional(),
  /** The COSE key, in base64. */
  publicKey: text().atMost(4096),
  userId: text().references(userModel),
  /** The credential's id in base64url; of ids above 255 characters their hash, see credential-id.ts. */
  credentialID: text().unique(),
  /** The whole id, where `credentialID` has the hash; else null. */
  longCredentialID: text().optional().secret().atMost(2048),
  /** The signature counter of the last use; 0: the device does not count. */
  counter: integer().atMost(2 ** 32 - 1),
  /** "singleDevice", or "multiDevice" for a passkey that may be copied to other devices of the user. */
  deviceType: text(),
  /** Whether a copy of the passkey existed at the last use. */
  backedUp: bool(),
  /** How a browser reaches the device, e.g. "internal,hybrid". */
  transports: text().optional(),
  createdAt: date().optional(),
  /** The make of the device or password manager. */
  aaguid: text().optional(),
  lastUsedAt: date().optional(),
  /**
   * Whether the device has ever verified the user with this passkey. Null: registered by another library, with another
   * user handle.
   */
  userVerified: bool().optional(),
  /**
   * Whether the device finds the passkey without the id, so that the passkey signs in: `credProps.rk` of the
   * registration. Null: the browser did not say so, or another library registered the passkey.
   */
  discoverable: bool().optional(),
  /** When a counter went back, so that a copy may exist; else null. */
  clonedAt: date().optional(),
});

/** A row of `passkeyModel`. */
export interface PasskeyRow extends Row<typeof passkeyModel> {}

/** A passkey in responses. */
export interface Passkey extends Public<typeof passkeyModel> {}
