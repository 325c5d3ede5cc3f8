import { parseRoles } from "@keyhold/access";

interface RoleWords {
  readonly name: string;
  /** The permissions in words. */
  readonly about: string;
}

/** The assignable roles, the most powerful first. */
export const roleWords = {
  owner: { name: "Owner", about: "All permissions, and the only role that deletes it or hands it over." },
  admin: { name: "Admin", about: "Members, invitations, teams and settings." },
  member: { name: "Member", about: "Sees the members, and makes no changes." },
} as const satisfies Readonly<Record<string, RoleWords>>;

export type RoleName = keyof typeof roleWords;

export const roleNames = Object.keys(roleWords) as readonly RoleName[];

const isNamed = (role: string): role is RoleName => Object.hasOwn(roleWords, role);

/** "owner,admin" as text. */
export const sayRoles = (role: string | null): string =>
  parseRoles(role)
    .map((one) => (isNamed(one) ? roleWords[one].name : one))
    .join(", ");
