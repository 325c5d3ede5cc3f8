export type { Permissions } from "@keyhold/access";
export { type OrganizationErrorCode, organizationErrors } from "./errors.js";
export type { Joining, OrganizationEvent } from "./events.js";
export type { InvitationLetter, OrganizationLetter } from "./letters.js";
export type {
  Invitation,
  Member,
  Organization,
  OrganizationModels,
  OrganizationRole,
  OrganizationSession,
} from "./models.js";
export { invitationModel, memberModel, organizationModel, organizationRoleModel } from "./models.js";
export type { LimitOf, OrganizationOptions } from "./options.js";
export type { Metadata } from "./organization/metadata.js";
export type { WrittenOrganization } from "./organization/show.js";
export {
  type OrganizationAdditions,
  type OrganizationEndpoints,
  type OrganizationOperatorEndpoints,
  type OrganizationPlugin,
  organization,
} from "./plugin.js";
export { organizationRoles, organizationStatements } from "./roles.js";
export type {
  HeldOrganization,
  InvitationDraft,
  Joiner,
  MemberDraft,
  MemberRule,
  OrganizationChange,
  OrganizationDraft,
  OrganizationRules,
  Place,
  RoleChange,
  RoleDraft,
} from "./rules.js";
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
} from "./shapes.js";
