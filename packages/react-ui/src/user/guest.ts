import { userButton as english } from "../texts/en/user-button.js";
import { useTexts } from "../texts/use-texts.js";
import type { SignedInUser } from "./use-user.js";

/** Whether a user has no account yet: a guest of the plugin `anonymous()`. */
export const isGuest = (user: { readonly id: string; readonly isAnonymous?: boolean | null } | null): boolean =>
  user?.isAnonymous === true;

/** The address of a user; null: the user has none, and the row has a placeholder at `.invalid` (RFC 2606, section 2). */
export const addressOf = ({ email }: Pick<SignedInUser, "email">): string | null =>
  /\.invalid$/i.test(email) ? null : email;

/** A user with a name to show. */
type Named = Pick<SignedInUser, "id" | "name" | "email"> & Partial<Pick<SignedInUser, "isAnonymous" | "phoneNumber">>;

/** A phone number inside a text of either direction: it reads from left to right (UAX #9, section 2.2). */
export const isolated = (number: string): string => `\u2066${number}\u2069`;

/** The address of a user, or the number of a user without an address; null: neither. */
export const contactOf = (user: Pick<Named, "email" | "phoneNumber">): string | null =>
  addressOf(user) ?? (user.phoneNumber ? isolated(user.phoneNumber) : null);

/** The name that the server gives to a new guest. */
const nameOfGuests = "Anonymous";

/** Whether a guest has given no name. */
export const isNameless = (user: Pick<Named, "id" | "name" | "isAnonymous">): boolean =>
  isGuest(user) && user.name === nameOfGuests;

/**
 * A function for the name of a user: "Guest" in place of the name that the server gives to guests; the address or the
 * number of a user who has given no name yet.
 */
export function useNameOf(): (user: Named) => string {
  const { guest } = useTexts("userButton", english);
  return (user) => (isNameless(user) ? guest : user.name.trim() || contactOf(user) || guest);
}
