import { ImpersonationBar, OrganizationSwitcher, UserButton } from "@keyhold/react-ui";
import { Menu } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import type { SignedIn } from "../account/signed-in.ts";
import { Sidebar } from "../area/Sidebar.tsx";
import { usePage } from "../page/page.ts";
import { Link, usePath, useVisit } from "../router.tsx";
import { DoorIcon } from "./DoorIcon.tsx";
import { Keyhole } from "./Keyhole.tsx";

interface LayoutProps {
  /** The picture beside the screens of visitors. Without it the page is for work. */
  readonly door?: "open" | "closed";
  readonly signedIn: SignedIn | null;
  readonly children: ReactNode;
}

export function Layout({ door, signedIn, children }: LayoutProps) {
  const { hasMailbox } = usePage();
  const path = usePath();
  const [isOpen, setOpen] = useMenu();
  const hasSidebar = !door && signedIn !== null;
  const classes = [
    "layout",
    door ? "with-door" : "work",
    door === "closed" && path === "/" && "at-start",
    hasSidebar && "with-sidebar",
  ];
  return (
    <div className={classes.filter(Boolean).join(" ")}>
      <a className="skip" href="#main">
        Skip to content
      </a>
      {door && <DoorIcon isOpen={door === "open"} />}
      <header>
        <Link className="brand" href="/">
          <Keyhole />
          <span className="brand-name">Keyhold</span>
        </Link>
        {hasSidebar && (
          <button
            className="menu-button"
            type="button"
            aria-expanded={isOpen}
            aria-controls="sidebar"
            onClick={() => setOpen(!isOpen)}
          >
            <Menu aria-hidden size={20} strokeWidth={1.75} />
            <span>Menu</span>
          </button>
        )}
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
      {hasSidebar && <Sidebar path={path} isOpen={isOpen} />}
      <main id="main">{children}</main>
      {signedIn && <ImpersonationBar />}
    </div>
  );
}

/** Whether the menu of narrow pages is open. A navigation and the Escape key close the menu. */
function useMenu() {
  const visit = useVisit();
  const [openAt, setOpenAt] = useState<number | null>(null);
  const isOpen = openAt === visit;
  useEffect(() => {
    if (!isOpen) return;
    const close = ({ key }: KeyboardEvent): void => {
      if (key === "Escape") setOpenAt(null);
    };
    addEventListener("keydown", close);
    return () => removeEventListener("keydown", close);
  }, [isOpen]);
  return [isOpen, (open: boolean) => setOpenAt(open ? visit : null)] as const;
}
