import { portalPath } from "../../shared/paths.ts";
import type { SignedIn } from "../account/signed-in.ts";
import { AreaNav } from "../area/AreaNav.tsx";

const items = [{ href: portalPath, label: "Purchases" }];

export const PortalNav = ({ path, signedIn }: { path: string; signedIn: SignedIn }) => (
  <AreaNav area="portal" label="Purchases" items={items} current={path} signedIn={signedIn} />
);
