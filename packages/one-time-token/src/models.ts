import { type OutputColumns, type proofColumns, sessionModel, withColumns } from "@keyhold/core/plugin";
import { parentColumns } from "@keyhold/core/session";

export { parentColumns };

/** The session with the added column. */
export const childSessionModel = withColumns(sessionModel, parentColumns);

/** The added columns of sessions. */
export interface ParentSession extends OutputColumns<typeof proofColumns> {
  /** The session with which this session ends; null: the user has signed in to the session itself. */
  readonly parentId: string | null;
}
