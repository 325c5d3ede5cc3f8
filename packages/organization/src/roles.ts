import { defineRoles, everything, without } from "@keyhold/access";

/** What there is to do in an organization; spec section 6, and `role` for the roles that it makes for itself. */
export const organizationStatements = {
  organization: ["update", "delete"],
  member: ["create", "update", "delete"],
  invitation: ["create", "cancel"],
  team: ["create", "update", "delete"],
  role: ["create", "update", "delete"],
} as const;

/** The roles of an organization where the app has no others. */
export const organizationRoles = defineRoles(organizationStatements, {
  owner: everything(organizationStatements),
  admin: without(everything(organizationStatements), { organization: ["delete"] }),
  member: {},
});
