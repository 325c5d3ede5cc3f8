import { defineRoles, everything } from "@keyhold/access";

/** What there is to do with users and their sessions; spec section 6, and `get` and `update`. */
export const adminStatements = {
  user: ["create", "list", "set-role", "ban", "impersonate", "delete", "set-password", "get", "update"],
  session: ["list", "revoke", "delete"],
} as const;

/** The roles of an app that has no others: one holds all, one nothing. */
export const adminRoles = defineRoles(adminStatements, {
  admin: everything(adminStatements),
  user: {},
});
