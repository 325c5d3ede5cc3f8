import type { ComponentType } from "react";
import { AccountArea } from "../account/AccountArea.tsx";
import type { SignedIn } from "../account/signed-in.ts";
import { BillingScreens, ShopScreens } from "../shop/ShopScreens.tsx";
import { AdminArea } from "./AdminArea.tsx";
import type { Area } from "./area.ts";
import { OrganizationArea } from "./OrganizationArea.tsx";

interface AreaProps {
  readonly path: string;
  readonly signedIn: SignedIn;
}

/** The screens of an area. */
export const areas: Readonly<Record<Area, ComponentType<AreaProps>>> = {
  account: AccountArea,
  organization: OrganizationArea,
  admin: AdminArea,
  shop: ShopScreens,
  billing: BillingScreens,
};
