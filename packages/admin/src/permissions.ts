import { defineRoles, everything } from "@keyhold/access";

/** The resources and actions on users and sessions (spec section 6, plus `get` and `update`). */
export const adminStatements = {
  user: [
    "create",
    "list",
    "set-role",
    "ban",
    "impersonate",
    "delete",
    "set-password",
    "reset-two-factor",
    "get",
    "update",
  ],
  session: ["list", "revoke", "delete"],
} as const;

/** The default roles: `admin` has all permissions, `user` has no permission. */
export const adminRoles = defineRoles(adminStatements, {
  admin: everything(adminStatements),
  user: {},
});
