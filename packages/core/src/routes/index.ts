import { changeEmail } from "./change-email.js";
import { changePassword } from "./change-password.js";
import { createUser } from "./create-user.js";
import { deleteUserCallback, postDeleteUserCallback } from "./delete-user/callback.js";
import { deleteUser } from "./delete-user.js";
import { error } from "./error.js";
import { forgetPassword } from "./forget-password.js";
import { getSession } from "./get-session.js";
import { importUsers } from "./import-users.js";
import { listAccounts } from "./list-accounts.js";
import { listSessions } from "./list-sessions.js";
import { ok } from "./ok.js";
import { reAuthenticate } from "./re-authenticate.js";
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
import { postVerifyEmail, verifyEmail } from "./verify-email.js";

/** The calls of this package by name, nested as their URLs are. */
export interface CoreEndpoints {
  /** Answers when the server is up. */
  readonly ok: typeof ok;
  /** The caller's session and user, or null. */
  readonly getSession: typeof getSession;
  /** Ends the caller's session; without one it has nothing to do and says so the same way. */
  readonly signOut: typeof signOut;
  readonly signUp: {
    /** Creates a user with an e-mail address and a password, and signs them in. */
    readonly email: typeof signUpEmail;
  };
  readonly signIn: {
    /** Signs in with an e-mail address and a password. */
    readonly email: typeof signInEmail;
  };
  /**
   * Verifies an address by the token of an email, or changes it by one, for a script or the signed-in user. Other
   * browsers get a page with a button.
   */
  readonly verifyEmail: typeof verifyEmail;
  /** Sends the letter that proves an address, to an address that is not proven yet; answers the same for every address. */
  readonly sendVerificationEmail: typeof sendVerificationEmail;
  /** Sends the letter with which a new password can be set; answers the same for every address. */
  readonly forgetPassword: typeof forgetPassword;
  /** The same as POST /forget-password, by the name that newer clients know. */
  readonly requestPasswordReset: typeof requestPasswordReset;
  /** Sets a new password by the token of a letter, and ends every session. */
  readonly resetPassword: typeof resetPassword;
  /** Makes the caller's session fresh by their password, without ending it; a browser's session gets another token. */
  readonly reAuthenticate: typeof reAuthenticate;
  /** Changes the password of a user who gives the present one, and exchanges the session for a new one. */
  readonly changePassword: typeof changePassword;
  /** Changes the address: at once while it is not proven, else after the present one has confirmed. */
  readonly changeEmail: typeof changeEmail;
  /** Changes the caller's name, picture and the columns that plugins add. */
  readonly updateUser: typeof updateUser;
  /** Deletes the caller with all that is theirs, by a password, a fresh session, or a link in a letter. */
  readonly deleteUser: typeof deleteUser;
  /** The ways in which the caller can sign in. */
  readonly listAccounts: typeof listAccounts;
  /** Takes one way to sign in away, but not the last. */
  readonly unlinkAccount: typeof unlinkAccount;
  /**
   * The caller's sessions, newest first; `token` names one for revoke-session, and that of the caller's own is the one that
   * get-session shows.
   */
  readonly listSessions: typeof listSessions;
  /** Ends one of the caller's sessions, by its token or its id; says the same of one that is not theirs. */
  readonly revokeSession: typeof revokeSession;
  /** Ends all of the caller's sessions, this one too. */
  readonly revokeSessions: typeof revokeSessions;
  /** Ends all of the caller's sessions but this one. */
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
  reAuthenticate,
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
export interface CoreServerEndpoints {
  /** Gives a password to a user who has none. */
  readonly setPassword: typeof setPassword;
  /** Creates a user in the name of the app, with a password, or with a hash that another system made, or with neither. */
  readonly createUser: typeof createUser;
  /**
   * Takes users over from another system, each with the id, date and password hash that they had there; up to 500 at
   * once. Says who was refused, and keeps the others.
   */
  readonly importUsers: typeof importUsers;
  /** Ends every session of a user. */
  readonly revokeUserSessions: typeof revokeUserSessions;
  /** Removes sessions, tickets and counters whose time is over; it also happens by itself, at most once an hour. */
  readonly removeExpired: typeof removeExpired;
}

export const serverOnlyEndpoints: CoreServerEndpoints = {
  setPassword,
  createUser,
  importUsers,
  revokeUserSessions,
  removeExpired,
};

/** What a browser visits and nobody calls. */
export const corePages = [
  error,
  resetPasswordToken,
  postVerifyEmail,
  deleteUserCallback,
  postDeleteUserCallback,
] as const;
