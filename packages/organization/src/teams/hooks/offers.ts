import {
  type AddedColumns,
  type HookContext,
  type HookReader,
  hooksFor,
  type Insert,
  type Locked,
  type Patch,
} from "@keyhold/core/plugin";
import type { Maybe, Place } from "../../hooks/offers.js";
import type { TeamMember, TeamRow, teamMemberModel, teamModel } from "../models.js";

/** A team locked by the transaction. */
export type LockedTeam = Locked<typeof teamModel>;
/** A team before the insert, with the columns of other plugins. */
export type TeamDraft = Insert<typeof teamModel> & AddedColumns;
/** The changed columns of a team, with the columns of other plugins. */
export type TeamChange = Patch<typeof teamModel> & AddedColumns;
/** A member of a team before the insert, with the columns of other plugins. */
export type TeamMemberDraft = Insert<typeof teamMemberModel> & AddedColumns;

/** A locked team and the locked organization. */
export interface TeamPlace extends Place {
  readonly team: LockedTeam;
}

/**
 * The hooks of teams. A hook runs inside the transaction of the write, with the organization locked. A hook may return
 * a changed draft, or fail with `ctx.fail(errors.X)`. Use events to react after the write.
 */
export interface TeamHooks {
  /** Also runs for the default team of a new organization. */
  readonly "team.create": (draft: TeamDraft, ctx: HookContext, place: Place) => Maybe<TeamDraft>;
  readonly "team.update": (
    change: TeamChange,
    ctx: HookContext,
    place: Place & { readonly team: TeamRow },
  ) => Maybe<TeamChange>;
  /** Runs before a team is removed; the members stay in the organization. Not called if the organization is deleted. */
  readonly "team.remove": (team: TeamRow, ctx: HookContext, place: Place) => Maybe<void>;
  /** Called before each way into a team. */
  readonly "team-member.add": (draft: TeamMemberDraft, ctx: HookContext, place: TeamPlace) => Maybe<TeamMemberDraft>;
  /** Runs before a user is removed from a team; not called if they leave the organization. */
  readonly "team-member.remove": (teamMember: TeamMember, ctx: HookContext, place: TeamPlace) => Maybe<void>;
}

/** The hooks of a name, in the order of the plugins. */
export const hooksAt: HookReader<TeamHooks> = hooksFor<TeamHooks>();

/** The names of the hooks that an app may have, too. */
export const hookNames: Readonly<Record<keyof TeamHooks, true>> = {
  "team.create": true,
  "team.update": true,
  "team.remove": true,
  "team-member.add": true,
  "team-member.remove": true,
};
