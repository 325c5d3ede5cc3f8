import type { ReactElement } from "react";
import { useUI } from "../context.js";
import { useOffers } from "../offers.js";
import { Menu, MenuChoice, MenuGroup, MenuLink, MenuText } from "../parts/Menu.js";
import { Picture } from "../parts/Picture.js";
import { shortName } from "../parts/short-name.js";
import { common } from "../texts/en/common.js";
import { organization as english } from "../texts/en/organization.js";
import { useTexts } from "../texts/use-texts.js";
import { isGuest } from "../user/guest.js";
import { useUser } from "../user/use-user.js";
import { useOrganizations } from "./use-organizations.js";

/**
 * A menu with the organizations of the user: the button shows the active organization, the menu switches to another, or
 * creates an organization. Hidden from signed-out users and guests.
 *
 * @example <header><AuthUI client={authClient}><OrganizationSwitcher /></AuthUI></header>
 */
export function OrganizationSwitcher(): ReactElement | null {
  const user = useUser();
  const offers = useOffers();
  return user && !isGuest(user) && offers?.hasOrganizations ? (
    <Switcher canCreate={offers.canCreateOrganization} />
  ) : null;
}

function Switcher({ canCreate }: { readonly canCreate: boolean }): ReactElement {
  const { client, paths } = useUI();
  const { organizations, active, readError, error, busy, activate } = useOrganizations();
  const activeId = client.useSession().data?.session.activeOrganizationId ?? null;
  const texts = useTexts("organization", english);
  const { loading } = useTexts("common", common);
  const problem = readError ?? error;
  // A server that renders the page knows the session, and not the list.
  const isReading = activeId !== null && !organizations && !problem;
  const name = active ? shortName(active.name) : !isReading && texts.menuNone;
  return (
    <Menu
      label={texts.menu(name || loading)}
      className="kh-switcher"
      face={
        <>
          {active ? (
            <Picture kind="organization" name={active.name} image={active.logo} />
          ) : (
            <svg className="kh-device-icon" viewBox="0 0 32 32" aria-hidden="true">
              <path d="M8 25V7h10v18M18 13h6v12M6 25h20M12 11h2m-2 5h2m-2 5h2" />
            </svg>
          )}
          <span className="kh-menu-face" title={active?.name}>
            {name}
          </span>
        </>
      }
    >
      {problem && <MenuText>{problem}</MenuText>}
      {!organizations && !problem && <MenuText>{loading}</MenuText>}
      {organizations && organizations.length > 0 && (
        <MenuChoice
          label={texts.listTitle}
          options={organizations.map((one) => ({
            value: one.id,
            label: (
              <>
                <Picture kind="organization" name={one.name} image={one.logo} />
                <span>{one.name}</span>
              </>
            ),
          }))}
          value={busy ?? active?.id ?? null}
          staysOpen
          onChoose={activate}
        />
      )}
      <MenuGroup>
        <MenuLink href={paths.organizations}>{texts.all}</MenuLink>
        {canCreate && <MenuLink href={`${paths.organizations}/new`}>{texts.create}</MenuLink>}
      </MenuGroup>
    </Menu>
  );
}
