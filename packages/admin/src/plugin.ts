import { definePlugin, type Plugin, type PluginTypes } from "@keyhold/core/plugin";
import { isAdministrator } from "./authority.js";
import { configErrorsOf } from "./config-errors.js";
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
import { type AdminOptions, readOptions } from "./options.js";
import { banUser } from "./routes/ban-user.js";
import { createUser } from "./routes/create-user.js";
import { getUser } from "./routes/get-user.js";
import { hasPermission } from "./routes/has-permission.js";
import { impersonateUser } from "./routes/impersonate-user.js";
import { indexUsers } from "./routes/index-users.js";
import { listUserSessions } from "./routes/list-user-sessions.js";
import { listUsers } from "./routes/list-users.js";
import { removeUser } from "./routes/remove-user.js";
import { revokeUserSession } from "./routes/revoke-user-session.js";
import { revokeUserSessions } from "./routes/revoke-user-sessions.js";
import { setRole } from "./routes/set-role.js";
import { setUserPassword } from "./routes/set-user-password.js";
import { setUserRole } from "./routes/set-user-role.js";
import { stopImpersonating } from "./routes/stop-impersonating.js";
import { unbanUser } from "./routes/unban-user.js";
import { updateUser } from "./routes/update-user.js";
import { userHasPermission } from "./routes/user-has-permission.js";

/** The calls that this plugin adds. */
export interface AdminEndpoints {
  readonly admin: {
    /** Creates a user, with a password and a role or without; in `data` further columns. */
    readonly createUser: typeof createUser;
    /** One user. */
    readonly getUser: typeof getUser;
    /** Changes a user's name, picture, whether the address is proven, and the columns that plugins add. */
    readonly updateUser: typeof updateUser;
    /**
     * Users by pages: searched by the beginning of an address or a name, filtered by role or ban, sorted; each by an index.
     * `count` also counts them.
     */
    readonly listUsers: typeof listUsers;
    /** Gives a user other roles. Neither the roles nor the user may have a permission that the caller lacks. */
    readonly setRole: typeof setRole;
    /** Bans a user: every session ends at once, and none begins until the ban is over. */
    readonly banUser: typeof banUser;
    /** Lifts a user's ban. */
    readonly unbanUser: typeof unbanUser;
    /**
     * Opens a session as a user, for a limited time; the caller's own waits until stop-impersonating. `token` is for
     * callers with a bearer token, else null.
     */
    readonly impersonateUser: typeof impersonateUser;
    /**
     * Ends an impersonation and gives the browser its administrator's session back; null when that has ended meanwhile,
     * or where there are no cookies.
     */
    readonly stopImpersonating: typeof stopImpersonating;
    /**
     * The sessions of a user who may do no more than the caller, newest first; `token` names one for
     * revoke-user-session, and that of the caller's own is the one that get-session shows.
     */
    readonly listUserSessions: typeof listUserSessions;
    /** Ends a session of any user, by its id or by the token that a list showed; says the same of one that has ended. */
    readonly revokeUserSession: typeof revokeUserSession;
    /** Ends every session of a user. */
    readonly revokeUserSessions: typeof revokeUserSessions;
    /** Deletes a user with all that is theirs. */
    readonly removeUser: typeof removeUser;
    /** Gives a user a new password, ends their sessions and tells them by letter. */
    readonly setUserPassword: typeof setUserPassword;
    /** Whether the caller may do all of it, by the roles in their row; to ask for nothing is answered with no. */
    readonly hasPermission: typeof hasPermission;
  };
}

/** The calls that only the server's own code can make. */
export interface AdminServerEndpoints {
  readonly admin: {
    /**
     * Writes what list-users finds people by, for rows that others wrote: once after the plugin came to an app with
     * users, and after names or roles were changed by SQL.
     */
    readonly indexUsers: typeof indexUsers;
    /**
     * Whether a user has all of the permissions, for the app's own code. False for a banned or unknown user, and if no
     * permission is named.
     */
    readonly userHasPermission: typeof userHasPermission;
    /** Gives a user roles in the name of the app, e.g. the first administrator; no permission is needed. */
    readonly setUserRole: typeof setUserRole;
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
    hasPermission,
    indexUsers,
    userHasPermission,
    setUserRole,
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
}

/** Has a name of its own, so that the types that apps infer from an auth stay short. */
export interface AdminPlugin extends Plugin<AdminTypes> {}

/**
 * For those who look after an app: users, their roles, bans and sessions. Adds `role`, `banned`, `banReason` and
 * `banExpires` to the user, `impersonatedBy` to the session, and the routes under `/admin`.
 *
 * @example createAuth({ …, plugins: [admin({ adminUserIds: process.env.FIRST_ADMIN?.split(",") })] })
 */
export function admin(options: AdminOptions = {}): AdminPlugin {
  const settings = readOptions(options);
  return definePlugin<AdminTypes>({
    id: "admin",
    options: settings,
    errors: adminErrors,
    extends: {
      user: { columns: userColumns, indexes: userIndexes, searched: searchedColumns },
      session: { columns: sessionColumns },
    },
    endpoints,
    hooks: rulesOf(settings),
    isAdmin: (user) => isAdministrator(settings, user),
    actorColumn: "impersonatedBy",
    configErrors: configErrorsOf(settings),
  });
}
