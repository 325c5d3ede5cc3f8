import { useSignOut } from "@keyhold/react-ui";
import { LogOut } from "lucide-react";
import { Link } from "../router.tsx";
import { itemOf, type NavItem, useNav } from "./use-nav.ts";

interface SidebarProps {
  readonly path: string;
  /** On narrow pages: whether the button of the header has opened it. */
  readonly isOpen: boolean;
}

/** The navigation of the signed-in user, beside every screen. On narrow pages a button in the header opens the navigation. */
export function Sidebar({ path, isOpen }: SidebarProps) {
  const groups = useNav(path);
  const current = itemOf(path);
  return (
    <nav className="sidebar" id="sidebar" aria-label="Main" data-open={isOpen}>
      {groups.map((items) => (
        <ul key={items[0]?.href}>
          {items.map((item) => (
            <Item key={item.href} item={item} current={current} />
          ))}
        </ul>
      ))}
      <SignOut />
    </nav>
  );
}

const Item = ({ item: { href, label, Icon, sections }, current }: { item: NavItem; current: string }) => (
  <li>
    <Link href={href} aria-current={href === current ? "page" : undefined}>
      <Icon aria-hidden size={18} strokeWidth={1.75} />
      <span>{label}</span>
    </Link>
    {sections.length > 0 && (
      <ul className="sections">
        {sections.map((section) => (
          <li key={section.href}>
            <Link href={section.href} aria-current={section.href === current ? "page" : undefined}>
              <span>{section.label}</span>
            </Link>
          </li>
        ))}
      </ul>
    )}
  </li>
);

function SignOut() {
  const { isBusy, error, signOut } = useSignOut();
  return (
    <div className="sign-out">
      <button type="button" aria-disabled={isBusy} onClick={() => !isBusy && signOut()}>
        <LogOut aria-hidden size={18} strokeWidth={1.75} />
        <span>{isBusy ? "Signing out …" : "Sign out"}</span>
      </button>
      {error && <p role="alert">{error}</p>}
    </div>
  );
}
