// Written by `npm run fix` from the declarations in `routes`: change those instead.
import { cancelEmailChange } from "./cancel-email-change.js";
import { changeEmail } from "./change-email.js";
import { changePassword } from "./change-password.js";
import { createUser } from "./create-user.js";
import { deleteUserCallback, postDeleteUserCallback } from "./delete-user/callback.js";
import { deleteUser } from "./delete-user.js";
import { error } from "./error.js";
import { forgetPassword } from "./forget-password.js";
import { getEmailChange } from "./get-email-change.js";
import { getSession } from "./get-session.js";
import { importUsers } from "./import-users.js";
import { listAccounts } from "./list-accounts.js";
import { listSessions } from "./list-sessions.js";
import { ok } from "./ok.js";
import { removeExpired } from "./remove-expired.js";
import { requestPasswordReset } from "./request-password-reset.js";
import { requireStepUp } from "./require-step-up.js";
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
import { stepUpMethodList } from "./step-up/methods.js";
import { stepUpPassword } from "./step-up/password.js";
import { undoEmailChange, undoEmailChangePage } from "./undo-email-change.js";
import { unlinkAccount } from "./unlink-account.js";
import { updateUser } from "./update-user.js";
import { postVerifyEmail, verifyEmail } from "./verify-email.js";

/** The calls, each under the name that its URL gives. */
export interface CoreEndpoints {
  /** Restores the caller's earlier address, until the new one is confirmed. */
  readonly cancelEmailChange: typeof cancelEmailChange;
  /** Changes the email address; a verified address confirms the change first. */
  readonly changeEmail: typeof changeEmail;
  /** Changes the caller's password, and replaces the session by a new one. */
  readonly changePassword: typeof changePassword;
  /** Deletes the caller by a password, a fresh session, or a link in an email. */
  readonly deleteUser: typeof deleteUser;
  /** Sends the email to set a new password; answers the same for every address. */
  readonly forgetPassword: typeof forgetPassword;
  /** The caller's session and user, or null. */
  readonly getSession: typeof getSession;
  /** The caller's accounts: each is one way to sign in. */
  readonly listAccounts: typeof listAccounts;
  /** The caller's sessions, newest first; `token` is for revoke-session. */
  readonly listSessions: typeof listSessions;
  /** Answers if the server is up. */
  readonly ok: typeof ok;
  /** The same as POST /forget-password. */
  readonly requestPasswordReset: typeof requestPasswordReset;
  /** Sets a new password by the token of an email, and ends every session. */
  readonly resetPassword: typeof resetPassword;
  /** Ends all sessions of the caller except this one. */
  readonly revokeOtherSessions: typeof revokeOtherSessions;
  /** Ends a session of the caller, by its token or id. */
  readonly revokeSession: typeof revokeSession;
  /** Ends all sessions of the caller, including this one. */
  readonly revokeSessions: typeof revokeSessions;
  /** Sends the email that verifies an address; answers the same for every address. */
  readonly sendVerificationEmail: typeof sendVerificationEmail;
  readonly signIn: {
    /** Signs in with an email address and a password. */
    readonly email: typeof signInEmail;
  };
  /** Ends the session, or an unfinished sign-in; with `only` no other account. */
  readonly signOut: typeof signOut;
  readonly signUp: {
    /** Creates a user with a password, and signs the user in. */
    readonly email: typeof signUpEmail;
  };
  readonly stepUp: {
    /** How the caller can prove a factor, and the last proofs. */
    readonly methods: typeof stepUpMethodList;
    /** Proves the password in the caller's session. */
    readonly password: typeof stepUpPassword;
  };
  /** Unlinks one way to sign in, except the last one. */
  readonly unlinkAccount: typeof unlinkAccount;
  /** Changes the caller's name, picture and the columns of plugins. */
  readonly updateUser: typeof updateUser;
  /** Verifies or changes an email address by the token of an email. */
  readonly verifyEmail: typeof verifyEmail;
}

/** Calls that the client has with `accountLists()` only. */
export interface AccountListEndpoints {
  /** The caller's open email change, or null. */
  readonly getEmailChange: typeof getEmailChange;
}

/** The calls for the app's own server code: no client has them. */
export interface CoreServerEndpoints {
  /** Creates a user in the name of the app. */
  readonly createUser: typeof createUser;
  /** Imports up to 500 users, and lists those that failed. */
  readonly importUsers: typeof importUsers;
  /** Removes expired rows. */
  readonly removeExpired: typeof removeExpired;
  /** The session, if its user gave a proof a short time ago. */
  readonly requireStepUp: typeof requireStepUp;
  /** Ends every session of a user. */
  readonly revokeUserSessions: typeof revokeUserSessions;
  /** Gives a password to a user without one. */
  readonly setPassword: typeof setPassword;
}

export const endpoints: CoreEndpoints & AccountListEndpoints & CoreServerEndpoints = {
  cancelEmailChange,
  changeEmail,
  changePassword,
  createUser,
  deleteUser,
  forgetPassword,
  getEmailChange,
  getSession,
  importUsers,
  listAccounts,
  listSessions,
  ok,
  removeExpired,
  requestPasswordReset,
  requireStepUp,
  resetPassword,
  revokeOtherSessions,
  revokeSession,
  revokeSessions,
  revokeUserSessions,
  sendVerificationEmail,
  setPassword,
  signIn: {
    email: signInEmail,
  },
  signOut,
  signUp: {
    email: signUpEmail,
  },
  stepUp: {
    methods: stepUpMethodList,
    password: stepUpPassword,
  },
  unlinkAccount,
  updateUser,
  verifyEmail,
};

/** The routes without a call: pages behind links, and URLs for other servers. */
export const pages = [
  deleteUserCallback,
  postDeleteUserCallback,
  error,
  resetPasswordToken,
  undoEmailChangePage,
  undoEmailChange,
  postVerifyEmail,
] as const;
