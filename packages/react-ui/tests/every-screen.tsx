import "@keyhold/react-ui/styles.css";
import "@keyhold/react-ui/billing.css";
import { adminClient } from "@keyhold/admin/client";
import { anonymousClient } from "@keyhold/anonymous/client";
import { apiKeyClient } from "@keyhold/api-key/client";
import { billingClient } from "@keyhold/billing/client";
import { deviceAuthorizationClient } from "@keyhold/device-authorization/client";
import { emailOtpClient } from "@keyhold/email-otp/client";
import { magicLinkClient } from "@keyhold/magic-link/client";
import { multiSessionClient } from "@keyhold/multi-session/client";
import { organizationClient, teamsClient } from "@keyhold/organization/client";
import { passkeyClient } from "@keyhold/passkey/client";
import { phoneNumberClient } from "@keyhold/phone-number/client";
import { publicOptionsClient } from "@keyhold/public-options/client";
import { accountLists, createAuthClient, createStepUp } from "@keyhold/react";
import {
  AcceptInvitation,
  AccountSettings,
  AdminUsers,
  ApiKeys,
  ApiKeysLink,
  AuthUI,
  BillingSettings,
  CheckoutResult,
  CreateOrganization,
  DeviceApproval,
  EmailCode,
  ForgotPassword,
  type Language,
  MagicLink,
  type Navigate,
  OrganizationList,
  OrganizationSettings,
  OrganizationSwitcher,
  PastDueNotice,
  PhoneCode,
  PricingTable,
  ResetPassword,
  SignIn,
  SignUp,
  TwoFactor,
  UsageMeter,
  UserButton,
  VerifyEmail,
} from "@keyhold/react-ui";
import { socialClient } from "@keyhold/social/client";
import { twoFactorClient } from "@keyhold/two-factor/client";
import { usernameClient } from "@keyhold/username/client";
import { type ComponentType, Profiler, type ReactElement, StrictMode, useSyncExternalStore } from "react";

const { onStepUp, useStepUp } = createStepUp();
const client = createAuthClient({
  onStepUp,
  plugins: [
    publicOptionsClient(),
    usernameClient(),
    socialClient(),
    accountLists(),
    organizationClient(),
    teamsClient(),
    adminClient(),
    twoFactorClient(),
    magicLinkClient(),
    emailOtpClient(),
    phoneNumberClient(),
    anonymousClient(),
    multiSessionClient(),
    passkeyClient(),
    billingClient(),
    apiKeyClient(),
    deviceAuthorizationClient(),
  ],
});

const screens: Readonly<Record<string, ComponentType<{ readonly section?: string; readonly id?: string }>>> = {
  "sign-in": () => <SignIn />,
  "magic-link": () => <MagicLink />,
  "email-code": () => <EmailCode />,
  "phone-code": () => <PhoneCode />,
  "sign-up": () => <SignUp />,
  "forgot-password": ForgotPassword,
  "reset-password": ResetPassword,
  "verify-email": VerifyEmail,
  "two-factor": TwoFactor,
  account: ({ section }) => (
    <AccountSettings section={section}>
      <ApiKeysLink />
    </AccountSettings>
  ),
  "accept-invitation": AcceptInvitation,
  organizations: ({ section }) => (section === "new" ? <CreateOrganization /> : <OrganizationList />),
  organization: ({ section, id }) => (
    <>
      <OrganizationSettings section={section} teamId={id} />
      {section === undefined && <ApiKeysLink owner="organization" />}
    </>
  ),
  admin: ({ id }) => <AdminUsers userId={id} />,
  pricing: ({ section }) => <PricingTable owner={ownerOf(section)} />,
  usage: ({ section = "", id }) => (
    <section className="kh-screen">
      <h1 className="kh-title">Usage</h1>
      <UsageMeter meter={section} label="API calls" owner={ownerOf(id)} />
    </section>
  ),
  "past-due": ({ section }) => (
    <>
      <PastDueNotice owner={ownerOf(section)} />
      <h1>Home</h1>
    </>
  ),
  billing: ({ section }) => <BillingSettings owner={ownerOf(section)} />,
  "checkout-result": () => <CheckoutResult />,
  "api-keys": ({ section }) => <ApiKeys owner={ownerOf(section)} />,
  device: () => <DeviceApproval />,
};

const ownerOf = (section?: string): "organization" | "user" => (section === "organization" ? section : "user");

function listen(listener: () => void): () => void {
  addEventListener("popstate", listener);
  return () => removeEventListener("popstate", listener);
}

const navigate: Navigate = (url, { replace }) => {
  history[replace ? "replaceState" : "pushState"](null, "", url);
  dispatchEvent(new PopStateEvent("popstate"));
};

function Home() {
  const { data } = client.useSession();
  return <h1>{data ? `Welcome, ${data.user.name}` : "Signed out"}</h1>;
}

interface Props {
  readonly texts?: Language | undefined;
}

function App({ texts }: Props) {
  const [, area = "", section, id] = useSyncExternalStore(listen, () => location.pathname).split("/");
  const Screen = screens[area] ?? Home;
  return (
    <AuthUI client={client} stepUp={useStepUp} navigate={navigate} texts={texts}>
      <header style={{ minHeight: "4rem" }}>
        <UserButton />
        {location.search === "?switcher" && <OrganizationSwitcher />}
      </header>
      {/* The margin of a screen moves no main: the shift after a slow answer would count. */}
      <main style={{ display: "flow-root" }}>
        <Screen {...(section !== undefined && { section })} {...(id !== undefined && { id })} />
      </main>
    </AuthUI>
  );
}

declare global {
  /** Counts a render that React has committed. */
  var committed: (() => void) | undefined;
}

/** A page with all screens by their paths, and with the plugins of all of them. */
export const EveryScreen = (props: Props): ReactElement => (
  <StrictMode>
    <Profiler id="app" onRender={() => globalThis.committed?.()}>
      <App {...props} />
    </Profiler>
  </StrictMode>
);
