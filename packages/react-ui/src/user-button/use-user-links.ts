import { useAdminRights } from "../admin/rights.js";
import { useUI } from "../context.js";
import { userButton as english } from "../texts/en/user-button.js";
import { useTexts } from "../texts/use-texts.js";
import { contactOf, isGuest } from "../user/guest.js";
import { useUser } from "../user/use-user.js";

/** A link to another part of the app. */
export interface UserLink {
  readonly id: "account" | "organizations" | "admin";
  readonly href: string;
  readonly label: string;
  /** A short text about the linked screen. */
  readonly about: string;
}

/**
 * The links of a signed-in user: to the account; to organizations, if the server has them; to the administration, if
 * the user may see all users.
 *
 * @example useUserLinks().map(({ href, label }) => <a key={href} href={href}>{label}</a>)
 */
export function useUserLinks(): readonly UserLink[] {
  const { offers, paths } = useUI();
  const user = useUser();
  const rights = useAdminRights();
  const texts = useTexts("userButton", english);
  if (!user) return [];
  const about = isGuest(user) ? texts.aboutGuest : (contactOf(user) ?? "");
  const links: readonly (UserLink | false | undefined)[] = [
    { id: "account", href: paths.account, label: texts.account, about },
    // A guest creates no organization, and no invitation is for a guest.
    offers?.hasOrganizations &&
      !isGuest(user) && {
        id: "organizations",
        href: paths.organizations,
        label: texts.organizations,
        about: texts.aboutOrganizations,
      },
    offers?.hasAdmin &&
      rights.can({ user: ["list"] }) && { id: "admin", href: paths.admin, label: texts.admin, about: texts.aboutAdmin },
  ];
  return links.filter((link) => link !== false && link !== undefined);
}
