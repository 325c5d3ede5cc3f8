import type { ReactElement } from "react";
import { useUI } from "../context.js";
import { useOffers } from "../offers.js";
import { Picture } from "../parts/Picture.js";
import { Screen } from "../parts/Screen.js";
import { shortName } from "../parts/short-name.js";
import { useLinkQuery } from "../query.js";
import { organization as english } from "../texts/en/organization.js";
import { useTexts } from "../texts/use-texts.js";
import { InOrganization } from "./InOrganization.js";
import { type OrganizationSection, sectionPath } from "./sections.js";
import type { OrganizationView } from "./types.js";
import { isOpen } from "./use-invitations.js";
import { useRoleNames } from "./use-role-names.js";

/**
 * The overview of the active organization, without the navigation of `OrganizationSettings`: the user's role, and a
 * link to each section with a summary.
 *
 * @example <AuthUI client={authClient}><OrganizationOverview /></AuthUI>
 */
export const OrganizationOverview = (): ReactElement => (
  <InOrganization>{(view) => <Overview {...view} />}</InOrganization>
);

/** The overview of an organization. */
export function Overview({ organization, member }: OrganizationView): ReactElement {
  const { paths, Link } = useUI();
  const texts = useTexts("organization", english);
  const namesOf = useRoleNames();
  const hasTeams = useOffers()?.hasTeams ?? false;
  const hasJoined = useLinkQuery()?.has("joined") ?? false;
  const { name, logo, members, membersCursor, invitations, teams } = organization;
  return (
    <Screen
      title={shortName(name)}
      lead={texts.yourRole(namesOf(member.role))}
      icon={<Picture kind="organization" name={name} image={logo} />}
    >
      {hasJoined && (
        <p className="kh-notice" role="status">
          {texts.joined}
        </p>
      )}
      <ul className="kh-rows">
        <Row section="members" about={texts.aboutMembers(members.length, membersCursor !== null)} />
        <Row section="invitations" about={texts.aboutInvitations(invitations.filter(isOpen).length)} />
        {hasTeams && <Row section="teams" about={texts.aboutTeams(teams?.length ?? 0)} />}
        <Row section="settings" about={texts.aboutSettings} />
      </ul>
      <p className="kh-asides">
        <Link href={paths.organizations}>{texts.all}</Link>
      </p>
    </Screen>
  );
}

interface RowProps {
  readonly section: OrganizationSection;
  readonly about: string;
}

function Row({ section, about }: RowProps): ReactElement {
  const { paths, Link } = useUI();
  const texts = useTexts("organization", english);
  return (
    <li>
      <Link href={sectionPath(paths, section)}>
        <span className="kh-name">{texts.sections[section]}</span>
        <span className="kh-meta">{about}</span>
      </Link>
    </li>
  );
}
