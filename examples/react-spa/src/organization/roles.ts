import { parseRoles } from "@keyhold/access";

interface RoleWords {
  readonly name: string;
  /** What whoever has it may do. */
  readonly about: string;
}

/** The roles that can be given here, with the most powerful first. */
export const roleWords = {
  owner: { name: "Owner", about: "Everything, and the only one who deletes it or hands it over." },
  admin: { name: "Admin", about: "Members, invitations, teams and settings." },
  member: { name: "Member", about: "Sees who is here, and changes nothing." },
} as const satisfies Readonly<Record<string, RoleWords>>;

export type RoleName = keyof typeof roleWords;

export const roleNames = Object.keys(roleWords) as readonly RoleName[];

const isNamed = (role: string): role is RoleName => Object.hasOwn(roleWords, role);

/** "owner,admin" as people say it. */
export const sayRoles = (role: string | null): string =>
  parseRoles(role)
    .map((one) => (isNamed(one) ? roleWords[one].name : one))
    .join(", ");
