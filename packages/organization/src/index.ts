export type { AskedPermissions, Permissions } from "@keyhold/access";
export type { InvitationEmail, OrganizationEmail } from "./emails.js";
export type { OrganizationEndpoints, OrganizationServerEndpoints } from "./endpoints.js";
export { type OrganizationErrorCode, organizationErrors } from "./errors.js";
export type { Joining, OrganizationEvent } from "./events.js";
// Loads the other entry points: a compiler names the types of an app by them.
export type {} from "./for-plugins.js";
export type {
  Invitation,
  Member,
  Organization,
  OrganizationModels,
  OrganizationRole,
  OrganizationSession,
} from "./models.js";
export type { LimitOf, OrganizationOffer, OrganizationOptions } from "./options.js";
export { type OrganizationPlugin, type OrganizationTypes, organization } from "./plugin.js";
export type { Metadata } from "./records/metadata.js";
export type { WrittenOrganization } from "./records/show.js";
export { organizationRoles, organizationStatements } from "./role/default-roles.js";
export type {
  CreatedOrganization,
  FullOrganization,
  InvitationName,
  InvitationPreview,
  MemberList,
  MemberUser,
  MemberWithUser,
  ReceivedInvitation,
  ShownInvitation,
  ShownRole,
  Team,
} from "./routes/schemas.js";
