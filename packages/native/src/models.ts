import {
  date,
  defineModel,
  id,
  type Locked,
  type OutputColumns,
  proofColumns,
  type Row,
  sessionModel,
  state,
  text,
  userModel,
  withColumns,
} from "@keyhold/core/plugin";

/** A code by which an app takes over what its user has done in the system browser. */
export const nativeCodeModel = defineModel("nativeCode", {
  id: id(),
  /** The SHA-256 of the code. */
  code: text().unique().atMost(43).secret(),
  userId: text().references(userModel),
  clientId: text().atMost(64),
  redirectURI: text().atMost(520),
  /** The PKCE challenge: the SHA-256 of the verifier. */
  challenge: text().atMost(43),
  /** What the code is for: a sign-in, or what the app has asked for in its own session. */
  purpose: state("sign-in", "link", "step-up"),
  /** The SHA-256 of the id of the app's request. Null: a sign-in. */
  request: text().optional().atMost(43),
  /** The flow, for what is kept of its provider. Null: a sign-in. */
  flow: text().optional().atMost(64).secret(),
  /** The session of the browser, which has to be open still. Null: the sign-in was for the app alone. */
  browserSessionId: text().optional(),
  /** What the session of the browser knew of its user. */
  amr: text().optional(),
  authTime: date().optional(),
  factorTime: date().optional(),
  /** When the code ends; of a used code: when the row is removed. */
  expiresAt: date().indexed(),
  /** When the code was first used. */
  usedAt: date().optional(),
  /** The session that the code has opened, or the session that has asked. */
  sessionId: text().optional(),
});

/** A row of `nativeCodeModel`. */
export type NativeCode = Row<typeof nativeCodeModel>;
/** A locked row of `nativeCodeModel`. */
export type LockedCode = Locked<typeof nativeCodeModel>;

/** A session with the columns of proofs. */
export const sessionWithProof = withColumns(sessionModel, proofColumns);

/** The session fields in every response. */
export interface NativeSession extends OutputColumns<typeof proofColumns> {}
