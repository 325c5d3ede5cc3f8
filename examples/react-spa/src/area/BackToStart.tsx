import { teamPath, userPath } from "../../shared/paths.ts";
import type { SignedIn } from "../account/signed-in.ts";
import { useOrganizations } from "../organization/use-organizations.ts";
import { Link } from "../router.tsx";

interface BackProps extends Pick<SignedIn, "session"> {
  readonly path: string;
}

/** The link back on narrow pages, which have no navigation beside the screen. */
export function BackToStart({ path, session }: BackProps) {
  const { current } = useOrganizations(session);
  if (path === "/" || path === "/account") return null;
  const { href, label } = backOf(path, current?.name ?? null);
  return (
    <p className="back">
      <Link href={href}>{label}</Link>
    </p>
  );
}

/** `organization`: the name of the active one. */
function backOf(path: string, organization: string | null): { readonly href: string; readonly label: string } {
  if (teamPath.test(path)) return { href: "/organization/teams", label: "Teams" };
  if (userPath.test(path)) return { href: "/admin", label: "Users" };
  if (organization && path.startsWith("/organization/")) return { href: "/organization", label: organization };
  if (path.startsWith("/shop/")) return { href: "/shop", label: "Dashboard" };
  if (path === "/organizations/new") return { href: "/organizations", label: "Organizations" };
  return { href: "/", label: "Your account" };
}
