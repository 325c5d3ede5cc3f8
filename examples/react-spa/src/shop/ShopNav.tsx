import type { SignedIn } from "../account/signed-in.ts";
import { AreaNav } from "../area/AreaNav.tsx";
import { shopSections } from "./sections.ts";

export const ShopNav = ({ path, signedIn }: { path: string; signedIn: SignedIn }) => (
  <AreaNav area="shop" label="Dashboard" title="Dashboard" items={shopSections} current={path} signedIn={signedIn} />
);
