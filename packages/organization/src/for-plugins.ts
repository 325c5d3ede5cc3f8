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
} from "./hooks.js";
export { invitationModel, memberModel, organizationModel, organizationRoleModel } from "./models.js";
