import type { ReactNode } from "react";
import { hasMailbox } from "../mailbox/has-mailbox.ts";
import { Link } from "../router.tsx";
import { Door } from "./Door.tsx";
import { Keyhole } from "./Keyhole.tsx";

export function Layout({ door, children }: { door?: "open" | "closed"; children: ReactNode }) {
  return (
    <div className={door ? "layout with-door" : "layout"}>
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
      <main id="main">{children}</main>
    </div>
  );
}
