import type { ComponentType } from "react";
import { organizationPaths, teamPath } from "../../shared/paths.ts";
import type { SignedIn } from "../account/signed-in.ts";
import { authClient } from "../auth-client.ts";
import { Failed } from "../layout/Failed.tsx";
import { Screen } from "../layout/Screen.tsx";
import { Loading } from "../screens/Loading.tsx";
import { CreateOrganization } from "../screens/organization/CreateOrganization.tsx";
import { NoOrganization } from "../screens/organization/NoOrganization.tsx";
import { OrganizationOverview } from "../screens/organization/OrganizationOverview.tsx";
import { Organizations } from "../screens/organization/Organizations.tsx";
import { Team } from "../screens/organization/Team.tsx";
import { sections } from "./sections.ts";
import type { Work } from "./work.ts";

interface AreaProps {
  readonly path: string;
  readonly signedIn: SignedIn;
}

export function OrganizationArea({ path, signedIn }: AreaProps) {
  if (path === "/organizations") return <Organizations {...signedIn} />;
  if (path === "/organizations/new") return <CreateOrganization />;
  return <Inside path={path} signedIn={signedIn} />;
}

/** The screens of the active organization, rendered anew for another one. */
function Inside({ path, signedIn }: AreaProps) {
  const { data: organization, ...view } = authClient.useActiveOrganization();
  const { data: me, ...own } = authClient.useActiveMember();

  if (organization && me?.organizationId === organization.id) {
    const Chosen = screenAt(path);
    return <Chosen key={organization.id} {...signedIn} organization={organization} me={me} />;
  }
  if (view.isPending || own.isPending) return <Loading />;
  const error = view.error ?? (organization && own.error);
  if (!error) return organization ? <Loading /> : <NoOrganization />;
  const retry = async (): Promise<void> => void (await Promise.all([view.refetch(), own.refetch()]));
  return (
    <Screen title="Organization">
      <Failed what="This organization" error={error} retry={retry} />
    </Screen>
  );
}

function screenAt(path: string): ComponentType<Work> {
  const chosen = organizationPaths.find((one) => one === path);
  if (chosen) return sections[chosen].Screen;
  return teamPath.test(path) ? Team : OrganizationOverview;
}
