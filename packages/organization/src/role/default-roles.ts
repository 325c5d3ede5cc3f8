import { defineRoles, everything, without } from "@keyhold/access";

/** The resources and actions of an organization (spec section 6); `role`: the roles created by organizations. */
export const organizationStatements = {
  organization: ["update", "delete"],
  member: ["create", "update", "delete"],
  invitation: ["create", "cancel"],
  team: ["create", "update", "delete"],
  role: ["create", "update", "delete"],
} as const;

/** The default roles: owner, admin and member. */
export const organizationRoles = defineRoles(organizationStatements, {
  owner: everything(organizationStatements),
  admin: without(everything(organizationStatements), { organization: ["delete"] }),
  member: {},
});
