export { BillingArea } from "../billing/BillingArea.tsx";
export { ShopArea } from "./ShopArea.tsx";
