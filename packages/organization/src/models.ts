import {
  date,
  defineChild,
  defineModel,
  id,
  type OutputColumns,
  type Public,
  type Row,
  state,
  text,
  userModel,
} from "@keyhold/core/plugin";

export const organizationModel = defineModel("organization", {
  id: id(),
  name: text(),
  slug: text().unique(),
  logo: text().optional(),
  createdAt: date(),
  /** A record of texts as JSON: see organization/metadata. */
  metadata: text().optional(),
});

/** One person in one organization. A child of it, so that owners and limits are counted while nobody joins or leaves. */
export const memberModel = defineChild(
  "member",
  organizationModel,
  {
    id: id(),
    organizationId: text().references(organizationModel),
    userId: text().references(userModel),
    /** One role, or several joined by commas: read by `rolesOf`, written by `storedRoles`. */
    role: text(),
    createdAt: date(),
  },
  {
    uniques: [["organizationId", "userId"]],
    indexes: [
      // With the id: the members of an import came at one moment, and are in order, too.
      ["organizationId", "createdAt", "id"],
      // An index leads from each text of roles to the next.
      ["organizationId", "role", "id"],
    ],
  },
);

export const invitationModel = defineChild(
  "invitation",
  organizationModel,
  {
    id: id(),
    organizationId: text().references(organizationModel),
    /** As `parseEmail` writes it. */
    email: text().indexed(),
    /** As a member's; rows of the library that was here before may lack it. */
    role: text().optional(),
    status: state("pending", "accepted", "rejected", "canceled"),
    expiresAt: date(),
    createdAt: date().optional(),
    inviterId: text().references(userModel),
    /** The SHA-256 of the secret in the letter's link; null in rows that were made before there were such links. */
    linkHash: text().optional().indexed().secret(),
  },
  {
    indexes: [
      ["organizationId", "status", "expiresAt"],
      ["organizationId", "expiresAt"],
    ],
  },
);

/** A role that an organization made for itself. */
export const organizationRoleModel = defineChild(
  "organizationRole",
  organizationModel,
  {
    id: id(),
    organizationId: text().references(organizationModel),
    role: text(),
    /** What it may do, as JSON: see role/stored. */
    permission: text(),
    createdAt: date(),
    updatedAt: date().optional(),
  },
  { uniques: [["organizationId", "role"]] },
);

/** What the plugin adds to a session: the organization that its person works in. */
export const sessionColumns = {
  activeOrganizationId: text().optional().clearedWith(organizationModel),
};

export interface OrganizationSession extends OutputColumns<typeof sessionColumns> {}

/** An organization as it is stored; answers of most routes show it so. */
export interface Organization extends Row<typeof organizationModel> {}

/** A member as answers show one. */
export interface Member extends Row<typeof memberModel> {
  /** The first of the teams that they are in, where there are `teams()`. */
  readonly teamId?: string | null;
}

/** An invitation as answers show one. */
export interface Invitation extends Public<typeof invitationModel> {
  /** The team that whoever accepts it joins, where there are `teams()`. */
  readonly teamId?: string | null;
}

/** An invitation as it is stored. */
export interface InvitationRow extends Row<typeof invitationModel> {}

export interface OrganizationRole extends Row<typeof organizationRoleModel> {}

/** By what types know rows of these models wherever an answer shows one, and add the columns of other plugins: `ModelFaces`. */
export interface OrganizationModels {
  readonly organization: { readonly like: Pick<Organization, "slug" | "logo"> };
  readonly member: { readonly like: Pick<Member, "organizationId" | "userId" | "role"> };
  readonly invitation: { readonly like: Pick<Invitation, "organizationId" | "inviterId" | "email"> };
  readonly organizationRole: { readonly like: { readonly permission: unknown; readonly isFixed: boolean } };
}
