import { organizationPaths, teamPath } from "../../shared/paths.ts";
import type { SignedIn } from "../account/signed-in.ts";
import { AreaNav } from "../area/AreaNav.tsx";
import { sections } from "./sections.ts";
import { useOrganizations } from "./use-organizations.ts";

const all = { href: "/organizations", label: "All organizations" };
const ofOne = [
  { href: "/organization", label: "Overview" },
  ...organizationPaths.map((href) => ({ href, label: sections[href].title })),
  all,
];

export function OrganizationNav({ path, signedIn }: { path: string; signedIn: SignedIn }) {
  const { current } = useOrganizations(signedIn.session);
  return (
    <AreaNav
      area="organization"
      label="Organization"
      title={current?.name}
      items={current ? ofOne : [all]}
      current={itemOf(path)}
      signedIn={signedIn}
    />
  );
}

/** The navigation item of a screen, or of its parent. */
function itemOf(path: string): string {
  if (teamPath.test(path)) return "/organization/teams";
  return path === "/organizations/new" ? "/organizations" : path;
}
