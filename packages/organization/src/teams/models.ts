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

/** A part of an organization, and its child, so that teams are counted while nobody adds or removes one. */
export const teamModel = defineChild(
  "team",
  organizationModel,
  {
    id: id(),
    name: text(),
    organizationId: text().references(organizationModel),
    createdAt: date(),
    updatedAt: date().optional(),
    /** Tables of the library that was here before refuse a team without a number. It says nothing: members are counted. */
    memberCount: integer()
      .initially(() => 0)
      .secret(),
  },
  // With the id: teams that were made at one moment are in order, too.
  { indexes: [["organizationId", "createdAt", "id"]] },
);

/** One person in one team. A child of it, so that its members are counted while nobody joins or leaves. */
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

/** There is no team with such an id, and no list of teams either. */
const oneTeam = (teamId: string): string | null => (teamId === "" || teamId.includes(",") ? "TEAM_NOT_FOUND" : null);

/** Given as an id of a team of the organization; null when that team is gone. */
const teamId = () => text().clearedWith(teamModel).check(oneTeam).input();

/** The team that whoever accepts an invitation joins. */
export const invitationColumns = { teamId: teamId() };

/** The first of the teams that a member is in. */
export const memberColumns = { teamId: teamId() };

/** The team that the person of a session works in: always one of the active organization. */
export const teamSessionColumns = {
  activeTeamId: text().clearedWith(teamModel),
};

/** A member as this plugin sees one. */
export const placedMemberModel = withColumns(memberModel, memberColumns);

/** A session as this plugin sees it. */
export const teamSessionModel = withColumns(withColumns(sessionModel, sessionColumns), teamSessionColumns);

/** What the plugin adds to a session. */
export interface TeamsSession extends OutputColumns<typeof teamSessionColumns> {}

/** What a session says of where its person works, where the plugins are there. */
export type Working = Partial<OrganizationSession & TeamsSession>;

/** A team as it is stored. */
export interface TeamRow extends Row<typeof teamModel> {}

/** A person's place in a team as answers show one. */
export interface TeamMember extends Public<typeof teamMemberModel> {}

/** By what types know rows of these models wherever an answer shows one: `ModelFaces`. */
export interface TeamModels {
  readonly team: { readonly like: Pick<TeamRow, "organizationId" | "name" | "updatedAt"> };
  readonly teamMember: { readonly like: Pick<TeamMember, "teamId" | "userId"> };
}
