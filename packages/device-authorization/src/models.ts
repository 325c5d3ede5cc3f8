import {
  date,
  defineModel,
  id,
  integer,
  type Locked,
  type OutputColumns,
  originColumns,
  proofColumns,
  type Row,
  sessionModel,
  state,
  text,
  userModel,
  withColumns,
} from "@keyhold/core/plugin";
import { maxScopeLength } from "./options.js";

/** A request of a device for a sign-in. */
export const deviceCodeModel = defineModel("deviceCode", {
  id: id(),
  /** The SHA-256 of the device code. */
  deviceCode: text().unique().atMost(43).secret(),
  /** Eight letters, without a dash. */
  userCode: text().unique().atMost(8),
  /** The user who has opened the code first: no other user decides. Null: no user has opened the code. */
  userId: text().optional().references(userModel),
  expiresAt: date().indexed(),
  status: state("pending", "approved", "denied"),
  lastPolledAt: date().optional(),
  /** Milliseconds between two polls. */
  pollingInterval: integer(),
  clientId: text().atMost(64),
  /** The scopes, separated by blanks. */
  scope: text().atMost(maxScopeLength),
  /** The client address of the device. */
  requestedIp: originColumns.ipAddress,
  /** The country of the device, ISO 3166-1 alpha-2. Null: not known, or the app does not ask. */
  requestedCountry: text().optional().atMost(2),
  claimedAt: date().optional(),
  /** What the session of the approval knew of its user. */
  amr: text().optional(),
  factorTime: date().optional(),
  /** The place of a pending request among the requests of its client and address. Null: decided. */
  place: text().optional().unique().atMost(255).secret(),
});

/** A row of `deviceCodeModel`. */
export type DeviceCode = Row<typeof deviceCodeModel>;
/** A locked row of `deviceCodeModel`. */
export type LockedCode = Locked<typeof deviceCodeModel>;

/** The added columns of sessions. */
export const deviceColumns = {
  /** The app of the device, by its `client_id`. Null: the session is of no device. */
  deviceClientId: text().optional().atMost(64),
  /** The scopes of the device, separated by blanks. Null: the session is of no device. */
  deviceScope: text().optional().atMost(maxScopeLength),
};

/** The added columns of sessions, with the columns of proofs. */
export const sessionColumns = { ...proofColumns, ...deviceColumns };

/** A session with the added columns. */
export const deviceSessionModel = withColumns(sessionModel, sessionColumns);

/** The session fields in every response. */
export interface DeviceSession extends OutputColumns<typeof sessionColumns> {}
