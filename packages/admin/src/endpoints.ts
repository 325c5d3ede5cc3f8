// Written by `npm run fix` from the declarations in `routes`: change those instead.
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

/** The calls, each under the name that its URL gives. */
export interface AdminEndpoints {
  readonly admin: {
    /** Bans a user. All their sessions end, and sign-in fails until the ban ends. */
    readonly banUser: typeof banUser;
    /** Creates a user, optionally with a password and a role; `data` takes more columns. */
    readonly createUser: typeof createUser;
    /** Returns a user by id. */
    readonly getUser: typeof getUser;
    /**
     * Checks whether the caller has all of the given permissions, by their current roles. False if no permission is
     * given.
     */
    readonly hasPermission: typeof hasPermission;
    /**
     * Creates a session as another user for a limited time; the caller's own session resumes at stop-impersonating.
     * `token` is for callers with a bearer token, else null.
     */
    readonly impersonateUser: typeof impersonateUser;
    /**
     * Lists the sessions of a user, newest first. Fails if the user outranks the caller. `token` identifies a session
     * for revoke-user-session; for the caller's own session it is the one of get-session.
     */
    readonly listUserSessions: typeof listUserSessions;
    /**
     * Lists users by pages: searched by prefix of email address or name, filtered by role or ban, and sorted, always by
     * an index. `count` adds the total.
     */
    readonly listUsers: typeof listUsers;
    /** Deletes a user with all their data. */
    readonly removeUser: typeof removeUser;
    /** Removes the second factors of a user who has lost them, and ends the user's sessions. */
    readonly resetTwoFactor: typeof resetTwoFactor;
    /**
     * Ends a session of a user, by its id or by the token from the list. Also succeeds if the session has already
     * ended.
     */
    readonly revokeUserSession: typeof revokeUserSession;
    /** Ends every session of a user. */
    readonly revokeUserSessions: typeof revokeUserSessions;
    /** Changes the roles of a user. Neither the roles nor the user may have permissions beyond the caller's. */
    readonly setRole: typeof setRole;
    /** Sets a user's password, ends their sessions and notifies them by email. */
    readonly setUserPassword: typeof setUserPassword;
    /**
     * Ends an impersonation and resumes the administrator's session in this browser; null if it has ended meanwhile, or
     * the caller uses no cookies.
     */
    readonly stopImpersonating: typeof stopImpersonating;
    /** Lifts a user's ban. */
    readonly unbanUser: typeof unbanUser;
    /** Changes a user's name, picture, `emailVerified`, and plugin columns. */
    readonly updateUser: typeof updateUser;
  };
}

/** The calls for the app's own server code: no client has them. */
export interface AdminServerEndpoints {
  readonly admin: {
    /**
     * Gives roles to an existing user on behalf of the app, and ends the user's sessions. Fails if another person may
     * have signed up with the address, unless `claim` removes every earlier credential and second factor and sets
     * `password`.
     */
    readonly appointUser: typeof appointUser;
    /**
     * Fills the search columns of list-users for rows written by other software. Run it once after adding the plugin to
     * an app with users, and after changing names or roles by SQL.
     */
    readonly indexUsers: typeof indexUsers;
    /**
     * What is known of the user of an address, to decide whether `appointUser` may give the user a role; null: no user.
     */
    readonly inspectUser: typeof inspectUser;
    /** Changes the roles of a user on behalf of the app, e.g. of the first administrator. Checks no permission. */
    readonly setUserRole: typeof setUserRole;
    /**
     * Checks whether a user has all of the given permissions, for the app's own code. False for a banned or unknown
     * user, and if no permission is given.
     */
    readonly userHasPermission: typeof userHasPermission;
  };
}

export const endpoints: AdminEndpoints & AdminServerEndpoints = {
  admin: {
    appointUser,
    banUser,
    createUser,
    getUser,
    hasPermission,
    impersonateUser,
    indexUsers,
    inspectUser,
    listUserSessions,
    listUsers,
    removeUser,
    resetTwoFactor,
    revokeUserSession,
    revokeUserSessions,
    setRole,
    setUserPassword,
    setUserRole,
    stopImpersonating,
    unbanUser,
    updateUser,
    userHasPermission,
  },
};
