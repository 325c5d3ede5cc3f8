import { parseRoles, writeRoles } from "@keyhold/access";
import type { OrganizationOptions } from "../options.js";

/** Characters of all roles of a member, as they are stored: what every database keeps in an index. */
export const maxRolesLength = 255;

/** The roles of a member or an invitation; one without is a member and no more. */
export const rolesOf = ({ role }: { readonly role: string | null }): readonly string[] => parseRoles(role ?? "member");

/** Roles in the form that is stored: the creator's first, so that most owners are found by one look. */
export const storedRoles = ({ creatorRole }: OrganizationOptions, names: readonly string[]): string =>
  writeRoles([...names.filter((name) => name === creatorRole), ...names.filter((name) => name !== creatorRole)]);

export const isOwner = ({ creatorRole }: OrganizationOptions, row: { readonly role: string | null }): boolean =>
  rolesOf(row).includes(creatorRole);
