import { useOrganizations } from "@keyhold/react-ui";
import { teamPath, userPath } from "../../shared/paths.ts";
import { Link } from "../router.tsx";

/** The link back on narrow pages, which have no navigation beside the screen. */
export function BackToStart({ path }: { path: string }) {
  const { active } = useOrganizations();
  if (path === "/" || path === "/account" || userPath.test(path)) return null;
  const { href, label } = backOf(path, active?.name ?? null);
  return (
    <p className="back">
      <Link href={href}>{label}</Link>
    </p>
  );
}

/** `organization`: the name of the active one. */
function backOf(path: string, organization: string | null): { readonly href: string; readonly label: string } {
  if (teamPath.test(path)) return { href: "/organization/teams", label: "Teams" };
  if (organization && (path.startsWith("/organization/") || path === "/api-keys/organization"))
    return { href: "/organization", label: organization };
  if (path.startsWith("/shop/")) return { href: "/shop", label: "Dashboard" };
  if (path === "/organizations/new") return { href: "/organizations", label: "Organizations" };
  return { href: "/", label: "Your account" };
}
