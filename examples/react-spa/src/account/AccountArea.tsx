import { AccountSettings, ApiKeysLink } from "@keyhold/react-ui";
import { GuestNotice } from "../shop/GuestNotice.tsx";
import { Keys } from "./Keys.tsx";
import type { SignedIn } from "./signed-in.ts";

/** The settings of @keyhold/react-ui. Their navigation is in the sidebar. */
export const AccountArea = ({ path, signedIn }: { path: string; signedIn: SignedIn }) => (
  <>
    <GuestNotice email={signedIn.user.email} />
    {path === "/api-keys" ? <Keys owner="user" /> : <Settings section={path.split("/")[2]} />}
  </>
);

const Settings = ({ section }: { section: string | undefined }) => (
  <AccountSettings section={section} hasNavigation={false}>
    <ApiKeysLink />
  </AccountSettings>
);
