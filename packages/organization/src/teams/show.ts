import { type Context, publicRow, type TxContext } from "@keyhold/core/plugin";
import type { Team } from "../schemas.js";
import { type TeamMember, type TeamRow, teamMemberModel, teamModel } from "./models.js";

type Showing = Pick<Context | TxContext, "schema">;

/** A team as answers show one: the columns that are not secret, those of plugins too. */
export const showTeam = ({ schema }: Showing, row: TeamRow): Team => publicRow(schema, teamModel, row);

/** A person's place in a team, the same way. */
export const showTeamMember = ({ schema }: Showing, row: TeamMember): TeamMember =>
  publicRow(schema, teamMemberModel, row);
