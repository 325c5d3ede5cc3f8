import type { SessionRow, User } from "@keyhold/core";
import {
  type AddedColumns,
  type Context,
  type HookReader,
  hooksFor,
  type Insert,
  type Locked,
  type Patch,
  type TxContext,
} from "@keyhold/core/plugin";
import type { Joining } from "./events.js";
import type {
  Invitation,
  invitationModel,
  Member,
  memberModel,
  OrganizationRole,
  organizationModel,
  organizationRoleModel,
} from "./models.js";
import type { FullOrganization } from "./schemas.js";

export type LockedOrganization = Locked<typeof organizationModel>;
export type OrganizationDraft = Insert<typeof organizationModel> & AddedColumns;
export type OrganizationChange = Patch<typeof organizationModel> & AddedColumns;
export type MemberDraft = Insert<typeof memberModel> & AddedColumns;
export type InvitationDraft = Insert<typeof invitationModel> & AddedColumns;
export type RoleDraft = Insert<typeof organizationRoleModel> & AddedColumns;
export type RoleChange = Patch<typeof organizationRoleModel> & AddedColumns;

/** An organization that the transaction holds, and who acts in it; null: the app itself, through a server call. */
export interface Place {
  readonly organization: LockedOrganization;
  readonly actorId: string | null;
}

/** Somebody who is about to join, before anything is held: all of it may be otherwise by the time they do. */
export interface Joiner {
  readonly organizationId: string;
  readonly reason: Exclude<Joining, "created">;
  readonly invitation: Invitation | null;
  /** Columns that plugins added to members, as the call gives them. */
  readonly columns: AddedColumns;
}

/** At once, or when it is ready. */
export type Maybe<T> = T | Promise<T>;

/** Changes or refuses a member who is about to be added. */
export type MemberHook = (
  draft: MemberDraft,
  ctx: TxContext,
  place: Place & { readonly reason: Joining; readonly invitation: Invitation | null },
) => Maybe<MemberDraft>;

/**
 * The moments at which others may change or refuse what is about to be written to an organization, inside the transaction that
 * writes it and holds the organization: to say no a rule calls `ctx.refuse(code)`. What was written is told by events.
 */
export interface OrganizationHooks {
  readonly "organization.create": (
    draft: OrganizationDraft,
    ctx: TxContext,
    by: { readonly owner: User; readonly actorId: string | null },
  ) => Maybe<OrganizationDraft>;
  /** Adds to what get-full-organization shows; reads only, and by as many statements however large the organization is. */
  readonly "organization.show": (full: FullOrganization, ctx: Context) => Maybe<FullOrganization>;
  readonly "organization.update": (
    change: OrganizationChange,
    ctx: TxContext,
    place: Place,
  ) => Maybe<OrganizationChange>;
  /** Before it goes with its members, invitations, teams and roles. */
  readonly "organization.delete": (ctx: TxContext, place: Place) => Maybe<void>;
  /** Another organization becomes the active one of a session, or none does: what else of the session changes with it. */
  readonly "organization.activate": (
    change: AddedColumns,
    ctx: Context | TxContext,
    session: SessionRow,
  ) => Maybe<AddedColumns>;
  /**
   * Before the transaction in which somebody joins, for what takes its time, such as an app's function. What it answers with is
   * asked inside, after the rules at "member.add". Of who creates an organization nobody is asked.
   */
  readonly "member.prepare": (joiner: Joiner, ctx: Context) => Maybe<MemberHook>;
  /** However somebody joins; of who creates an organization, too. */
  readonly "member.add": MemberHook;
  /** Before a member leaves or is removed; of a deleted organization or account nobody is asked. */
  readonly "member.remove": (member: Member, ctx: TxContext, place: Place) => Maybe<void>;
  /** `change.role`: in the form that is stored, e.g. "admin,billing". */
  readonly "member.update-role": (
    change: { readonly role: string },
    ctx: TxContext,
    place: Place & { readonly member: Member },
  ) => Maybe<{ readonly role: string }>;
  /** Of one that is sent once more, too: what the draft brings replaces what was stored. */
  readonly "invitation.create": (draft: InvitationDraft, ctx: TxContext, place: Place) => Maybe<InvitationDraft>;
  readonly "invitation.accept": (invitation: Invitation, ctx: TxContext, place: Place) => Maybe<void>;
  readonly "invitation.reject": (invitation: Invitation, ctx: TxContext, place: Place) => Maybe<void>;
  readonly "invitation.cancel": (invitation: Invitation, ctx: TxContext, place: Place) => Maybe<void>;
  /** `draft.permission`: JSON, no more than who makes the role may do. */
  readonly "role.create": (draft: RoleDraft, ctx: TxContext, place: Place) => Maybe<RoleDraft>;
  /** Also of a new name, that all who have the role are given with it. */
  readonly "role.update": (
    change: RoleChange,
    ctx: TxContext,
    place: Place & { readonly role: OrganizationRole },
  ) => Maybe<RoleChange>;
  readonly "role.delete": (role: OrganizationRole, ctx: TxContext, place: Place) => Maybe<void>;
}

/** The rules at a moment of this plugin, in the order they are listed. */
export const hooksAt: HookReader<OrganizationHooks> = hooksFor<OrganizationHooks>();
