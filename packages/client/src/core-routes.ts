// Written by `npm run fix` from the declarations in `routes`: change those instead.
import type { AccountListEndpoints, CoreEndpoints } from "@keyhold/core/types";
import type { CallTable } from "./calls.js";

/** The method of each call of core; its path is its name: see `routeOf`. */
export const coreRoutes: CallTable<CoreEndpoints> = {
  cancelEmailChange: "POST",
  changeEmail: "POST",
  changePassword: "POST",
  deleteUser: "POST",
  forgetPassword: "POST",
  requestPasswordReset: "POST",
  resetPassword: "POST",
  revokeOtherSessions: "POST",
  revokeSession: "POST",
  revokeSessions: "POST",
  sendVerificationEmail: "POST",
  signIn: {
    email: "POST",
  },
  signOut: "POST",
  signUp: {
    email: "POST",
  },
  stepUp: {
    password: "POST",
    methods: "GET",
  },
  unlinkAccount: "POST",
  updateUser: "POST",
  getSession: "GET",
  listAccounts: "GET",
  listSessions: "GET",
  ok: "GET",
  verifyEmail: "GET",
};

export const accountListRoutes: CallTable<AccountListEndpoints> = {
  getEmailChange: "GET",
};
