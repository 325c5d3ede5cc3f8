import { type Context, publicRow, type TxContext } from "@keyhold/core/plugin";
import type { Team } from "../../routes/schemas.js";
import { type TeamMember, type TeamRow, teamMemberModel, teamModel } from "../models.js";

type Showing = Pick<Context | TxContext, "schema">;

/** The public columns of a team, also of plugins. */
export const showTeam = ({ schema }: Showing, row: TeamRow): Team => publicRow(schema, teamModel, row);

/** The public columns of a team membership, also of plugins. */
export const showTeamMember = ({ schema }: Showing, row: TeamMember): TeamMember =>
  publicRow(schema, teamMemberModel, row);
