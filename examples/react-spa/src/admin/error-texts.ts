import type { AdminErrorCode } from "@keyhold/admin/client";

const changed = "Your role has changed meanwhile, and does not allow this.";

/** Texts for errors after concurrent changes: actions without permission are not offered. */
export const errorTexts: Readonly<Partial<Record<AdminErrorCode, string>>> = {
  BANNED_USER: "They are banned: lift the ban first.",
  USER_NOT_FOUND: "They are deleted.",
  YOU_ARE_NOT_ALLOWED_TO_CHANGE_THIS_USER: "They may do what you may not, so you cannot change them.",
  YOU_ARE_NOT_ALLOWED_TO_GIVE_THESE_PERMISSIONS: "You cannot give more than you may do yourself.",
  YOU_ARE_NOT_ALLOWED_TO_BAN_USERS: changed,
  YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE: changed,
  YOU_ARE_NOT_ALLOWED_TO_IMPERSONATE_USERS: changed,
  YOU_ARE_NOT_ALLOWED_TO_REVOKE_USERS_SESSIONS: changed,
  YOU_ARE_NOT_ALLOWED_TO_RESET_TWO_FACTOR: changed,
  YOU_CANNOT_RESET_YOUR_OWN_TWO_FACTOR: "Turn off your own on the page of your account.",
  YOU_CANNOT_IMPERSONATE_ADMINS: "Administrators cannot act as other administrators.",
};

type Told = { readonly field: null; readonly text: string };

/** The same for a form, without a field. */
export const errorFields = Object.fromEntries(
  Object.entries(errorTexts).map(([code, text]) => [code, { field: null, text }]),
) as Readonly<Partial<Record<AdminErrorCode, Told>>>;
