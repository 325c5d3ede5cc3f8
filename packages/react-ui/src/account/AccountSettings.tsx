import { type ComponentType, type ReactElement, type ReactNode, useState } from "react";
import { useUI } from "../context.js";
import type { FieldDeclaration } from "../form/form-state.js";
import { Nav } from "../parts/Nav.js";
import { Passkeys } from "../passkey/Passkeys.js";
import { ChangePhone } from "../phone/ChangePhone.js";
import { SetUpAgain } from "../second-factor/SetUpAgain.js";
import { TwoFactorSettings } from "../second-factor/TwoFactorSettings.js";
import { useIsRecovering } from "../second-factor/use-set-up-again.js";
import { account as english } from "../texts/en/account.js";
import { common } from "../texts/en/common.js";
import { useTexts } from "../texts/use-texts.js";
import { ReturnNotice, UnverifiedEmail } from "../user/notices.js";
import { KeepAccounts, useAccounts } from "../user/use-accounts.js";
import { ChangeEmail } from "./ChangeEmail.js";
import { ChangePassword } from "./ChangePassword.js";
import { DeleteAccount } from "./DeleteAccount.js";
import { Devices } from "./Devices.js";
import { ForUsers } from "./ForUsers.js";
import { Overview } from "./Overview.js";
import { Profile } from "./Profile.js";
import { SignInMethods } from "./SignInMethods.js";
import { type AccountSection, accountSectionOf, useAccountSections } from "./sections.js";

/** The properties of `AccountSettings`. */
export interface AccountSettingsProps {
  /** The section, e.g. the last part of the path. Other texts show the overview. Default: the overview. */
  readonly section?: string | null | undefined;
  /** Further fields of the profile. */
  readonly fields?: readonly FieldDeclaration[] | undefined;
  /** False: the app shows the links of `useAccountSections` elsewhere. Default true. */
  readonly hasNavigation?: boolean;
  /** Shown on the overview, below the sections. */
  readonly children?: ReactNode;
}

const screens: Readonly<Record<AccountSection, ComponentType<Pick<AccountSettingsProps, "fields">>>> = {
  profile: Profile,
  email: ChangeEmail,
  phone: ChangePhone,
  password: ChangePassword,
  devices: Devices,
  "sign-in": SignInMethods,
  passkeys: Passkeys,
  "two-factor": TwoFactorSettings,
  delete: DeleteAccount,
};

/**
 * The account of the signed-in user: a section, or the overview of all sections, with a navigation between them. The
 * path of a section is below the path of the account, e.g. "/account/email". A signed-out user goes to the sign-in, and
 * returns. Sections of missing plugins are not shown.
 *
 * @example <AuthUI client={authClient} stepUp={useStepUp}><AccountSettings section="email" /></AuthUI>
 */
export function AccountSettings(props: AccountSettingsProps): ReactElement {
  return (
    <ForUsers>
      {() => (
        <SharedAccounts>
          <Sections {...props} />
        </SharedAccounts>
      )}
    </ForUsers>
  );
}

/** The first section that reads the accounts reads them for all. */
function SharedAccounts({ children }: { readonly children: ReactNode }): ReactElement {
  const [isKept, setKept] = useState(false);
  const [keep] = useState(() => () => setKept(true));
  return (
    <KeepAccounts.Provider value={keep}>
      {children}
      {isKept && <Accounts />}
    </KeepAccounts.Provider>
  );
}

/** Reads the accounts for the sections. */
function Accounts(): null {
  useAccounts();
  return null;
}

function Sections({ section: given, fields, hasNavigation = true, children }: AccountSettingsProps): ReactElement {
  const { paths } = useUI();
  const isRecovering = useIsRecovering();
  const links = useAccountSections();
  const texts = useTexts("account", english);
  const section = accountSectionOf(given ?? "");
  // The server rejects all other calls.
  if (isRecovering) return <SetUpAgain />;
  const isOffered = section !== null && links.some((link) => link.section === section);
  const Section = isOffered ? screens[section] : null;
  const current = Section ? `${paths.account}/${section}` : paths.account;
  return (
    <div className="kh-sections">
      {hasNavigation && (
        <Nav label={texts.nav} items={[{ href: paths.account, label: texts.overview }, ...links]} current={current} />
      )}
      <div className="kh-section" key={current}>
        {hasNavigation && Section && <BackToOverview />}
        <UnverifiedEmail />
        <ReturnNotice />
        {Section ? <Section fields={fields} /> : <Overview>{children}</Overview>}
      </div>
    </div>
  );
}

/** The link back where the navigation has no space. */
function BackToOverview(): ReactElement {
  const { paths, Link } = useUI();
  const { yourAccount } = useTexts("common", common);
  return (
    <p className="kh-back">
      <Link href={paths.account}>{yourAccount}</Link>
    </p>
  );
}
