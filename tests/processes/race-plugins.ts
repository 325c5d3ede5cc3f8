import { admin, adminRoles } from "@keyhold/admin";
import type { AnyPlugin } from "@keyhold/core";
import { organization } from "@keyhold/organization";
import { teams } from "@keyhold/organization/teams";

/** What the processes of a race are made with, the same in all of them. */
export const racePlugins: Readonly<Record<"core" | "organizations" | "admins", () => readonly AnyPlugin[]>> = {
  core: () => [],
  organizations: () => [
    organization({ organizationLimit: 3, membershipLimit: 4, requireEmailVerificationOnInvitation: false }),
    teams({ maximumTeams: 3 }),
  ],
  admins: () => [admin({ roles: { ...adminRoles, support: { user: ["impersonate"] } } })],
};
