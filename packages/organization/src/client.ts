import type { AskedPermissions, Statements } from "@keyhold/access";
import { type CallName, type ClientPlugin, clientPlugin, type Refreshes } from "@keyhold/client/plugin";
import { clientRoutes } from "./client-routes.js";
import type { OrganizationEndpoints } from "./endpoints.js";
import type { OrganizationErrorCode } from "./errors.js";
import type { OrganizationModels, OrganizationSession } from "./models.js";
import type { OrganizationTypes } from "./plugin.js";
import type { OrganizationReactHooks, OrganizationStores } from "./stores.js";

// For pages, to show only permitted actions with the server's own functions: `can(organizationRoles, me.role, { member:
// ["update"] })`.
export { type AskedPermissions, can, type Permissions } from "@keyhold/access";
// The types in a client's type: an app inferring types from a client can name them.
export type { Invitation, Member, Organization } from "./models.js";
export type { OrganizationOffer } from "./options.js";
export type { Metadata } from "./records/metadata.js";
export type { WrittenOrganization } from "./records/show.js";
export { organizationRoles, organizationStatements } from "./role/default-roles.js";
export type {
  CreatedOrganization,
  FullOrganization,
  InvitationName,
  InvitationPreview,
  MemberList,
  MemberUser,
  MemberWithUser,
  ReceivedInvitation,
  ShownInvitation,
  ShownRole,
  Team,
} from "./routes/schemas.js";
export { type TeamsClient, teamsClient } from "./teams/client.js";
export type { TeamsEndpoints } from "./teams/endpoints.js";
export type { TeamErrorCode } from "./teams/errors.js";
export type { TeamMember, TeamModels, TeamsSession } from "./teams/models.js";
export type { TeamsTypes } from "./teams/plugin.js";
export type { TeamMemberWithUser } from "./teams/schemas.js";
export type {
  OrganizationEndpoints,
  OrganizationErrorCode,
  OrganizationModels,
  OrganizationReactHooks,
  OrganizationSession,
  OrganizationStores,
  OrganizationTypes,
};

/** A named interface keeps the inferred types of apps short. */
export interface OrganizationClient extends ClientPlugin<OrganizationTypes> {}

/**
 * A change of the active organization changes the session, and so refreshes every store: once each, and only stores
 * with subscribers. The input of `removeMember` does not reveal whether the caller removes themselves, so
 * `removeMember` refreshes like `leave`.
 */
const refreshes: Refreshes<CallName<OrganizationEndpoints>, keyof OrganizationStores> = {
  session: [
    "organization.create",
    "organization.setActive",
    "organization.acceptInvitation",
    "organization.leave",
    "organization.removeMember",
    "organization.delete",
  ],
  activeOrganization: [
    "organization.update",
    "organization.updateMemberRole",
    "organization.transferOwnership",
    "organization.inviteMember",
    "organization.cancelInvitation",
    // A rename of a role changes the role of the members.
    "organization.updateRole",
  ],
  listOrganizations: ["organization.update"],
  activeMember: ["organization.updateMemberRole", "organization.transferOwnership", "organization.updateRole"],
};

/**
 * The client plugin for `organization()`: its calls, and the stores `activeOrganization`, `listOrganizations` and
 * `activeMember`; in React `useActiveOrganization()` etc. With the type of the app's own statements, as in
 * `organizationClient<typeof statements>()`, a misspelt permission does not compile.
 *
 * @example
 * const client = createAuthClient({ plugins: [organizationClient()] });
 * const { data: me } = client.useActiveMember();
 * const mayInvite = me !== null && can(organizationRoles, me.role, { invitation: ["create"] });
 */
export function organizationClient<S extends Statements = Statements>(): OrganizationClient &
  AskedPermissions<"organization", S> {
  return clientPlugin({
    id: "organization",
    routes: clientRoutes,
    stores: {
      activeOrganization: "GET /organization/get-full-organization",
      listOrganizations: "GET /organization/list",
      activeMember: "GET /organization/get-active-member",
    },
    empty: { activeMember: "NO_ACTIVE_ORGANIZATION" },
    refreshes,
  });
}
// Loads the other entry points: a compiler names the types of an app by them.
export type {} from "./for-plugins.js";
