import { eventsFor, type TxContext } from "@keyhold/core/plugin";
import type { Invitation, Member, Organization, OrganizationRole } from "./models.js";

/** The user who made the change; null for a server-side call of the app. */
export interface By {
  readonly actorId: string | null;
}

/** Events for every change to an organization, members, invitations and roles. */
export type OrganizationEvent =
  | ({ readonly type: "organization.created"; readonly organization: Organization; readonly member: Member } & By)
  /** `changed`: the changed columns, e.g. ["name"]. */
  | ({
      readonly type: "organization.updated";
      readonly organization: Organization;
      readonly changed: readonly string[];
    } & By)
  | ({ readonly type: "organization.deleted"; readonly organization: Organization } & By)
  | ({
      readonly type: "organization.transferred";
      readonly organization: Organization;
      readonly from: Member;
      readonly to: Member;
    } & By)
  | ({
      readonly type: "member.added";
      readonly organization: Organization;
      readonly member: Member;
      readonly reason: Joining;
    } & By)
  /**
   * `actorId` is the member's own id if they left, and null if their account was deleted. Not emitted if the
   * organization is deleted.
   */
  | ({ readonly type: "member.removed"; readonly organization: Organization; readonly member: Member } & By)
  | ({
      readonly type: "member.role-changed";
      readonly organization: Organization;
      readonly member: Member;
      readonly before: string;
    } & By)
  | ({ readonly type: "invitation.created"; readonly invitation: Invitation } & By)
  /** The existing invitation was sent again. */
  | ({ readonly type: "invitation.resent"; readonly invitation: Invitation } & By)
  | ({ readonly type: "invitation.accepted"; readonly invitation: Invitation; readonly member: Member } & By)
  | ({ readonly type: "invitation.rejected"; readonly invitation: Invitation } & By)
  | ({ readonly type: "invitation.canceled"; readonly invitation: Invitation } & By)
  | ({ readonly type: "role.created"; readonly role: OrganizationRole } & By)
  /** `role`: the name and permissions after the change; `before`: before the change. */
  | ({ readonly type: "role.updated"; readonly role: OrganizationRole; readonly before: OrganizationRole } & By)
  | ({ readonly type: "role.deleted"; readonly role: OrganizationRole } & By);

/** How a user became a member. */
export type Joining = "created" | "invitation" | "added";

/** Emits an event; inside a transaction, after the commit. */
export const emit: (ctx: Pick<TxContext, "emit">, event: OrganizationEvent) => void = eventsFor<OrganizationEvent>();
