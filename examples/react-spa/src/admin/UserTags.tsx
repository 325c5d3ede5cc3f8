import { isBanned } from "@keyhold/admin/client";
import type { ManagedUser } from "./managed.ts";
import { isAdministrator } from "./may.ts";

/** What is worth knowing of somebody at a glance. */
export const UserTags = ({ user }: { user: Pick<ManagedUser, "role" | "banned" | "banExpires"> }) => (
  <>
    {isAdministrator(user) && <span className="tag good">Administrator</span>}
    {isBanned(user, new Date()) && <span className="tag bad">Banned</span>}
  </>
);
