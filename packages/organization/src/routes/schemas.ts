import { writeRoles } from "@keyhold/access";
import { picture, name as text } from "@keyhold/core/entity-schemas";
import { z } from "@keyhold/core/schema";
import type { Invitation, Member, Organization } from "../models.js";
import { type Metadata, metadataError } from "../records/metadata.js";
import { maxRolesLength } from "../records/role-names.js";
import type { WrittenOrganization } from "../records/show.js";

/** The id of a row, in our format or the format of other software. */
export const id: z.Schema<string, string> = z.string().min(1).max(255);

/** The name of an organization or a team, with at least one visible character. */
export const name = text.refine((value) => value.replace(/\p{DI}/gu, "").trim() !== "", "Must not be empty");

/** Checked and lower-cased by `normaliseSlug`. */
export const slug = z.string().max(255);

/** The id or the slug of an organization in a query. Default: the active organization. */
export const organizationName = { organizationId: id.optional(), organizationSlug: slug.min(1).optional() };

export const metadata: z.Schema<Metadata, Record<string, string>> = z
  .record(z.string(), z.string())
  .check(metadataError);

/** The input for a new organization. */
export const newOrganization = {
  name,
  slug,
  logo: picture.nullable().default(null),
  metadata: metadata.nullable().default(null),
} as const;

/** A role, several joined by commas, or a list. */
export const role = z
  .union([z.string().max(2048), z.array(z.string().max(255)).max(32)])
  .refine(
    (role) => writeRoles(role).length <= maxRolesLength,
    `Too long: at most ${maxRolesLength} characters together`,
  );

/** A role by name or id; the call fails if both are missing. */
export const roleIdentifier = { roleName: z.string().max(255).optional(), roleId: id.optional() };
export const namesRole = ({ roleName, roleId }: { readonly roleName?: string; readonly roleId?: string }): boolean =>
  roleName !== undefined || roleId !== undefined;
export const noRoleNamed = { message: "Name the role by roleName or roleId", path: ["roleName"] };

/** Actions by resource; `readPermissions` checks the names. */
export const permission = z.record(z.string(), z.array(z.string()));

/** A role in responses: of the organization, or of the app. */
export interface ShownRole {
  /** Null for a role of the app. */
  readonly id: string | null;
  readonly organizationId: string;
  readonly role: string;
  readonly permission: Readonly<Record<string, readonly string[]>>;
  /** True for a role of the app: equal in every organization; no organization can change the role. */
  readonly isFixed: boolean;
  readonly createdAt: Date | null;
  readonly updatedAt: Date | null;
}

export const shownRole: z.Schema<ShownRole> = z
  .object({
    id: z.string().nullable(),
    organizationId: z.string(),
    role: z.string(),
    permission,
    isFixed: z.boolean(),
    createdAt: z.date().nullable(),
    updatedAt: z.date().nullable(),
  })
  .meta({ model: "organizationRole" });

/** The number of rows per page. */
export const pageSize = z.coerce.number().int().min(1).max(1000).default(100);

const organizationColumns = {
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  logo: z.string().nullable(),
  createdAt: z.date(),
};

export const organization: z.Schema<Organization> = z
  .object({
    ...organizationColumns,
    metadata: z.string().nullable(),
  })
  .meta({ model: "organization" });

export const writtenOrganization: z.Schema<WrittenOrganization> = z
  .object({
    ...organizationColumns,
    metadata: z.record(z.string(), z.string()).optional(),
  })
  .meta({ id: "WrittenOrganization", model: "organization" });

const memberColumns = {
  id: z.string(),
  organizationId: z.string(),
  userId: z.string(),
  role: z.string(),
  createdAt: z.date(),
};

export const member: z.Schema<Member> = z.object(memberColumns).meta({ model: "member" });

/** The user fields visible to other members. */
export interface MemberUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly image: string | null;
}

export const memberUser: z.Schema<MemberUser> = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    image: z.string().nullable(),
  })
  .meta({ id: "MemberUser" });

/** A member with the name, the email address and the image of the user. */
export interface MemberWithUser extends Member {
  readonly user: MemberUser;
}

export const memberWithUser: z.Schema<MemberWithUser> = z
  .object({ ...memberColumns, user: memberUser })
  .meta({ id: "MemberWithUser", model: "member" });

/** A page of members, with the total over all pages. */
export interface MemberList {
  readonly members: readonly MemberWithUser[];
  readonly total: number;
  /** For `cursor` of the next call; null on the last page. */
  readonly nextCursor: string | null;
}

export const memberList: z.Schema<MemberList> = z.object({
  members: z.array(memberWithUser),
  total: z.number(),
  nextCursor: z.string().nullable(),
});

export const invitationStatus = z.enum(["pending", "accepted", "rejected", "canceled"]);

const invitationColumns = {
  id: z.string(),
  organizationId: z.string(),
  email: z.string(),
  role: z.string().nullable(),
  status: invitationStatus,
  expiresAt: z.date(),
  createdAt: z.date().nullable(),
  inviterId: z.string(),
};

export const invitation: z.Schema<Invitation> = z.object(invitationColumns).meta({ model: "invitation" });

/** An invitation in the list of the recipient. */
export interface ReceivedInvitation extends Invitation {
  readonly organizationName: string;
  readonly organizationSlug: string;
}

const receivedColumns = { ...invitationColumns, organizationName: z.string(), organizationSlug: z.string() };

export const receivedInvitation: z.Schema<ReceivedInvitation> = z
  .object(receivedColumns)
  .meta({ id: "ReceivedInvitation", model: "invitation" });

/** An invitation, for the recipient. */
export interface ShownInvitation extends ReceivedInvitation {
  readonly inviterEmail: string;
}

export const shownInvitation: z.Schema<ShownInvitation> = z
  .object({ ...receivedColumns, inviterEmail: z.string() })
  .meta({ id: "ShownInvitation", model: "invitation" });

/** The preview of an invitation by the link from the email; the recipient may have no account yet. */
export interface InvitationPreview {
  readonly organization: { readonly name: string; readonly slug: string; readonly logo: string | null };
  readonly inviter: { readonly name: string };
  /** The invited email address, to sign in or up with. */
  readonly email: string;
  readonly role: string | null;
  /** Invitations with another status have no preview. */
  readonly status: "pending";
  readonly expiresAt: Date;
}

export const invitationPreview: z.Schema<InvitationPreview> = z
  .object({
    organization: z.object({ name: z.string(), slug: z.string(), logo: z.string().nullable() }),
    inviter: z.object({ name: z.string() }),
    email: z.string(),
    role: z.string().nullable(),
    status: z.literal("pending"),
    expiresAt: z.date(),
  })
  .meta({ id: "InvitationPreview" });

/** The token from an invitation email. */
export const invitationToken = z.string().min(1).max(255);

/** An invitation by id, or by the token from the email. */
export interface InvitationName {
  readonly invitationId?: string | undefined;
  readonly token?: string | undefined;
}

export const invitationName: z.Schema<InvitationName, InvitationName> = z
  .object({ invitationId: id.optional(), token: invitationToken.optional() })
  .refine(({ invitationId, token }) => (invitationId === undefined) !== (token === undefined), {
    message: "Either an invitationId or a token",
    path: ["invitationId"],
  });

/** `cursor`: the id of the last invitation on the previous page. */
export const invitationsPage = { limit: pageSize, cursor: id.optional() };

/** A new organization with the first member. */
export interface CreatedOrganization extends WrittenOrganization {
  readonly members: readonly Member[];
}

export const createdOrganization: z.Schema<CreatedOrganization> = z
  .object({
    ...organizationColumns,
    metadata: z.record(z.string(), z.string()).optional(),
    members: z.array(member),
  })
  .meta({ id: "CreatedOrganization", model: "organization" });

/** An organization with a page of members, the newest invitations and the teams. */
export interface FullOrganization extends Organization {
  readonly members: readonly MemberWithUser[];
  /** For `membersCursor` of the next call; null on the last page. */
  readonly membersCursor: string | null;
  readonly invitations: readonly Invitation[];
  /** Null if the app does not use `teams()`. */
  readonly teams: readonly Team[] | null;
}

/** A team of an organization; see `@keyhold/organization/teams`. */
export interface Team {
  readonly id: string;
  readonly name: string;
  readonly organizationId: string;
  readonly createdAt: Date;
  readonly updatedAt: Date | null;
}

export const team: z.Schema<Team> = z
  .object({
    id: z.string(),
    name: z.string(),
    organizationId: z.string(),
    createdAt: z.date(),
    updatedAt: z.date().nullable(),
  })
  .meta({ model: "team" });

export const fullOrganization: z.Schema<FullOrganization> = z
  .object({
    ...organizationColumns,
    metadata: z.string().nullable(),
    members: z.array(memberWithUser),
    membersCursor: z.string().nullable(),
    invitations: z.array(invitation),
    teams: z.array(team).nullable(),
  })
  .meta({ id: "FullOrganization", model: "organization" });
