import { billingPaths, isScreen } from "../../shared/paths.ts";

/** The parts of the page for signed-in users. */
export type Area = "account" | "organization" | "admin" | "shop" | "billing";

/** The area of a path; null for public paths. */
export function areaOf(path: string): Area | null {
  if (path === "/api-keys/organization") return "organization";
  if (path === "/" || path === "/api-keys" || /^\/account(\/|$)/.test(path)) return isScreen(path) ? "account" : null;
  if (/^\/organizations?(\/|$)/.test(path)) return isScreen(path) ? "organization" : null;
  if (/^\/admin(\/|$)/.test(path)) return isScreen(path) ? "admin" : null;
  if (/^\/shop(\/|$)/.test(path)) return isScreen(path) ? "shop" : null;
  return billingPaths.some((one) => one === path) ? "billing" : null;
}
