import {
  type AddedColumns,
  type HookReader,
  hooksFor,
  type Insert,
  type Locked,
  type Patch,
  type TxContext,
} from "@keyhold/core/plugin";
import type { Maybe, Place } from "../hooks.js";
import type { TeamMember, TeamRow, teamMemberModel, teamModel } from "./models.js";

export type LockedTeam = Locked<typeof teamModel>;
export type TeamDraft = Insert<typeof teamModel> & AddedColumns;
export type TeamChange = Patch<typeof teamModel> & AddedColumns;
export type TeamMemberDraft = Insert<typeof teamMemberModel> & AddedColumns;

/** A team that the transaction holds, as it does its organization. */
export interface TeamPlace extends Place {
  readonly team: LockedTeam;
}

/**
 * The moments at which others may change or refuse what is about to be written to teams, inside the transaction that writes it
 * and holds the organization: to say no a rule calls `ctx.refuse(code)`. What was written is told by events.
 */
export interface TeamHooks {
  /** Of the team that an organization begins with, too. */
  readonly "team.create": (draft: TeamDraft, ctx: TxContext, place: Place) => Maybe<TeamDraft>;
  readonly "team.update": (
    change: TeamChange,
    ctx: TxContext,
    place: Place & { readonly team: TeamRow },
  ) => Maybe<TeamChange>;
  /** Before it goes; its members stay members of the organization. Of a deleted organization nobody is asked. */
  readonly "team.remove": (team: TeamRow, ctx: TxContext, place: Place) => Maybe<void>;
  /** However somebody comes into a team. */
  readonly "team-member.add": (draft: TeamMemberDraft, ctx: TxContext, place: TeamPlace) => Maybe<TeamMemberDraft>;
  /** Before somebody is taken out of a team; of whoever leaves the organization nobody is asked. */
  readonly "team-member.remove": (teamMember: TeamMember, ctx: TxContext, place: TeamPlace) => Maybe<void>;
}

/** The rules at a moment of this plugin, in the order they are listed. */
export const hooksAt: HookReader<TeamHooks> = hooksFor<TeamHooks>();
