import type { SignedIn } from "../account/signed-in.ts";
import { mayAdminister } from "../admin/may.ts";
import { useOrganizations } from "../organization/use-organizations.ts";
import type { Area } from "./area.ts";

/** A link to the first screen of an area. */
interface DoorIcon {
  readonly area: Area;
  readonly href: string;
  readonly label: string;
  /** What the area contains. */
  readonly about: string;
}

/** The areas that the user can open. */
export function useAreas({ user, session }: SignedIn): readonly DoorIcon[] {
  const { current } = useOrganizations(session);
  const account: DoorIcon = { area: "account", href: "/", label: "Your account", about: user.email };
  const organization: DoorIcon = current
    ? { area: "organization", href: "/organization", label: current.name, about: "The organization that you work in" }
    : { area: "organization", href: "/organizations", label: "Organizations", about: "Work together with others" };
  const users: DoorIcon = { area: "admin", href: "/admin", label: "Users", about: "Manage all users" };
  return [account, organization, ...(mayAdminister(user, { user: ["list"] }) ? [users] : [])];
}
