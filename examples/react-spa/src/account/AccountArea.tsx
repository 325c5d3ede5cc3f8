import { AccountSettings } from "@keyhold/react-ui";
import { hasMailbox } from "../mailbox/has-mailbox.ts";
import { Link } from "../router.tsx";

/** The settings of @keyhold/react-ui. Their navigation is in the sidebar. */
export const AccountArea = ({ path }: { path: string }) => (
  <AccountSettings section={path.split("/")[2]} hasNavigation={false}>
    {hasMailbox && (
      <p className="aside">
        Your emails are in the <Link href="/mailbox">mailbox</Link>.
      </p>
    )}
  </AccountSettings>
);
