import type { CoreEndpoints } from "@keyhold/core/types";
import type { CallName, RouteTable } from "./calls.js";
import type { Refreshes } from "./plugin.js";

/** The routes of @keyhold/core. */
export const coreRoutes: RouteTable<CoreEndpoints> = {
  ok: "GET /ok",
  getSession: "GET /get-session",
  signOut: "POST /sign-out",
  signUp: { email: "POST /sign-up/email" },
  signIn: { email: "POST /sign-in/email" },
  verifyEmail: "GET /verify-email",
  sendVerificationEmail: "POST /send-verification-email",
  forgetPassword: "POST /forget-password",
  requestPasswordReset: "POST /request-password-reset",
  resetPassword: "POST /reset-password",
  stepUp: { methods: "GET /step-up/methods", password: "POST /step-up/password" },
  changePassword: "POST /change-password",
  changeEmail: "POST /change-email",
  updateUser: "POST /update-user",
  deleteUser: "POST /delete-user",
  listAccounts: "GET /list-accounts",
  unlinkAccount: "POST /unlink-account",
  listSessions: "GET /list-sessions",
  revokeSession: "POST /revoke-session",
  revokeSessions: "POST /revoke-sessions",
  revokeOtherSessions: "POST /revoke-other-sessions",
};

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
    "revokeSession",
    "revokeSessions",
  ],
};
