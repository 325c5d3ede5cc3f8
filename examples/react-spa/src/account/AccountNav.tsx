import { accountPaths } from "../../shared/paths.ts";
import { Link } from "../router.tsx";
import { SignOut } from "./SignOut.tsx";
import { sections } from "./sections.ts";

/** Beside every screen of the account; a narrow page has the list of the overview instead, and a way back to it. */
export const AccountNav = ({ path }: { path: string }) => (
  <nav className="account-nav" aria-label="Account">
    <ul>
      <Item href="/" label="Overview" path={path} />
      {accountPaths.map((href) => (
        <Item key={href} href={href} label={sections[href].title} path={path} />
      ))}
    </ul>
    <SignOut />
  </nav>
);

const Item = ({ href, label, path }: { href: string; label: string; path: string }) => (
  <li>
    <Link href={href} aria-current={href === path ? "page" : undefined}>
      {label}
    </Link>
  </li>
);
