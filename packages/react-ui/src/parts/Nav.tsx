import type { ReactElement, ReactNode } from "react";
import { useUI } from "../context.js";

/** The properties of `Nav`. */
export interface NavProps {
  /** The accessible name. */
  readonly label: string;
  /** Above the links. */
  readonly title?: ReactNode;
  readonly items: readonly { readonly href: string; readonly label: string }[];
  /** The path of the present screen. */
  readonly current: string;
}

/** The navigation between the sections of a screen: beside the section, or above where there is no space. */
export function Nav({ label, title, items, current }: NavProps): ReactElement {
  const { Link } = useUI();
  return (
    <nav className="kh-nav" aria-label={label}>
      {title}
      <ul>
        {items.map((item) => (
          <li key={item.href}>
            <Link href={item.href} aria-current={item.href === current ? "page" : undefined}>
              {item.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
