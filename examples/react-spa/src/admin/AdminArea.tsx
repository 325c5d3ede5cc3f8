import { userPath } from "../../shared/paths.ts";
import type { SignedIn } from "../account/signed-in.ts";
import { User } from "../screens/admin/User.tsx";
import { Users } from "../screens/admin/Users.tsx";
import { NotFound } from "../screens/NotFound.tsx";
import { mayAdminister } from "./may.ts";

/** Users without an admin role get the "not found" screen. */
export function AdminArea({ path, signedIn }: { path: string; signedIn: SignedIn }) {
  const id = path.match(userPath)?.groups?.id;
  if (!mayAdminister(signedIn.user, { user: ["list"] })) return <NotFound />;
  return id ? <User key={id} id={id} {...signedIn} /> : <Users />;
}
