import { CreateOrganization, OrganizationList, OrganizationSettings, organizationSections } from "@keyhold/react-ui";
import { teamPath } from "../../shared/paths.ts";

export function OrganizationArea({ path }: { path: string }) {
  if (path === "/organizations") return <OrganizationList />;
  if (path === "/organizations/new") return <CreateOrganization />;
  const teamId = path.match(teamPath)?.groups?.id;
  const section = organizationSections.find((one) => path.startsWith(`/organization/${one}`)) ?? "overview";
  return <OrganizationSettings section={section} teamId={teamId} hasNavigation={false} />;
}
