export { PortalArea } from "./PortalArea.tsx";
export { ShopArea } from "./ShopArea.tsx";
