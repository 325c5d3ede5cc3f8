import type { ShopPath } from "../../shared/paths.ts";

/** The screens of the dashboard, in the order of the navigation. */
export const shopSections: readonly { readonly href: ShopPath; readonly label: string; readonly about: string }[] = [
  { href: "/shop", label: "Overview", about: "The last 30 days" },
  { href: "/shop/orders", label: "Orders", about: "Purchases and renewals" },
  { href: "/shop/subscriptions", label: "Subscriptions", about: "Who pays again" },
  { href: "/shop/customers", label: "Customers", about: "Who buys, and how much" },
  { href: "/shop/products", label: "Products", about: "What the shop sells" },
  { href: "/shop/activity", label: "Activity", about: "Sign-ins, members and purchases" },
  { href: "/shop/webhooks", label: "Webhooks", about: "Deliveries of the provider, live" },
];
