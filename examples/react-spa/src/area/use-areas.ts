import { useAdminRights, useOrganizations } from "@keyhold/react-ui";
import { portalPath } from "../../shared/paths.ts";
import type { SignedIn } from "../account/signed-in.ts";
import { merchantId } from "../shop/page-facts.ts";
import type { Area } from "./area.ts";

/** A link to the first screen of an area. */
interface DoorIcon {
  readonly area: Area;
  readonly href: string;
  readonly label: string;
  /** What the area contains. */
  readonly about: string;
}

const shop: DoorIcon = { area: "shop", href: "/shop", label: "Dashboard", about: "What the tea shop sells" };
const portal: DoorIcon = { area: "portal", href: portalPath, label: "Purchases", about: "Your orders and your plan" };

/** The areas that the user can open. */
export function useAreas({ user }: Pick<SignedIn, "user">): readonly DoorIcon[] {
  const { organizations, active } = useOrganizations();
  const rights = useAdminRights();
  const isMerchant = organizations?.some(({ id }) => id === merchantId) ?? false;
  const account: DoorIcon = { area: "account", href: "/", label: "Your account", about: user.email };
  const organization: DoorIcon = active
    ? { area: "organization", href: "/organization", label: active.name, about: "The organization that you work in" }
    : { area: "organization", href: "/organizations", label: "Organizations", about: "Work together with others" };
  const users: DoorIcon = { area: "admin", href: "/admin", label: "Users", about: "Manage all users" };
  return [
    account,
    ...(isMerchant ? [shop] : []),
    ...(merchantId ? [portal] : []),
    organization,
    ...(rights.can({ user: ["list"] }) ? [users] : []),
  ];
}
