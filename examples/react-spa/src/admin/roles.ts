import { parseRoles } from "@keyhold/access";

/** The roles of this app, and what they are called. */
export const adminRoleWords = {
  user: { name: "User", about: "Looks after nobody but themselves." },
  admin: { name: "Administrator", about: "Looks after everybody, as you do." },
} as const;

const isNamed = (role: string): role is keyof typeof adminRoleWords => Object.hasOwn(adminRoleWords, role);

/** The roles of a user as people say them; null is the default one. */
export const sayAdminRole = (role: string | null): string =>
  parseRoles(role ?? "user")
    .map((one) => (isNamed(one) ? adminRoleWords[one].name : one))
    .join(", ");
