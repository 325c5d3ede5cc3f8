import { type ReactElement, useEffect } from "react";
import { addName } from "../after-sign-in.js";
import { useUI } from "../context.js";
import { MenuChoice, MenuGroup, MenuItem, MenuLink, MenuText } from "../parts/Menu.js";
import { Picture } from "../parts/Picture.js";
import { common } from "../texts/en/common.js";
import { userButton as english } from "../texts/en/user-button.js";
import { useTexts } from "../texts/use-texts.js";
import { type BrowserAccount, useBrowserAccounts } from "./use-browser-accounts.js";
import type { SignOutAction } from "./use-sign-out.js";

/** The properties of `Accounts`. */
export interface AccountsProps extends SignOutAction {
  /** Called with the problem of a switch: the menu has no place for a status, which a screen reader reads out. */
  readonly onError: (error: string | null) => void;
}

/** The accounts of this browser, as a part of the menu of `UserButton`: a switch, a further account, sign-out. */
export function Accounts({ isBusy, error: outError, signOut, onError }: AccountsProps): ReactElement {
  const { paths } = useUI();
  const { accounts, busy, error, activate, signOutActive } = useBrowserAccounts();
  const texts = useTexts("userButton", english);
  const { loading } = useTexts("common", common);
  useEffect(() => onError(error), [onError, error]);
  const problem = error ?? outError;
  const hasOthers = (accounts?.length ?? 0) > 1;
  const active = accounts?.find((account) => account.isActive);
  const signOutOf = hasOthers ? texts.signOutOfAll : texts.signOut;
  return (
    <>
      {!accounts && !error && <MenuText>{loading}</MenuText>}
      {accounts && hasOthers && (
        <MenuChoice
          label={texts.accounts}
          options={accounts.map((account) => ({ value: account.sessionToken, label: <Face {...account} /> }))}
          value={accounts.some(({ sessionToken }) => sessionToken === busy) ? busy : (active?.sessionToken ?? null)}
          staysOpen
          onChoose={activate}
        />
      )}
      <MenuGroup>
        <MenuLink href={`${paths.signIn}?${addName}`}>{texts.addAccount}</MenuLink>
        {hasOthers && (
          <MenuItem staysOpen isBusy={busy !== null} onSelect={signOutActive}>
            {busy === "out" ? texts.signingOut : texts.signOutOfThis}
          </MenuItem>
        )}
        <MenuItem staysOpen isBusy={isBusy} onSelect={signOut}>
          {isBusy ? texts.signingOut : signOutOf}
        </MenuItem>
        {problem && (
          <MenuText>
            <span className="kh-bad">{problem}</span>
          </MenuText>
        )}
      </MenuGroup>
    </>
  );
}

/** Two accounts may have one name: the address tells them apart. */
const Face = ({ name, email, image }: BrowserAccount): ReactElement => (
  <>
    <Picture name={name} image={image} kind="user" />
    <span>
      {name} {email !== null && <span className="kh-meta kh-menu-about">{email}</span>}
    </span>
  </>
);
