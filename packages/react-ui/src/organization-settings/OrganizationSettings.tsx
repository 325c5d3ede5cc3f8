import type { ReactElement } from "react";
import { ForUsers } from "../account/ForUsers.js";
import { useUI } from "../context.js";
import { useOffers } from "../offers.js";
import { InOrganization } from "../organization/InOrganization.js";
import { Invitations } from "../organization/Invitations.js";
import { Members } from "../organization/Members.js";
import { Overview } from "../organization/Overview.js";
import { Settings } from "../organization/Settings.js";
import {
  type OrganizationSection,
  organizationSectionOf,
  sectionPath,
  useOrganizationSections,
} from "../organization/sections.js";
import type { OrganizationView } from "../organization/types.js";
import { Nav } from "../parts/Nav.js";
import { Picture } from "../parts/Picture.js";
import { Waiting } from "../parts/Waiting.js";
import { Team } from "../team/Team.js";
import { Teams } from "../team/Teams.js";
import { organization as english } from "../texts/en/organization.js";
import { useTexts } from "../texts/use-texts.js";

/** The properties of `OrganizationSettings`. */
export interface OrganizationSettingsProps {
  /**
   * The section, e.g. the part of the path after "/organization". Other texts show the overview. Default: the overview.
   */
  readonly section?: string | null | undefined;
  /** In the section "teams": the id of a team to show. The path is "/organization/teams/…". */
  readonly teamId?: string | undefined;
  /** False: the app shows the links of `useOrganizationSections` elsewhere. Default true. */
  readonly hasNavigation?: boolean;
}

/**
 * The active organization: an overview, the members, invitations, teams and settings, with the navigation between them.
 * What the user may not do is not shown.
 *
 * @example <AuthUI client={authClient}><OrganizationSettings section="members" /></AuthUI>
 */
export function OrganizationSettings(props: OrganizationSettingsProps): ReactElement {
  return <ForUsers>{() => <Content {...props} />}</ForUsers>;
}

function Content(props: OrganizationSettingsProps): ReactElement {
  const { teamId, hasNavigation = true } = props;
  const section = organizationSectionOf(props.section ?? "");
  const offers = useOffers();
  if (!offers) return <Waiting />;
  return (
    <InOrganization>
      {(view) => (
        <div className="kh-sections">
          {hasNavigation && <SectionNav view={view} section={section} />}
          <div className="kh-section" key={`${section} ${teamId}`}>
            {hasNavigation && section !== "overview" && <BackLink view={view} teamId={teamId} />}
            <Section view={view} section={section} teamId={teamId} />
          </div>
        </div>
      )}
    </InOrganization>
  );
}

interface SectionNavProps {
  readonly view: OrganizationView;
  readonly section: OrganizationSection;
}

function SectionNav({ view, section }: SectionNavProps): ReactElement {
  const { paths } = useUI();
  const links = useOrganizationSections();
  const texts = useTexts("organization", english);
  const { name, logo } = view.organization;
  return (
    <Nav
      label={texts.title}
      title={
        <p className="kh-nav-title">
          <Picture kind="organization" name={name} image={logo} />
          <span title={name}>{name}</span>
        </p>
      }
      items={[...links, { href: paths.organizations, label: texts.all }]}
      current={sectionPath(paths, section)}
    />
  );
}

/** The link back where the navigation has no space. */
function BackLink({ view, teamId }: Pick<SectionProps, "view" | "teamId">): ReactElement {
  const { paths, Link } = useUI();
  const { sections } = useTexts("organization", english);
  return (
    <p className="kh-back">
      {teamId === undefined ? (
        <Link href={paths.organization}>{view.organization.name}</Link>
      ) : (
        <Link href={sectionPath(paths, "teams")}>{sections.teams}</Link>
      )}
    </p>
  );
}

interface SectionProps extends Pick<SectionNavProps, "view" | "section"> {
  readonly teamId: string | undefined;
}

function Section({ view, section, teamId }: SectionProps): ReactElement {
  switch (section) {
    case "members":
      return <Members {...view} />;
    case "invitations":
      return <Invitations {...view} />;
    case "teams":
      return teamId === undefined ? <Teams {...view} /> : <Team teamId={teamId} {...view} />;
    case "settings":
      return <Settings {...view} />;
    default:
      return <Overview {...view} />;
  }
}
