import type { SignedIn } from "../account/signed-in.ts";
import { AreaNav } from "./AreaNav.tsx";

const items = [{ href: "/admin", label: "Users" }];

export const AdminNav = ({ signedIn }: { signedIn: SignedIn }) => (
  <AreaNav area="admin" label="Administration" items={items} current="/admin" signedIn={signedIn} />
);
