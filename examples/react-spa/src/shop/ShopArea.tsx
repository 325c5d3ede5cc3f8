import type { ComponentType } from "react";
import { type ShopPath, shopPaths } from "../../shared/paths.ts";
import type { SignedIn } from "../account/signed-in.ts";
import { Activity } from "./screens/Activity.tsx";
import { Customers } from "./screens/Customers.tsx";
import { Dashboard } from "./screens/Dashboard.tsx";
import { Orders } from "./screens/Orders.tsx";
import { Products } from "./screens/Products.tsx";
import { Subscriptions } from "./screens/Subscriptions.tsx";
import { Webhooks } from "./screens/Webhooks.tsx";

const screens: Readonly<Record<ShopPath, ComponentType<SignedIn>>> = {
  "/shop": Dashboard,
  "/shop/orders": Orders,
  "/shop/subscriptions": Subscriptions,
  "/shop/customers": Customers,
  "/shop/products": Products,
  "/shop/activity": Activity,
  "/shop/webhooks": Webhooks,
};

export function ShopArea({ path, signedIn }: { path: string; signedIn: SignedIn }) {
  const Chosen = screens[shopPaths.find((one) => one === path) ?? "/shop"];
  return <Chosen {...signedIn} />;
}
