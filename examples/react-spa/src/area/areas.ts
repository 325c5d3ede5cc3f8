import type { ComponentType } from "react";
import { AccountArea } from "../account/AccountArea.tsx";
import { AccountNav } from "../account/AccountNav.tsx";
import type { SignedIn } from "../account/signed-in.ts";
import { PortalNav } from "../shop/PortalNav.tsx";
import { ShopNav } from "../shop/ShopNav.tsx";
import { PortalScreens, ShopScreens } from "../shop/ShopScreens.tsx";
import { AdminArea } from "./AdminArea.tsx";
import { AdminNav } from "./AdminNav.tsx";
import type { Area } from "./area.ts";
import { OrganizationArea } from "./OrganizationArea.tsx";
import { OrganizationNav } from "./OrganizationNav.tsx";

interface AreaProps {
  readonly path: string;
  readonly signedIn: SignedIn;
}

/** The screens and the navigation of an area. */
interface AreaParts {
  readonly Nav: ComponentType<AreaProps>;
  readonly Screens: ComponentType<AreaProps>;
}

export const areas: Readonly<Record<Area, AreaParts>> = {
  account: { Nav: AccountNav, Screens: AccountArea },
  organization: { Nav: OrganizationNav, Screens: OrganizationArea },
  admin: { Nav: AdminNav, Screens: AdminArea },
  shop: { Nav: ShopNav, Screens: ShopScreens },
  portal: { Nav: PortalNav, Screens: PortalScreens },
};
