import { useId, useRef } from "react";
import { Avatar } from "../account/Avatar.tsx";
import type { SignedIn } from "../account/signed-in.ts";
import { useAreas } from "../area/use-areas.ts";
import { useOrganizations } from "../organization/use-organizations.ts";
import { Link } from "../router.tsx";
import { OrganizationSwitcher } from "./OrganizationSwitcher.tsx";
import { useDisclosure } from "./use-disclosure.ts";

/** The menu of every page: the signed-in user, the active organization, and links. */
export function AccountMenu(signedIn: SignedIn) {
  const { user, session } = signedIn;
  const { current } = useOrganizations(session);
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();
  const { isOpen, toggle, close } = useDisclosure({ button, content: menu });

  return (
    <div className="account-menu" ref={menu}>
      <button
        className="menu-button"
        type="button"
        ref={button}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={toggle}
      >
        <Avatar name={user.name} image={user.image} />
        <span className="unseen">Account menu: </span>
        <span className="menu-label">{current?.name ?? user.name}</span>
      </button>
      <div className="menu" id={id} hidden={!isOpen}>
        {isOpen && <Content signedIn={signedIn} close={close} />}
      </div>
    </div>
  );
}

function Content({ signedIn, close }: { signedIn: SignedIn; close: () => void }) {
  const { user, session } = signedIn;
  const areas = useAreas(signedIn).filter(({ area }) => area !== "organization");
  return (
    <>
      <p className="menu-person">
        <span className="name">{user.name}</span>
        <span className="meta">{user.email}</span>
      </p>
      <OrganizationSwitcher session={session} close={close} />
      <ul className="menu-list">
        {areas.map(({ href, label }) => (
          <li key={href}>
            <Link className="menu-item" href={href} onClick={close}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
