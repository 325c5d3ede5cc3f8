import { type Additions, definePlugin, type Plugin } from "@keyhold/core";
import { isAdministrator } from "./authority.js";
import { type AdminErrorCode, adminErrors } from "./errors.js";
import type { AdminEvent } from "./events.js";
import {
  type AdminSession,
  type AdminUser,
  searchedColumns,
  sessionColumns,
  userColumns,
  userIndexes,
} from "./models.js";
import { type AdminOptions, readOptions } from "./options.js";
import { problemsOf } from "./problems.js";
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
import { rulesOf } from "./rules.js";

/** The calls that this plugin adds. */
export interface AdminEndpoints {
  readonly admin: {
    readonly createUser: typeof createUser;
    readonly getUser: typeof getUser;
    readonly updateUser: typeof updateUser;
    readonly listUsers: typeof listUsers;
    readonly setRole: typeof setRole;
    readonly banUser: typeof banUser;
    readonly unbanUser: typeof unbanUser;
    readonly impersonateUser: typeof impersonateUser;
    readonly stopImpersonating: typeof stopImpersonating;
    readonly listUserSessions: typeof listUserSessions;
    readonly revokeUserSession: typeof revokeUserSession;
    readonly revokeUserSessions: typeof revokeUserSessions;
    readonly removeUser: typeof removeUser;
    readonly setUserPassword: typeof setUserPassword;
    readonly hasPermission: typeof hasPermission;
  };
}

/** The calls that only the server's own code can make. */
export interface AdminOperatorEndpoints {
  readonly admin: {
    readonly indexUsers: typeof indexUsers;
    readonly userHasPermission: typeof userHasPermission;
    readonly setUserRole: typeof setUserRole;
  };
}

const endpoints: AdminEndpoints & AdminOperatorEndpoints = {
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

/** What it adds beside calls. */
export interface AdminAdditions extends Additions {
  readonly session: AdminSession;
  readonly event: AdminEvent;
  readonly letter: never;
}

/** Has a name of its own, so that the types that apps infer from an auth stay short. */
export interface AdminPlugin
  extends Plugin<AdminEndpoints & AdminOperatorEndpoints, AdminUser, unknown, AdminErrorCode, AdminAdditions> {}

/**
 * For those who look after an app: users, their roles, bans and sessions. Adds `role`, `banned`, `banReason` and
 * `banExpires` to the user, `impersonatedBy` to the session, and the routes under `/admin`.
 *
 * @example createAuth({ …, plugins: [admin({ adminUserIds: process.env.FIRST_ADMIN?.split(",") })] })
 */
export function admin(options: AdminOptions = {}): AdminPlugin {
  const settings = readOptions(options);
  return definePlugin<AdminEndpoints & AdminOperatorEndpoints, AdminUser, unknown, AdminErrorCode, AdminAdditions>({
    id: "admin",
    options: settings,
    errors: adminErrors,
    extends: {
      user: { columns: userColumns, indexes: userIndexes, searched: searchedColumns },
      session: { columns: sessionColumns },
    },
    endpoints,
    rules: rulesOf(settings),
    isAdmin: (user) => isAdministrator(settings, user),
    actorColumn: "impersonatedBy",
    problems: problemsOf(settings),
  });
}
