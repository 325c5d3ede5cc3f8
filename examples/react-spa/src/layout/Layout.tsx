import type { ReactNode } from "react";
import { hasMailbox } from "../mailbox/has-mailbox.ts";
import { Link } from "../router.tsx";
import { Door } from "./Door.tsx";
import { Keyhole } from "./Keyhole.tsx";

interface LayoutProps {
  readonly door?: "open" | "closed";
  /** Stands on the open door. */
  readonly nav?: ReactNode;
  readonly children: ReactNode;
}

export function Layout({ door, nav, children }: LayoutProps) {
  return (
    <div className={["layout", door && "with-door", nav && "with-nav"].filter(Boolean).join(" ")}>
      <a className="skip" href="#main">
        Skip to content
      </a>
      {door && <Door isOpen={door === "open"} />}
      <header>
        <Link className="brand" href="/">
          <Keyhole />
          Keyhold
        </Link>
        {hasMailbox && (
          <Link className="mailbox-link" href="/mailbox">
            Mailbox <span className="badge">dev</span>
          </Link>
        )}
      </header>
      {nav}
      <main id="main">{children}</main>
    </div>
  );
}
