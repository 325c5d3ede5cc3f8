import { definePlugin, type Plugin, type PluginTypes } from "@keyhold/core/plugin";
import { isAdministrator } from "./authority/authority.js";
import { type AdminErrorCode, adminErrors } from "./errors.js";
import type { AdminEvent } from "./events.js";
import { rulesOf } from "./hooks.js";
import {
  type AdminSession,
  type AdminUser,
  searchedColumns,
  sessionColumns,
  userColumns,
  userIndexes,
} from "./models.js";
import { type AdminOptions, adminOptions, settingsOf } from "./options.js";
import { appointUser } from "./routes/appoint-user.js";
import { banUser } from "./routes/ban-user.js";
import { createUser } from "./routes/create-user.js";
import { getUser } from "./routes/get-user.js";
import { hasPermission } from "./routes/has-permission.js";
import { impersonateUser } from "./routes/impersonate-user.js";
import { indexUsers } from "./routes/index-users.js";
import { inspectUser } from "./routes/inspect-user.js";
import { listUserSessions } from "./routes/list-user-sessions.js";
import { listUsers } from "./routes/list-users.js";
import { removeUser } from "./routes/remove-user.js";
import { resetTwoFactor } from "./routes/reset-two-factor.js";
import { revokeUserSession } from "./routes/revoke-user-session.js";
import { revokeUserSessions } from "./routes/revoke-user-sessions.js";
import { setRole } from "./routes/set-role.js";
import { setUserPassword } from "./routes/set-user-password.js";
import { setUserRole } from "./routes/set-user-role.js";
import { stopImpersonating } from "./routes/stop-impersonating.js";
import { unbanUser } from "./routes/unban-user.js";
import { updateUser } from "./routes/update-user.js";
import { userHasPermission } from "./routes/user-has-permission.js";

/** The endpoints of this plugin, over HTTP and on the server. */
export interface AdminEndpoints {
  readonly admin: {
    /** Creates a user, optionally with a password and a role; `data` takes more columns. */
    readonly createUser: typeof createUser;
    /** Returns a user by id. */
    readonly getUser: typeof getUser;
    /** Changes a user's name, picture, `emailVerified`, and plugin columns. */
    readonly updateUser: typeof updateUser;
    /**
     * Lists users by pages: searched by prefix of email address or name, filtered by role or ban, and sorted, always by
     * an index. `count` adds the total.
     */
    readonly listUsers: typeof listUsers;
    /** Changes the roles of a user. Neither the roles nor the user may have permissions beyond the caller's. */
    readonly setRole: typeof setRole;
    /** Bans a user. All their sessions end, and sign-in fails until the ban ends. */
    readonly banUser: typeof banUser;
    /** Lifts a user's ban. */
    readonly unbanUser: typeof unbanUser;
    /**
     * Creates a session as another user for a limited time; the caller's own session resumes at stop-impersonating.
     * `token` is for callers with a bearer token, else null.
     */
    readonly impersonateUser: typeof impersonateUser;
    /**
     * Ends an impersonation and resumes the administrator's session in this browser; null if it has ended meanwhile, or
     * the caller uses no cookies.
     */
    readonly stopImpersonating: typeof stopImpersonating;
    /**
     * Lists the sessions of a user, newest first. Fails if the user outranks the caller. `token` identifies a session
     * for revoke-user-session; for the caller's own session it is the one of get-session.
     */
    readonly listUserSessions: typeof listUserSessions;
    /**
     * Ends a session of a user, by its id or by the token from the list. Also succeeds if the session has already
     * ended.
     */
    readonly revokeUserSession: typeof revokeUserSession;
    /** Ends every session of a user. */
    readonly revokeUserSessions: typeof revokeUserSessions;
    /** Deletes a user with all their data. */
    readonly removeUser: typeof removeUser;
    /** Sets a user's password, ends their sessions and notifies them by email. */
    readonly setUserPassword: typeof setUserPassword;
    /** Removes the second factors of a user who has lost them, and ends the user's sessions. */
    readonly resetTwoFactor: typeof resetTwoFactor;
    /**
     * Checks whether the caller has all of the given permissions, by their current roles. False if no permission is
     * given.
     */
    readonly hasPermission: typeof hasPermission;
  };
}

/** The endpoints for the server only. */
export interface AdminServerEndpoints {
  readonly admin: {
    /**
     * Fills the search columns of list-users for rows written by other software. Run it once after adding the plugin to
     * an app with users, and after changing names or roles by SQL.
     */
    readonly indexUsers: typeof indexUsers;
    /**
     * Checks whether a user has all of the given permissions, for the app's own code. False for a banned or unknown
     * user, and if no permission is given.
     */
    readonly userHasPermission: typeof userHasPermission;
    /** Changes the roles of a user on behalf of the app, e.g. of the first administrator. Checks no permission. */
    readonly setUserRole: typeof setUserRole;
    /** What is known of the user of an address, to decide whether `appointUser` may give the user a role; null: no user. */
    readonly inspectUser: typeof inspectUser;
    /**
     * Gives roles to an existing user on behalf of the app, and ends the user's sessions. Fails if another person may
     * have signed up with the address, unless `claim` removes every earlier credential and second factor and sets
     * `password`.
     */
    readonly appointUser: typeof appointUser;
  };
}

const endpoints: AdminEndpoints & AdminServerEndpoints = {
  admin: {
    createUser,
    getUser,
    updateUser,
    listUsers,
    setRole,
    banUser,
    unbanUser,
    impersonateUser,
    stopImpersonating,
    listUserSessions,
    revokeUserSession,
    revokeUserSessions,
    removeUser,
    setUserPassword,
    resetTwoFactor,
    hasPermission,
    indexUsers,
    userHasPermission,
    setUserRole,
    inspectUser,
    appointUser,
  },
};

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
export function admin(given: AdminOptions = {}): AdminPlugin {
  const { options, configErrors } = adminOptions.read(given);
  const settings = settingsOf(options);
  return definePlugin<AdminTypes>({
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
