import { useOrganizationSections, useOrganizations } from "@keyhold/react-ui";
import { teamPath } from "../../shared/paths.ts";
import type { SignedIn } from "../account/signed-in.ts";
import { AreaNav } from "./AreaNav.tsx";

const all = { href: "/organizations", label: "All organizations" };

export function OrganizationNav({ path, signedIn }: { path: string; signedIn: SignedIn }) {
  const { active } = useOrganizations();
  const sections = useOrganizationSections();
  return (
    <AreaNav
      area="organization"
      label="Organization"
      title={active?.name}
      items={active ? [...sections, all] : [all]}
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
