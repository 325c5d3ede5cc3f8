import { type ReactElement, type ReactNode, useState } from "react";
import { useUI } from "../context.js";
import { useOffers } from "../offers.js";
import { Menu, MenuGroup, MenuItem, MenuLink, MenuText } from "../parts/Menu.js";
import { Picture } from "../parts/Picture.js";
import { shortName } from "../parts/short-name.js";
import { userButton as english } from "../texts/en/user-button.js";
import { useTexts } from "../texts/use-texts.js";
import { contactOf, isGuest, useNameOf } from "../user/guest.js";
import { useUser } from "../user/use-user.js";
import { Accounts } from "./Accounts.js";
import { type SignOutAction, useSignOut } from "./use-sign-out.js";
import { useUserLinks } from "./use-user-links.js";

/** The properties of `UserButton`. */
export interface UserButtonProps {
  /** Further items, e.g. `<MenuLink href="/billing">Billing</MenuLink>`, below the user's name. */
  readonly children?: ReactNode;
}

/**
 * The picture and the name of the signed-in user, as a button with a menu: account settings, organizations and
 * administration if there are any, sign out. Empty while no user is signed in.
 *
 * @example <AuthUI client={authClient}><header><UserButton /></header></AuthUI>
 */
export function UserButton({ children }: UserButtonProps): ReactElement | null {
  const user = useUser();
  const { paths } = useUI();
  const links = useUserLinks();
  const out = useSignOut();
  const offers = useOffers();
  const [switchError, setSwitchError] = useState<string | null>(null);
  const texts = useTexts("userButton", english);
  const nameOf = useNameOf();
  if (!user) return null;
  const isOfGuest = isGuest(user);
  const fullName = nameOf(user);
  const name = shortName(fullName);
  return (
    <>
      <Menu
        className="kh-user-button"
        label={texts.menuOf(name)}
        face={
          <>
            <Picture name={fullName} image={user.image} kind="user" />
            <span className="kh-menu-face">{name}</span>
          </>
        }
      >
        <MenuText>
          <span className="kh-name">{fullName}</span>
          <span className="kh-meta">{isOfGuest ? texts.aboutGuest : contactOf(user)}</span>
        </MenuText>
        {isOfGuest && (
          <MenuGroup>
            <MenuLink href={paths.signUp}>{texts.createAccount}</MenuLink>
          </MenuGroup>
        )}
        {children && <MenuGroup>{children}</MenuGroup>}
        <MenuGroup>
          {links.map(({ id, href, label }) => (
            <MenuLink key={id} href={href}>
              {label}
            </MenuLink>
          ))}
        </MenuGroup>
        {offers?.hasSeveralAccounts ? <Accounts {...out} onError={setSwitchError} /> : <SignOutItem {...out} />}
      </Menu>
      <span className="kh-unseen" role="status">
        {out.error ?? switchError}
      </span>
    </>
  );
}

function SignOutItem({ isBusy, error, signOut }: SignOutAction): ReactElement {
  const texts = useTexts("userButton", english);
  return (
    <MenuGroup>
      <MenuItem staysOpen isBusy={isBusy} onSelect={signOut}>
        {isBusy ? texts.signingOut : texts.signOut}
      </MenuItem>
      {error && (
        <MenuText>
          <span className="kh-bad">{error}</span>
        </MenuText>
      )}
    </MenuGroup>
  );
}
