import { SignOut } from "../account/SignOut.tsx";
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
  /** Stands above it, where an area is one of several. */
  readonly title?: string | undefined;
  readonly items: readonly NavItem[];
  /** The item whose screen is shown. */
  readonly current: string;
  readonly signedIn: SignedIn;
}

/** Beside every screen of an area; a narrow page has the list on the area's first screen instead, and a way back to it. */
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
      <SignOut />
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
