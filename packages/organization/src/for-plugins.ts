// For authors of plugins: the models of organizations and the hooks before their writes.
export type {
  InvitationDraft,
  Joiner,
  LockedOrganization,
  MemberDraft,
  MemberHook,
  OrganizationChange,
  OrganizationDraft,
  OrganizationHooks,
  Place,
  RoleChange,
  RoleDraft,
} from "./hooks/offers.js";
// Loads the other entry point: a compiler names the types of an app by them.
export type {} from "./index.js";
export { invitationModel, memberModel, organizationModel, organizationRoleModel } from "./models.js";
