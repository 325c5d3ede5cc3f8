// Written by `npm run fix` from the declarations in `routes`: change those instead.
import type { CallTable } from "@keyhold/client/plugin";
import type { AdminEndpoints } from "./endpoints.js";

/** The method of each call; its path is its name. */
export const clientRoutes: CallTable<AdminEndpoints> = {
  admin: {
    banUser: "POST",
    createUser: "POST",
    hasPermission: "POST",
    impersonateUser: "POST",
    listUserSessions: "POST",
    removeUser: "POST",
    resetTwoFactor: "POST",
    revokeUserSession: "POST",
    revokeUserSessions: "POST",
    setRole: "POST",
    setUserPassword: "POST",
    stopImpersonating: "POST",
    unbanUser: "POST",
    updateUser: "POST",
    getUser: "GET",
    listUsers: "GET",
  },
};
