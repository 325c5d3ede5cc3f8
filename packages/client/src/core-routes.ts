import type { CoreEndpoints } from "@keyhold/core/types";
import type { CallName, MethodTable } from "./calls.js";
import type { Refreshes } from "./plugin.js";

/** The methods of the routes of @keyhold/core. Their paths follow from their names: see `routeOf`. */
export const coreRoutes: MethodTable<CoreEndpoints> = {
  ok: "GET",
  getSession: "GET",
  listSessions: "GET",
  listAccounts: "GET",
  verifyEmail: "GET",
  signOut: "POST",
  signUp: { email: "POST" },
  signIn: { email: "POST" },
  sendVerificationEmail: "POST",
  forgetPassword: "POST",
  requestPasswordReset: "POST",
  resetPassword: "POST",
  stepUp: { methods: "GET", password: "POST" },
  changePassword: "POST",
  changeEmail: "POST",
  updateUser: "POST",
  deleteUser: "POST",
  unlinkAccount: "POST",
  cancelEmailChange: "POST",
  revokeSession: "POST",
  revokeSessions: "POST",
  revokeOtherSessions: "POST",
};

/** The dates of a session and of the user in a session. */
export const sessionDates = [
  "user.createdAt",
  "user.updatedAt",
  "session.createdAt",
  "session.updatedAt",
  "session.expiresAt",
  "session.authTime",
  "session.factorTime",
];

export const coreRefreshes: Refreshes<CallName<CoreEndpoints>> = {
  session: [
    "signOut",
    "signUp.email",
    "signIn.email",
    "verifyEmail",
    "resetPassword",
    "stepUp.password",
    "changePassword",
    "changeEmail",
    "updateUser",
    "deleteUser",
    "cancelEmailChange",
    "revokeSession",
    "revokeSessions",
  ],
};
