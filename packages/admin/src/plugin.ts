import type { AskedPermissions, Roles, Statements } from "@keyhold/access";
import { definePlugin, type Plugin, type PluginTypes } from "@keyhold/core/plugin";
import { isAdministrator } from "./authority/authority.js";
import { type AdminEndpoints, type AdminServerEndpoints, endpoints } from "./endpoints.js";
import { type AdminErrorCode, adminErrors } from "./errors.js";
import type { AdminEvent } from "./events.js";
import { rulesOf } from "./hooks/uses.js";
import {
  type AdminSession,
  type AdminUser,
  searchedColumns,
  sessionColumns,
  userColumns,
  userIndexes,
} from "./models.js";
import { type AdminOptions, adminOptions, settingsOf } from "./options.js";
import type { adminStatements } from "./permissions.js";

/** The types of both halves. */
export interface AdminTypes extends PluginTypes {
  readonly endpoints: AdminEndpoints;
  readonly serverEndpoints: AdminServerEndpoints;
  readonly user: AdminUser;
  readonly session: AdminSession;
  readonly errorCode: AdminErrorCode;
  readonly event: AdminEvent;
  readonly publicOptions: { readonly admin: object };
}

/** A named interface keeps the inferred types of apps short. */
export interface AdminPlugin extends Plugin<AdminTypes> {}

/**
 * Adds user management for administrators: users, roles, bans, sessions and impersonation. Adds `role`, `banned`,
 * `banReason` and `banExpires` to the user, `impersonatedBy` to the session, and the routes under `/admin`.
 *
 * @param given options; see `AdminOptions` for their defaults
 * @returns the plugin for `createAuth({ plugins })`. Invalid options are config errors of `createAuth`.
 * @example createAuth({ …, plugins: [admin({ adminUserIds: process.env.FIRST_ADMIN?.split(",") })] })
 */
export function admin<S extends Statements = typeof adminStatements>(
  given: AdminOptions & { readonly roles?: Roles<S> } = {},
): AdminPlugin & AskedPermissions<"admin", S> {
  const { options, configErrors } = adminOptions.read(given);
  const settings = settingsOf(options);
  return definePlugin<AdminTypes & AskedPermissions<"admin", S>["$"]>({
    id: "admin",
    options: settings,
    errors: adminErrors,
    extends: {
      user: { columns: userColumns, indexes: userIndexes, searched: searchedColumns },
      session: { columns: sessionColumns },
    },
    endpoints,
    hooks: { ...rulesOf(settings), "public-options": () => ({ admin: {} }) },
    isAdmin: (user) => isAdministrator(settings, user),
    actorColumn: "impersonatedBy",
    configErrors,
  });
}
