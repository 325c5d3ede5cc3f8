import { parseRoles, writeRoles } from "@keyhold/access";
import type { OrganizationOptions } from "../options.js";

/** The maximum length of a member's combined roles, in characters: every database can index this length. */
export const maxRolesLength = 255;

/** The roles of a member or an invitation; without a role: "member". */
export const rolesOf = ({ role }: { readonly role: string | null }): readonly string[] => parseRoles(role ?? "member");

/** Roles in the stored form: the creator's role first, so that a single index lookup finds most owners. */
export const storedRoles = ({ creatorRole }: OrganizationOptions, names: readonly string[]): string =>
  writeRoles([...names.filter((name) => name === creatorRole), ...names.filter((name) => name !== creatorRole)]);

export const isOwner = ({ creatorRole }: OrganizationOptions, row: { readonly role: string | null }): boolean =>
  rolesOf(row).includes(creatorRole);
