import {
  Activity,
  LayoutDashboard,
  type LucideIcon,
  Package,
  ReceiptText,
  RefreshCw,
  UsersRound,
  Webhook,
} from "lucide-react";
import type { ShopPath } from "../../shared/paths.ts";

interface ShopSection {
  readonly href: ShopPath;
  readonly label: string;
  readonly Icon: LucideIcon;
}

/** The screens of the dashboard, in the order of the navigation. */
export const shopSections: readonly ShopSection[] = [
  { href: "/shop", label: "Dashboard", Icon: LayoutDashboard },
  { href: "/shop/orders", label: "Orders", Icon: ReceiptText },
  { href: "/shop/subscriptions", label: "Subscriptions", Icon: RefreshCw },
  { href: "/shop/customers", label: "Customers", Icon: UsersRound },
  { href: "/shop/products", label: "Products", Icon: Package },
  { href: "/shop/activity", label: "Activity", Icon: Activity },
  { href: "/shop/webhooks", label: "Webhooks", Icon: Webhook },
];
