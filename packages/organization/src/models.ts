import { maxPictureLength } from "@keyhold/core/entity-schemas";
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

/** Metadata and permissions as JSON, in characters. */
const maxJsonLength = 8192;

/** An organization. The `slug` is unique. */
export const organizationModel = defineModel("organization", {
  id: id(),
  name: text(),
  slug: text().unique(),
  logo: text().optional().atMost(maxPictureLength),
  createdAt: date(),
  /** A record of strings as JSON: see organization/metadata. */
  metadata: text().optional().atMost(maxJsonLength),
});

/**
 * The membership of a user in an organization. A child model: adding or removing a member locks the organization, so
 * that counts of owners and members stay exact.
 */
export const memberModel = defineChild(
  "member",
  organizationModel,
  {
    id: id(),
    organizationId: text().references(organizationModel),
    userId: text().references(userModel),
    /** A role, or several joined by commas: read by `rolesOf`, written by `storedRoles`. */
    role: text(),
    createdAt: date(),
  },
  {
    uniques: [["organizationId", "userId"]],
    indexes: [
      // Includes the id, because imported members may share a `createdAt`.
      ["organizationId", "createdAt", "id"],
      // For `roleTextsWith`, which skips from each role text to the next.
      ["organizationId", "role", "id"],
    ],
  },
);

/** The invitation of an email address to an organization, with the organization as the parent. */
export const invitationModel = defineChild(
  "invitation",
  organizationModel,
  {
    id: id(),
    organizationId: text().references(organizationModel),
    /** As returned by `parseEmail`. */
    email: text().indexed(),
    /** In the format of a member's role; null in some rows of the previous library. */
    role: text().optional(),
    status: state("pending", "accepted", "rejected", "canceled"),
    expiresAt: date(),
    createdAt: date().optional(),
    inviterId: text().references(userModel),
    /**
     * The SHA-256 of the token in the email's link; null until the email is sent, and in rows of the previous library.
     */
    linkHash: text().optional().indexed().secret(),
  },
  {
    indexes: [
      ["organizationId", "status", "expiresAt"],
      ["organizationId", "expiresAt"],
    ],
  },
);

/** A role created by an organization. */
export const organizationRoleModel = defineChild(
  "organizationRole",
  organizationModel,
  {
    id: id(),
    organizationId: text().references(organizationModel),
    role: text(),
    /** The role's permissions as JSON: see role/stored. */
    permission: text().atMost(maxJsonLength),
    createdAt: date(),
    updatedAt: date().optional(),
  },
  { uniques: [["organizationId", "role"]] },
);

/** The columns added to the session: the active organization. */
export const sessionColumns = {
  activeOrganizationId: text().optional().clearedWith(organizationModel),
};

/** The session fields added to every response. */
export interface OrganizationSession extends OutputColumns<typeof sessionColumns> {}

/** An organization as stored; most responses contain this form. */
export interface Organization extends Row<typeof organizationModel> {}

/** A member as shown in responses. */
export interface Member extends Row<typeof memberModel> {
  /** The member's first team, if the app uses `teams()`. */
  readonly teamId?: string | null;
}

/** An invitation as shown in responses. */
export interface Invitation extends Public<typeof invitationModel> {
  /** The team to join on acceptance, if the app uses `teams()`. */
  readonly teamId?: string | null;
}

/** An invitation as stored. */
export interface InvitationRow extends Row<typeof invitationModel> {}

/** A role created by an organization, as stored. */
export interface OrganizationRole extends Row<typeof organizationRoleModel> {}

/**
 * Distinctive columns of each model. By them the types recognize rows in responses and add the columns of other
 * plugins: `ModelTypes`.
 */
export interface OrganizationModels {
  readonly organization: { readonly like: Pick<Organization, "slug" | "logo"> };
  readonly member: { readonly like: Pick<Member, "organizationId" | "userId" | "role"> };
  readonly invitation: { readonly like: Pick<Invitation, "organizationId" | "inviterId" | "email"> };
  readonly organizationRole: { readonly like: { readonly permission: unknown; readonly isFixed: boolean } };
}

/** The tables of the plugin. */
export const ownModels = [organizationModel, memberModel, invitationModel, organizationRoleModel] as const;
