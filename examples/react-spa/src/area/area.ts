import { isScreen } from "../../shared/paths.ts";

/** The parts of the page that are for people who are signed in. */
export type Area = "account" | "organization" | "admin";

/** Which one a path is in; null where everybody may come. */
export function areaOf(path: string): Area | null {
  if (path === "/" || path.startsWith("/account/")) return isScreen(path) ? "account" : null;
  if (/^\/organizations?(\/|$)/.test(path)) return isScreen(path) ? "organization" : null;
  if (/^\/admin(\/|$)/.test(path)) return isScreen(path) ? "admin" : null;
  return null;
}
