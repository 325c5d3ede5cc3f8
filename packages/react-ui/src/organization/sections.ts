import { useUI } from "../context.js";
import { useOffers } from "../offers.js";
import type { Paths } from "../paths.js";
import { organization as english } from "../texts/en/organization.js";
import { useTexts } from "../texts/use-texts.js";

/** The sections of an organization, in the order of the navigation. */
export const organizationSections = ["overview", "members", "invitations", "teams", "settings"] as const;

/** A section of an organization. */
export type OrganizationSection = (typeof organizationSections)[number];

/** The section with a name in a path; another text is the overview. */
export const organizationSectionOf = (text: string): OrganizationSection =>
  organizationSections.find((section) => section === text) ?? "overview";

/** The path of a section. */
export const sectionPath = ({ organization }: Pick<Paths, "organization">, section: OrganizationSection): string =>
  section === "overview" ? organization : `${organization}/${section}`;

/** A link to a section. */
export interface OrganizationSectionLink {
  readonly section: OrganizationSection;
  readonly href: string;
  readonly label: string;
}

/**
 * Links to the sections of the active organization that the server offers, for a navigation of the app's own.
 *
 * @example const links = useOrganizationSections();
 */
export function useOrganizationSections(): readonly OrganizationSectionLink[] {
  const { paths } = useUI();
  const hasTeams = useOffers()?.hasTeams ?? false;
  const { sections } = useTexts("organization", english);
  return organizationSections
    .filter((section) => section !== "teams" || hasTeams)
    .map((section) => ({ section, href: sectionPath(paths, section), label: sections[section] }));
}
