import { useAccountSections } from "@keyhold/react-ui";
import { AreaNav } from "../area/AreaNav.tsx";
import type { SignedIn } from "./signed-in.ts";

export function AccountNav({ path, signedIn }: { path: string; signedIn: SignedIn }) {
  const items = [{ href: "/account", label: "Overview" }, ...useAccountSections()];
  const current = path === "/" ? "/account" : path;
  return <AreaNav area="account" label="Account" items={items} current={current} signedIn={signedIn} />;
}
