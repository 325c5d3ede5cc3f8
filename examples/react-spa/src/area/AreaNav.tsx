import { SignOutButton } from "@keyhold/react-ui";
import type { SignedIn } from "../account/signed-in.ts";
import { Link } from "../router.tsx";
import type { Area } from "./area.ts";
import { useAreas } from "./use-areas.ts";

export interface NavItem {
  readonly href: string;
  readonly label: string;
}

interface AreaNavProps {
  readonly area: Area;
  readonly label: string;
  /** The heading, if there are several areas. */
  readonly title?: string | undefined;
  readonly items: readonly NavItem[];
  /** The item of the current screen. */
  readonly current: string;
  readonly signedIn: SignedIn;
}

/**
 * The navigation beside each screen of an area. On narrow pages the area's first screen has the list instead, and other
 * screens link back to it.
 */
export function AreaNav({ area, label, title, items, current, signedIn }: AreaNavProps) {
  const elsewhere = useAreas(signedIn).filter((door) => door.area !== area);
  return (
    <nav className="area-nav" aria-label={label}>
      {title && <p className="nav-title">{title}</p>}
      <ul>
        {items.map((item) => (
          <Item key={item.href} {...item} isCurrent={item.href === current} />
        ))}
      </ul>
      <ul className="elsewhere">
        {elsewhere.map((item) => (
          <Item key={item.href} {...item} isCurrent={false} />
        ))}
      </ul>
      <SignOutButton />
    </nav>
  );
}

const Item = ({ href, label, isCurrent }: NavItem & { isCurrent: boolean }) => (
  <li>
    <Link href={href} aria-current={isCurrent ? "page" : undefined}>
      {label}
    </Link>
  </li>
);
