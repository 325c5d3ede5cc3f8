import type { SignedInUser } from "./use-user.js";

/** Whether a user has no account yet: a guest of the plugin `anonymous()`. */
export const isGuest = (user: { readonly id: string; readonly isAnonymous?: boolean | null } | null): boolean =>
  user?.isAnonymous === true;

/** The address of a user; null: the user has none, and the row has a placeholder at `.invalid` (RFC 2606, section 2). */
export const addressOf = ({ email }: Pick<SignedInUser, "email">): string | null =>
  /\.invalid$/i.test(email) ? null : email;
