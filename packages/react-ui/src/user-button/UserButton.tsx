import type { ReactElement, ReactNode } from "react";
import { Menu, MenuGroup, MenuItem, MenuLink, MenuText } from "../parts/Menu.js";
import { Picture } from "../parts/Picture.js";
import { shortName } from "../parts/short-name.js";
import { userButton as english } from "../texts/en/user-button.js";
import { useTexts } from "../texts/use-texts.js";
import { useUser } from "../user/use-user.js";
import { useSignOut } from "./use-sign-out.js";
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
  const links = useUserLinks();
  const { isBusy, error, signOut } = useSignOut();
  const texts = useTexts("userButton", english);
  if (!user) return null;
  const name = shortName(user.name);
  return (
    <>
      <Menu
        className="kh-user-button"
        label={texts.menuOf(name)}
        face={
          <>
            <Picture name={user.name} image={user.image} kind="user" />
            <span className="kh-menu-face">{name}</span>
          </>
        }
      >
        <MenuText>
          <span className="kh-name">{user.name}</span>
          <span className="kh-meta">{user.email}</span>
        </MenuText>
        {children && <MenuGroup>{children}</MenuGroup>}
        <MenuGroup>
          {links.map(({ id, href, label }) => (
            <MenuLink key={id} href={href}>
              {label}
            </MenuLink>
          ))}
        </MenuGroup>
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
      </Menu>
      <span className="kh-unseen" role="status">
        {error}
      </span>
    </>
  );
}
