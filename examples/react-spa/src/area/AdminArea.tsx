import { AdminUsers, useAdminRights } from "@keyhold/react-ui";
import { userPath } from "../../shared/paths.ts";
import { NotFound } from "../screens/NotFound.tsx";

/** Users without an admin role get the "not found" screen. */
export function AdminArea({ path }: { path: string }) {
  const rights = useAdminRights();
  return rights.can({ user: ["list"] }) ? <AdminUsers userId={path.match(userPath)?.groups?.id} /> : <NotFound />;
}
