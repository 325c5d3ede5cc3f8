import { CreateOrganization, OrganizationList, OrganizationSettings, organizationSections } from "@keyhold/react-ui";
import { teamPath } from "../../shared/paths.ts";
import { Keys } from "../account/Keys.tsx";
import type { SignedIn } from "../account/signed-in.ts";
import { BillingScreens } from "../shop/ShopScreens.tsx";

interface AreaProps {
  readonly path: string;
  readonly signedIn: SignedIn;
}

export function OrganizationArea({ path, signedIn }: AreaProps) {
  if (path === "/organizations") return <OrganizationList />;
  if (path === "/organizations/new") return <CreateOrganization />;
  if (path === "/api-keys/organization") return <Keys owner="organization" />;
  if (path === "/organization/billing") return <BillingScreens path={path} signedIn={signedIn} />;
  const teamId = path.match(teamPath)?.groups?.id;
  const section = organizationSections.find((one) => path.startsWith(`/organization/${one}`)) ?? "overview";
  return <OrganizationSettings section={section} teamId={teamId} hasNavigation={false} />;
}
