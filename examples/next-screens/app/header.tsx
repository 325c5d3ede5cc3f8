import { OrganizationSwitcher, UserButton } from "@keyhold/react-ui";
import Link from "next/link";

/** On every page: signed-out users see only the name of the app. */
export function Header() {
  return (
    <header style={{ display: "flex", gap: "1rem", alignItems: "center", justifyContent: "flex-end" }}>
      <Link href="/" style={{ marginInlineEnd: "auto" }}>
        Tea Shop
      </Link>
      <OrganizationSwitcher />
      <UserButton />
    </header>
  );
}
