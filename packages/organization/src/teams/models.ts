import type { ErrorEntry } from "@keyhold/core";
import {
  date,
  defineChild,
  id,
  integer,
  type OutputColumns,
  type Public,
  type Row,
  sessionModel,
  text,
  userModel,
  withColumns,
} from "@keyhold/core/plugin";
import { memberModel, type OrganizationSession, organizationModel, sessionColumns } from "../models.js";
import { teamErrors } from "./errors.js";

/**
 * A team of an organization. A child model: adding or removing a team locks the organization, so that the count of
 * teams stays exact.
 */
export const teamModel = defineChild(
  "team",
  organizationModel,
  {
    id: id(),
    name: text(),
    organizationId: text().references(organizationModel),
    createdAt: date(),
    updatedAt: date().optional(),
    /** Tables of the previous library require a number here. Unused: team members are counted. */
    memberCount: integer()
      .initially(() => 0)
      .secret(),
  },
  // Includes the id, because teams may share a `createdAt`.
  { indexes: [["organizationId", "createdAt", "id"]] },
);

/**
 * The membership of a user in a team. A child model: adding or removing a member locks the team, so that the count of
 * team members stays exact.
 */
export const teamMemberModel = defineChild(
  "teamMember",
  teamModel,
  {
    id: id(),
    teamId: text().references(teamModel),
    userId: text().references(userModel),
    createdAt: date(),
  },
  { uniques: [["teamId", "userId"]], indexes: [["teamId", "createdAt", "id"]] },
);

/** Rejects an empty id and a comma-separated list of ids. */
const oneTeam = (teamId: string): ErrorEntry | null =>
  teamId === "" || teamId.includes(",") ? teamErrors.TEAM_NOT_FOUND : null;

/** The id of a team of the organization; null after the team is deleted. */
const teamId = () => text().clearedWith(teamModel).check(oneTeam).input();

/** The team to join on acceptance of an invitation. */
export const invitationColumns = { teamId: teamId() };

/** The first team of a member. */
export const memberColumns = { teamId: teamId() };

/** The active team of a session, always of the active organization. */
export const teamSessionColumns = {
  activeTeamId: text().clearedWith(teamModel),
};

/** A member with the columns of this plugin. */
export const placedMemberModel = withColumns(memberModel, memberColumns);

/** A session with the columns of this plugin. */
export const teamSessionModel = withColumns(withColumns(sessionModel, sessionColumns), teamSessionColumns);

/** The columns added to the session. */
export interface TeamsSession extends OutputColumns<typeof teamSessionColumns> {}

/** The active organization and team of a session, if the app uses these plugins. */
export type Working = Partial<OrganizationSession & TeamsSession>;

/** A team as stored. */
export interface TeamRow extends Row<typeof teamModel> {}

/** A team membership as shown in responses. */
export interface TeamMember extends Public<typeof teamMemberModel> {}

/** Distinctive columns of each model. By them the types recognize rows in responses: `ModelTypes`. */
export interface TeamModels {
  readonly team: { readonly like: Pick<TeamRow, "organizationId" | "name" | "updatedAt"> };
  readonly teamMember: { readonly like: Pick<TeamMember, "teamId" | "userId"> };
}
