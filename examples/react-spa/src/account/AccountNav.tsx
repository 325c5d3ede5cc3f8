import { accountPaths } from "../../shared/paths.ts";
import { AreaNav } from "../area/AreaNav.tsx";
import { sections } from "./sections.ts";
import type { SignedIn } from "./signed-in.ts";

const items = [
  { href: "/", label: "Overview" },
  ...accountPaths.map((href) => ({ href, label: sections[href].title })),
];

export const AccountNav = ({ path, signedIn }: { path: string; signedIn: SignedIn }) => (
  <AreaNav area="account" label="Account" items={items} current={path} signedIn={signedIn} />
);
