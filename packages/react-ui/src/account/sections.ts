import { useUI } from "../context.js";
import { type Offers, useOffers } from "../offers.js";
import { account as english } from "../texts/en/account.js";
import { useTexts } from "../texts/use-texts.js";
import { addressOf, isGuest, isolated, useNameOf } from "../user/guest.js";
import { type SignedInUser, useUser } from "../user/use-user.js";

/**
 * The sections of an account, in order. The path of a section is below the path of the account, e.g. "/account/email".
 */
export const accountSections = [
  "profile",
  "email",
  "phone",
  "password",
  "devices",
  "sign-in",
  "passkeys",
  "two-factor",
  "delete",
] as const;

/** A section of an account. */
export type AccountSection = (typeof accountSections)[number];

/** A section and the link to the section. */
export interface AccountSectionLink {
  readonly section: AccountSection;
  /** The path of the section. */
  readonly href: string;
  readonly label: string;
  /** The present state of the section, or the purpose. */
  readonly about: string;
}

/** The name of a section in a path; null: another text. */
export const accountSectionOf = (text: string): AccountSection | null =>
  accountSections.find((section) => section === text) ?? null;

const isOffered: Readonly<Partial<Record<AccountSection, (offers: Offers) => boolean>>> = {
  email: ({ canChangeEmail }) => canChangeEmail,
  phone: ({ phone }) => phone !== null,
  password: ({ password }) => password !== null,
  "sign-in": ({ providers }) => providers.length > 0,
  passkeys: ({ hasPasskey }) => hasPasskey,
  "two-factor": ({ hasTwoFactor }) => hasTwoFactor,
  delete: ({ canDeleteUser }) => canDeleteUser,
};

/** A guest has no address and no password: the other sections are of an account. */
const ofGuests: readonly AccountSection[] = ["profile", "devices"];

/**
 * The sections that the server offers, with their links. Empty until that is known.
 *
 * @example useAccountSections().map(({ href, label }) => <a key={href} href={href}>{label}</a>)
 */
export function useAccountSections(): readonly AccountSectionLink[] {
  const { paths } = useUI();
  const offers = useOffers();
  const user = useUser();
  const texts = useTexts("account", english);
  const nameOf = useNameOf();
  if (!offers || !user) return [];
  const states = statesOf(user, nameOf(user), texts);
  return accountSections
    .filter((section) => (isGuest(user) ? ofGuests.includes(section) : (isOffered[section]?.(offers) ?? true)))
    .map((section) => ({
      section,
      href: `${paths.account}/${section}`,
      label: texts.sections[section],
      about: states[section],
    }));
}

const statesOf = (
  user: SignedInUser,
  name: string,
  texts: typeof english,
): Readonly<Record<AccountSection, string>> => ({
  ...texts.about,
  profile: user.displayUsername ? texts.nameAndUsername(name, user.displayUsername) : name,
  email: addressOf(user) === null ? texts.noEmail : texts.emailAndState(user.email, user.emailVerified),
  phone: user.phoneNumber ? isolated(user.phoneNumber) : texts.noNumber,
  "two-factor": texts.twoFactorState(user.twoFactorEnabled ?? false),
});
