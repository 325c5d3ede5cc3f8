import type { AskedPermissions, Statements } from "@keyhold/access";
import { type ClientPlugin, clientPlugin } from "@keyhold/client/plugin";
import { clientRoutes } from "./client-routes.js";
import type { AdminEndpoints } from "./endpoints.js";
import type { AdminErrorCode } from "./errors.js";
import type { AdminSession, AdminUser } from "./models.js";
import type { AdminTypes } from "./plugin.js";

export { type AskedPermissions, can, type Permissions } from "@keyhold/access";
export { isBanned } from "./authority/banned.js";
// The types in a client's type: an app inferring types from a client can name them.
export type { ManagedUser } from "./models.js";
export { adminRoles, adminStatements } from "./permissions.js";
export type { ManagedSession } from "./schemas.js";
export type { AdminEndpoints, AdminErrorCode, AdminSession, AdminTypes, AdminUser };

/** A named interface keeps the inferred types of apps short. */
export interface AdminClient extends ClientPlugin<AdminTypes> {}

/**
 * The client plugin for `admin()`: the calls, and the columns of user and session. Use `can(adminRoles, user.role, {
 * user: ["ban"] })` to show only permitted actions; the server checks every call. With the type of the app's own statements,
 * as in `adminClient<typeof statements>()`, a misspelt permission does not compile.
 *
 * @example createAuthClient({ plugins: [adminClient()] })
 */
export function adminClient<S extends Statements = Statements>(): AdminClient & AskedPermissions<"admin", S> {
  return clientPlugin({
    id: "admin",
    routes: clientRoutes,
    sessionDates: ["user.banExpires"],
    refreshes: {
      session: ["admin.impersonateUser", "admin.stopImpersonating", "admin.updateUser", "admin.setRole"],
    },
  });
}
