import { eventsFor, type TxContext } from "@keyhold/core/plugin";
import type { Invitation, Member, Organization, OrganizationRole } from "./models.js";

/** Who did it; null: the app itself, through a server call. */
export interface By {
  readonly actorId: string | null;
}

/** Every change of an organization. */
export type OrganizationEvent =
  | ({ readonly type: "organization.created"; readonly organization: Organization; readonly member: Member } & By)
  /** `changed`: the columns, e.g. ["name"]. */
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
  /** `actorId` is the member's own id where they left, null where their account was deleted. Of a deleted organization nobody tells it. */
  | ({ readonly type: "member.removed"; readonly organization: Organization; readonly member: Member } & By)
  | ({
      readonly type: "member.role-changed";
      readonly organization: Organization;
      readonly member: Member;
      readonly before: string;
    } & By)
  | ({ readonly type: "invitation.created"; readonly invitation: Invitation } & By)
  /** The same invitation was sent once more. */
  | ({ readonly type: "invitation.resent"; readonly invitation: Invitation } & By)
  | ({ readonly type: "invitation.accepted"; readonly invitation: Invitation; readonly member: Member } & By)
  | ({ readonly type: "invitation.rejected"; readonly invitation: Invitation } & By)
  | ({ readonly type: "invitation.canceled"; readonly invitation: Invitation } & By)
  | ({ readonly type: "role.created"; readonly role: OrganizationRole } & By)
  /** What it is called and may do now, and what it was and might before. */
  | ({ readonly type: "role.updated"; readonly role: OrganizationRole; readonly before: OrganizationRole } & By)
  | ({ readonly type: "role.deleted"; readonly role: OrganizationRole } & By);

/** How somebody became a member. */
export type Joining = "created" | "invitation" | "added";

/** Tells an event, after commit when inside a transaction. */
export const emit: (ctx: Pick<TxContext, "emit">, event: OrganizationEvent) => void = eventsFor<OrganizationEvent>();
