import { changeEmail } from "./change-email.js";
import { changePassword } from "./change-password.js";
import { createUser } from "./create-user.js";
import { deleteUserCallback } from "./delete-user/callback.js";
import { deleteUser } from "./delete-user.js";
import { error } from "./error.js";
import { forgetPassword } from "./forget-password.js";
import { getSession } from "./get-session.js";
import { importUsers } from "./import-users.js";
import { listAccounts } from "./list-accounts.js";
import { listSessions } from "./list-sessions.js";
import { ok } from "./ok.js";
import { removeExpired } from "./remove-expired.js";
import { requestPasswordReset } from "./request-password-reset.js";
import { resetPasswordToken } from "./reset-password/[token].js";
import { resetPassword } from "./reset-password.js";
import { revokeOtherSessions } from "./revoke-other-sessions.js";
import { revokeSession } from "./revoke-session.js";
import { revokeSessions } from "./revoke-sessions.js";
import { revokeUserSessions } from "./revoke-user-sessions.js";
import { sendVerificationEmail } from "./send-verification-email.js";
import { setPassword } from "./set-password.js";
import { signInEmail } from "./sign-in/email.js";
import { signOut } from "./sign-out.js";
import { signUpEmail } from "./sign-up/email.js";
import { unlinkAccount } from "./unlink-account.js";
import { updateUser } from "./update-user.js";
import { verifyEmail } from "./verify-email.js";

/** The calls of this package by name, nested as their URLs are. */
export interface CoreEndpoints {
  readonly ok: typeof ok;
  readonly getSession: typeof getSession;
  readonly signOut: typeof signOut;
  readonly signUp: { readonly email: typeof signUpEmail };
  readonly signIn: { readonly email: typeof signInEmail };
  readonly verifyEmail: typeof verifyEmail;
  readonly sendVerificationEmail: typeof sendVerificationEmail;
  readonly forgetPassword: typeof forgetPassword;
  readonly requestPasswordReset: typeof requestPasswordReset;
  readonly resetPassword: typeof resetPassword;
  readonly changePassword: typeof changePassword;
  readonly changeEmail: typeof changeEmail;
  readonly updateUser: typeof updateUser;
  readonly deleteUser: typeof deleteUser;
  readonly listAccounts: typeof listAccounts;
  readonly unlinkAccount: typeof unlinkAccount;
  readonly listSessions: typeof listSessions;
  readonly revokeSession: typeof revokeSession;
  readonly revokeSessions: typeof revokeSessions;
  readonly revokeOtherSessions: typeof revokeOtherSessions;
}

export const coreEndpoints: CoreEndpoints = {
  ok,
  getSession,
  signOut,
  signUp: { email: signUpEmail },
  signIn: { email: signInEmail },
  verifyEmail,
  sendVerificationEmail,
  forgetPassword,
  requestPasswordReset,
  resetPassword,
  changePassword,
  changeEmail,
  updateUser,
  deleteUser,
  listAccounts,
  unlinkAccount,
  listSessions,
  revokeSession,
  revokeSessions,
  revokeOtherSessions,
};

/** The calls that only the server's own code can make. */
export interface OperatorEndpoints {
  readonly setPassword: typeof setPassword;
  readonly createUser: typeof createUser;
  readonly importUsers: typeof importUsers;
  readonly revokeUserSessions: typeof revokeUserSessions;
  readonly removeExpired: typeof removeExpired;
}

export const operatorEndpoints: OperatorEndpoints = {
  setPassword,
  createUser,
  importUsers,
  revokeUserSessions,
  removeExpired,
};

/** What a browser visits and nobody calls. */
export const corePages = [error, resetPasswordToken, deleteUserCallback] as const;
