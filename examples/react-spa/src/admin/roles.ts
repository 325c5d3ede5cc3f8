import { parseRoles } from "@keyhold/access";

/** The roles of this app, with their names. */
export const adminRoleWords = {
  user: { name: "User", about: "Manages the own account only." },
  admin: { name: "Administrator", about: "Manages all users, as you do." },
} as const;

const isNamed = (role: string): role is keyof typeof adminRoleWords => Object.hasOwn(adminRoleWords, role);

/** The roles of a user as text; null is the default role. */
export const sayAdminRole = (role: string | null): string =>
  parseRoles(role ?? "user")
    .map((one) => (isNamed(one) ? adminRoleWords[one].name : one))
    .join(", ");
