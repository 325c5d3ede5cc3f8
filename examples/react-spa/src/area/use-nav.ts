import { useAccountSections, useAdminRights, useOrganizationSections, useOrganizations } from "@keyhold/react-ui";
import { BookOpen, Building2, CircleUser, type LucideIcon, ShoppingBag, UserCog } from "lucide-react";
import { teamPath, userPath } from "../../shared/paths.ts";
import { overviewPath } from "../../shared/shop.ts";
import { usePage } from "../page/page.ts";
import { shopSections } from "../shop/sections.ts";
import { type Area, areaOf } from "./area.ts";

interface Link {
  readonly href: string;
  readonly label: string;
}

/** An item of the navigation. */
export interface NavItem extends Link {
  readonly Icon: LucideIcon;
  /** The screens of the item's area, shown while a screen of the area is open. */
  readonly sections: readonly Link[];
}

/** The items of the navigation, by groups: equal for every screen. */
export function useNav(path: string): readonly (readonly NavItem[])[] {
  const { organizations, active } = useOrganizations();
  const rights = useAdminRights();
  const organizationSections = useOrganizationSections().filter(({ section }) => section !== "overview");
  const accountSections: readonly Link[] = useAccountSections();
  const { merchantId, known } = usePage();
  const present = areaOf(path);
  // The server has rendered the dashboard for members only.
  const isMerchant = organizations?.some(({ id }) => id === merchantId) ?? overviewPath in (known?.shop ?? {});
  const open = (area: Area, sections: readonly Link[]): readonly Link[] => (area === present ? sections : []);

  const organization = active
    ? [
        ...organizationSections,
        { href: "/api-keys/organization", label: "API keys" },
        ...(merchantId ? [{ href: "/organization/billing", label: "Plan" }] : []),
        { href: "/organizations", label: "All organizations" },
      ]
    : [{ href: "/organizations/new", label: "New organization" }];
  return [
    isMerchant ? shopSections.map((section) => ({ ...section, sections: [] })) : [],
    merchantId
      ? [
          { href: "/notes", label: "Tasting notes", Icon: BookOpen, sections: [] },
          { href: "/billing", label: "Plan and orders", Icon: ShoppingBag, sections: [] },
        ]
      : [],
    [
      {
        href: active ? "/organization" : "/organizations",
        label: active?.name ?? "Organizations",
        Icon: Building2,
        sections: open("organization", organization),
      },
      ...(rights.can({ user: ["list"] }) ? [{ href: "/admin", label: "Users", Icon: UserCog, sections: [] }] : []),
      {
        href: "/account",
        label: "Your account",
        Icon: CircleUser,
        sections: open("account", accountSections.toSpliced(-1, 0, { href: "/api-keys", label: "API keys" })),
      },
    ],
  ].filter((group) => group.length > 0);
}

/** The item of a screen, or of its parent. */
export function itemOf(path: string): string {
  if (path === "/") return "/account";
  if (path === "/pricing" || path === "/checkout-result") return "/billing";
  if (teamPath.test(path)) return "/organization/teams";
  return userPath.test(path) ? "/admin" : path;
}
