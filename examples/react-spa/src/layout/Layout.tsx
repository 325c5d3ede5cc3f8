import { ImpersonationBar, OrganizationSwitcher, UserButton } from "@keyhold/react-ui";
import type { ReactNode } from "react";
import type { SignedIn } from "../account/signed-in.ts";
import { hasMailbox } from "../mailbox/has-mailbox.ts";
import { Link } from "../router.tsx";
import { DoorIcon } from "./DoorIcon.tsx";
import { Keyhole } from "./Keyhole.tsx";

interface LayoutProps {
  readonly door?: "open" | "closed";
  readonly signedIn: SignedIn | null;
  /** The navigation, rendered on the door. */
  readonly nav?: ReactNode;
  readonly children: ReactNode;
}

export function Layout({ door, signedIn, nav, children }: LayoutProps) {
  return (
    <div className={["layout", door && "with-door", nav && "with-nav"].filter(Boolean).join(" ")}>
      <a className="skip" href="#main">
        Skip to content
      </a>
      {door && <DoorIcon isOpen={door === "open"} />}
      <header>
        <Link className="brand" href="/">
          <Keyhole />
          <span className="brand-name">Keyhold</span>
        </Link>
        <div className="header-end">
          {hasMailbox && (
            <Link className="mailbox-link" href="/mailbox">
              Mailbox <span className="badge">dev</span>
            </Link>
          )}
          {signedIn && <OrganizationSwitcher />}
          {signedIn && <UserButton />}
        </div>
      </header>
      {nav}
      <main id="main">{children}</main>
      {signedIn && <ImpersonationBar />}
    </div>
  );
}
