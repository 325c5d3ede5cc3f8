import { defineErrors } from "@keyhold/core";
import { coreErrors } from "@keyhold/core/plugin";

/** The errors of the plugin, by code: the HTTP status and the English message. */
export const adminErrors = defineErrors({
  YOU_ARE_NOT_ALLOWED_TO_CREATE_USERS: { status: 403, message: "You are not allowed to create users" },
  YOU_ARE_NOT_ALLOWED_TO_GET_USER: { status: 403, message: "You are not allowed to see users" },
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_USERS: { status: 403, message: "You are not allowed to update users" },
  YOU_ARE_NOT_ALLOWED_TO_LIST_USERS: { status: 403, message: "You are not allowed to list users" },
  YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE: { status: 403, message: "You are not allowed to change users' roles" },
  YOU_ARE_NOT_ALLOWED_TO_BAN_USERS: { status: 403, message: "You are not allowed to ban users" },
  YOU_ARE_NOT_ALLOWED_TO_IMPERSONATE_USERS: { status: 403, message: "You are not allowed to impersonate users" },
  YOU_ARE_NOT_ALLOWED_TO_DELETE_USERS: { status: 403, message: "You are not allowed to delete users" },
  YOU_ARE_NOT_ALLOWED_TO_SET_USERS_PASSWORD: { status: 403, message: "You are not allowed to set users' passwords" },
  YOU_ARE_NOT_ALLOWED_TO_RESET_TWO_FACTOR: {
    status: 403,
    message: "You are not allowed to reset users' second factors",
  },
  YOU_ARE_NOT_ALLOWED_TO_LIST_USERS_SESSIONS: { status: 403, message: "You are not allowed to list users' sessions" },
  YOU_ARE_NOT_ALLOWED_TO_REVOKE_USERS_SESSIONS: {
    status: 403,
    message: "You are not allowed to revoke users' sessions",
  },
  /** The target user outranks the caller. */
  YOU_ARE_NOT_ALLOWED_TO_CHANGE_THIS_USER: { status: 403, message: "This user may do what you may not" },
  /** The same code and message as in `organization()`. */
  YOU_ARE_NOT_ALLOWED_TO_GIVE_THESE_PERMISSIONS: {
    status: 403,
    message: "You are not allowed to give permissions that you do not have",
  },
  /** An attacker may have signed up with the address (decision 0038). */
  EMAIL_NOT_CONFIRMED: { status: 403, message: "Another person may own the email address of this user" },
  YOU_CANNOT_DEMOTE_YOURSELF: { status: 400, message: "You cannot demote yourself" },
  YOU_CANNOT_RESET_YOUR_OWN_TWO_FACTOR: { status: 400, message: "You cannot reset your own second factors" },
  YOU_CANNOT_BAN_YOURSELF: { status: 400, message: "You cannot ban yourself" },
  YOU_CANNOT_REMOVE_YOURSELF: { status: 400, message: "You cannot remove yourself" },
  YOU_CANNOT_SET_YOUR_OWN_PASSWORD: { status: 400, message: "Change your own password with the present one" },
  YOU_CANNOT_IMPERSONATE_YOURSELF: { status: 400, message: "You cannot impersonate yourself" },
  YOU_CANNOT_IMPERSONATE_ADMINS: { status: 403, message: "You cannot impersonate admins" },
  YOU_ARE_NOT_IMPERSONATING: { status: 400, message: "You are not impersonating anyone" },
  /** Otherwise the app could lose the last administrator. */
  ADMINS_CANNOT_DELETE_THEMSELVES: { status: 403, message: "Another admin must take your role or remove you" },
  ROLE_NOT_FOUND: { status: 400, message: "Role not found" },
  BANNED_USER: {
    status: 403,
    message: "You have been banned. Contact support if you believe that this is a mistake.",
    callbackCode: "banned",
  },
  USER_NOT_FOUND: coreErrors.USER_NOT_FOUND,
  USER_ALREADY_EXISTS: coreErrors.USER_ALREADY_EXISTS,
  FAILED_TO_CREATE_SESSION: coreErrors.FAILED_TO_CREATE_SESSION,
  INVALID_EMAIL: coreErrors.INVALID_EMAIL,
  EMAIL_CAN_NOT_BE_UPDATED: coreErrors.EMAIL_CAN_NOT_BE_UPDATED,
  PASSWORD_TOO_SHORT: coreErrors.PASSWORD_TOO_SHORT,
  PASSWORD_TOO_LONG: coreErrors.PASSWORD_TOO_LONG,
  PASSWORD_TOO_COMMON: coreErrors.PASSWORD_TOO_COMMON,
  PASSWORD_COMPROMISED: coreErrors.PASSWORD_COMPROMISED,
});

/** The codes of `adminErrors`. */
export type AdminErrorCode = keyof typeof adminErrors;
