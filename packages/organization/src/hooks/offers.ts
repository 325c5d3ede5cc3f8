import type { SessionRow, User } from "@keyhold/core";
import {
  type AddedColumns,
  type Context,
  type HookContext,
  type HookReader,
  hooksFor,
  type Insert,
  type Locked,
  type Patch,
  type TxContext,
} from "@keyhold/core/plugin";
import type { Joining } from "../events.js";
import type {
  Invitation,
  invitationModel,
  Member,
  memberModel,
  OrganizationRole,
  organizationModel,
  organizationRoleModel,
} from "../models.js";
import type { FullOrganization } from "../routes/schemas.js";

/** An organization locked by the transaction. */
export type LockedOrganization = Locked<typeof organizationModel>;
/** An organization before its creation, with the columns of other plugins. */
export type OrganizationDraft = Insert<typeof organizationModel> & AddedColumns;
/** The changed columns of an organization, with the columns of other plugins. */
export type OrganizationChange = Patch<typeof organizationModel> & AddedColumns;
/** A member before the insert, with the columns of other plugins. */
export type MemberDraft = Insert<typeof memberModel> & AddedColumns;
/** An invitation before the insert, with the columns of other plugins. */
export type InvitationDraft = Insert<typeof invitationModel> & AddedColumns;
/** A role of an organization before the insert, with the columns of other plugins. */
export type RoleDraft = Insert<typeof organizationRoleModel> & AddedColumns;
/** The changed columns of an organization's role, with the columns of other plugins. */
export type RoleChange = Patch<typeof organizationRoleModel> & AddedColumns;

/** A locked organization and the acting user; null: the app, through a server-side call. */
export interface Place {
  readonly organization: LockedOrganization;
  readonly actorId: string | null;
}

/** A user about to join, before the locks: the data may change before the transaction. */
export interface Joiner {
  readonly organizationId: string;
  readonly reason: Exclude<Joining, "created">;
  readonly invitation: Invitation | null;
  /** Columns of other plugins, as given in the call. */
  readonly columns: AddedColumns;
}

/** A value or a promise of it. */
export type Maybe<T> = T | Promise<T>;

/** Changes a member draft, or fails, before the member is added. */
export type MemberHook = (
  draft: MemberDraft,
  ctx: HookContext,
  place: Place & { readonly reason: Joining; readonly invitation: Invitation | null },
) => Maybe<MemberDraft>;

/**
 * The hooks of organizations. A hook runs inside the transaction of the write, with the organization locked. A hook may
 * return a changed draft, or fail with `ctx.fail(errors.X)`. Use events to react after the write.
 */
export interface OrganizationHooks {
  readonly "organization.create": (
    draft: OrganizationDraft,
    ctx: HookContext,
    by: { readonly owner: User; readonly actorId: string | null },
  ) => Maybe<OrganizationDraft>;
  /**
   * Adds fields to the response of get-full-organization. The hook must not write, and the number of statements must
   * not depend on the size of the organization.
   */
  readonly "organization.show": (full: FullOrganization, ctx: Context) => Maybe<FullOrganization>;
  readonly "organization.update": (
    change: OrganizationChange,
    ctx: HookContext,
    place: Place,
  ) => Maybe<OrganizationChange>;
  /** Runs before the organization is deleted with all members, invitations, teams and roles. */
  readonly "organization.delete": (ctx: HookContext, place: Place) => Maybe<void>;
  /**
   * Called before the active organization of a session changes or is cleared. Answers with further changes of the
   * session.
   */
  readonly "organization.activate": (
    change: AddedColumns,
    ctx: Context | TxContext,
    session: SessionRow,
  ) => Maybe<AddedColumns>;
  /**
   * Runs before the transaction of a join, for slow work such as an app's function. The returned hook runs inside the
   * transaction, after those at "member.add". Not called for the creator of an organization.
   */
  readonly "member.prepare": (joiner: Joiner, ctx: Context) => Maybe<MemberHook>;
  /** Runs for every join, also of the creator. */
  readonly "member.add": MemberHook;
  /** Runs before a member leaves or is removed; not called if the organization or the account is deleted. */
  readonly "member.remove": (member: Member, ctx: HookContext, place: Place) => Maybe<void>;
  /** `change.role`: in the form that is stored, e.g. "admin,billing". */
  readonly "member.update-role": (
    change: { readonly role: string },
    ctx: HookContext,
    place: Place & { readonly member: Member },
  ) => Maybe<{ readonly role: string }>;
  /** Also runs if an invitation is sent again: the draft then replaces the stored values. */
  readonly "invitation.create": (draft: InvitationDraft, ctx: HookContext, place: Place) => Maybe<InvitationDraft>;
  readonly "invitation.accept": (invitation: Invitation, ctx: HookContext, place: Place) => Maybe<void>;
  readonly "invitation.reject": (invitation: Invitation, ctx: HookContext, place: Place) => Maybe<void>;
  readonly "invitation.cancel": (invitation: Invitation, ctx: HookContext, place: Place) => Maybe<void>;
  /** `draft.permission`: JSON, with no permission that the role's creator lacks. */
  readonly "role.create": (draft: RoleDraft, ctx: HookContext, place: Place) => Maybe<RoleDraft>;
  /** Also for a new name, which all members with the role then have. */
  readonly "role.update": (
    change: RoleChange,
    ctx: HookContext,
    place: Place & { readonly role: OrganizationRole },
  ) => Maybe<RoleChange>;
  readonly "role.delete": (role: OrganizationRole, ctx: HookContext, place: Place) => Maybe<void>;
}

/** The hooks of a name, in the order of the plugins. */
export const hooksAt: HookReader<OrganizationHooks> = hooksFor<OrganizationHooks>();

/** The names of the hooks that an app may have, too. */
export const hookNames: Readonly<Record<keyof OrganizationHooks, true>> = {
  "organization.create": true,
  "organization.show": true,
  "organization.update": true,
  "organization.delete": true,
  "organization.activate": true,
  "member.prepare": true,
  "member.add": true,
  "member.remove": true,
  "member.update-role": true,
  "invitation.create": true,
  "invitation.accept": true,
  "invitation.reject": true,
  "invitation.cancel": true,
  "role.create": true,
  "role.update": true,
  "role.delete": true,
};
